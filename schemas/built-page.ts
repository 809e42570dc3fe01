// A page as JSON answers contain it.
import { Type } from '@sinclair/typebox'
import { DocumentText, RecordId, RecordUrl, ref, SingleLine, Success } from './types.ts'

export function ProjectId(description: string) {
  return Type.String({
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    minLength: 0,
    maxLength: 128,
    description,
    examples: ['spring-launch'],
  })
}

export const CssVariables = Type.Record(
  Type.String({ pattern: '^--sp-[a-z0-9-]+$' }),
  SingleLine(512, 'Value of the property.'),
  {
    $id: 'CssVariables',
    description: 'The custom properties of the page, as defined on :root.',
    examples: [{ '--sp-accent': '#6D28D9', '--sp-on-accent': '#FFFFFF' }],
  },
)

export const SparkpageResponse = Type.Object(
  {
    success: Success,
    generated_html: DocumentText('The page: one self-contained HTML document.'),
    css_variables: ref(CssVariables),
    page: Type.Object(
      {
        id: RecordId('page', 'Id of the page record.'),
        url: RecordUrl('Absolute URL of the page, which can be opened, shared and captured.'),
        project_id: ProjectId('The project of the page.'),
      },
      { title: 'PageRecord', description: 'The record of the page.' },
    ),
  },
  { $id: 'SparkpageResponse', description: 'A page, its CSS variables and its URL.' },
)
