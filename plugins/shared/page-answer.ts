// A page as JSON and as a style sheet, as it is built and when it is read.
import type { FastifyRequest } from 'fastify'
import type { PageDocument } from '../../src/pictures/stored-page.ts'

/** A page and its record as JSON. */
export function pageAnswerOf(
  request: FastifyRequest,
  id: string,
  projectId: string,
  { html, cssVariables }: PageDocument,
) {
  const page = { id, url: request.absoluteUrl(`/api/v1/pages/${id}`), project_id: projectId }
  return { success: true, generated_html: html, css_variables: cssVariables, page }
}

/** The CSS variables alone. */
export function stylesheetOf({ cssVariables }: Pick<PageDocument, 'cssVariables'>): string {
  const declarations = Object.entries(cssVariables).map(([name, value]) => `  ${name}: ${value};\n`)
  return `:root {\n${declarations.join('')}}\n`
}
