// The program of the thread that builds pages: their fonts, their documents, and the form in which they are stored.

import { dataUriOf } from '../image/web-picture.ts'
import { buildPage, type PageInput } from '../sparkpage/build.ts'
import type { CanonicalRequest } from '../sparkpage/canonical-request.ts'
import { type CardDrawing, type CardPlan, layOutCard } from '../sparkpage/card.ts'
import { createFontEmbedder } from '../sparkpage/fonts.ts'
import { serveTasks } from '../workers/thread.ts'
import type { PageTask, ThreadPage } from './builder.ts'
import { packPage } from './stored-page.ts'

const embedder = createFontEmbedder()

serveTasks<PageTask | CardPlan | 'warm-up', ThreadPage | CardDrawing | undefined>(async task => {
  if (task === 'warm-up') {
    await embedder.warmUp()
    return { value: undefined }
  }
  if ('typefaces' in task) return { value: await layOutCard(task) }
  const value = await build(task)
  return { value, transfer: [value.htmlJson.buffer] }
})

async function build({ inputs, pictures }: PageTask): Promise<ThreadPage> {
  const facts = new Map(pictures.map(picture => [dataUriOf(picture), picture]))
  const { page, failure } = await buildWithFonts(
    { ...pageInput(inputs), pictures: facts },
    inputs.export_settings.fonts,
  )
  const { html, cssVariables, direction, warnings, linked } = page
  return {
    html,
    cssVariables,
    direction,
    warnings,
    linked,
    failure,
    // A failure of the fonts belongs to one request.
    document: failure === undefined ? packPage(page, pictures) : '',
    htmlJson: new TextEncoder().encode(JSON.stringify(html)),
  }
}

/** Where the fonts of a page fail, those of the system are used, and the next page has a new thread: WebAssembly may be in any state. */
async function buildWithFonts(input: PageInput, fonts: CanonicalRequest['export_settings']['fonts']) {
  if (fonts === 'system') return { page: await buildPage(input), failure: undefined }
  try {
    return { page: await buildPage(input, embedder), failure: undefined }
  } catch (error) {
    return { page: await buildPage(input), failure: String(error) }
  }
}

function pageInput({ style_metadata: style, content, export_settings: settings }: CanonicalRequest): PageInput {
  const { framework, responsive_type: responsiveType, direction, scheme, motion } = settings
  return { style, content, framework, responsiveType, direction, scheme, motion }
}
