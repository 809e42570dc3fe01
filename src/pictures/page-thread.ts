// The program of the thread that builds pages: their fonts, their documents, and the form in which they are stored.

import { joinTextJson } from '../shared-text.ts'
import { buildPage, fontRequest, type PageInput } from '../sparkpage/build.ts'
import type { CanonicalRequest } from '../sparkpage/canonical-request.ts'
import { createFontEmbedder, type PageFonts } from '../sparkpage/fonts.ts'
import { dataUriOf } from '../web-picture.ts'
import { serveTasks } from '../workers/thread.ts'
import type { PageTask, ThreadPage } from './page-builder.ts'
import { packPage } from './stored-page.ts'

const fonts = createFontEmbedder()

serveTasks<PageTask | 'warm-up', ThreadPage | undefined>(async task => {
  if (task === 'warm-up') {
    await fonts.warmUp()
    return { value: undefined }
  }
  const value = await build(task)
  return { value, transfer: [value.htmlJson.buffer] }
})

async function build({ inputs, pictures, warnings }: PageTask): Promise<ThreadPage> {
  const isEmbedded = inputs.export_settings.fonts === 'embedded'
  const { embedded, failure } = isEmbedded ? await embedFonts(inputs) : {}
  const facts = new Map(pictures.map(({ facts, ...picture }) => [dataUriOf(picture), facts]))
  const input = { ...pageInput(inputs), fonts: embedded, pictures: facts }
  const plain = buildPage(input)
  // A failure of the fonts belongs to one request.
  const document = failure === undefined ? packPage(plain, pictures, embedded?.data ?? []) : ''
  const page = warnings.length === 0 ? plain : buildPage({ ...input, warnings })
  const { html, parts, cssVariables, direction } = page
  return {
    ...{ html, cssVariables, direction, document, failure },
    warnings: page.warnings,
    htmlJson: Uint8Array.from(Buffer.concat(joinTextJson(parts).parts.map(part => Buffer.from(part)))),
  }
}

/** Where the fonts of a page fail, those of the system are used, and the next page has a new thread: WebAssembly may be in any state. */
async function embedFonts(inputs: CanonicalRequest): Promise<{ embedded?: PageFonts; failure?: string }> {
  const { typeface, ...texts } = fontRequest(inputs)
  try {
    return { embedded: await fonts.embed(typeface, texts) }
  } catch (error) {
    return { failure: String(error) }
  }
}

function pageInput({ style_metadata: style, content, export_settings: settings }: CanonicalRequest): PageInput {
  const { framework, responsive_type: responsiveType, framework_css: frameworkCss } = settings
  const { direction, layout, scheme, motion } = settings
  return { style, content, framework, responsiveType, direction, layout, scheme, motion, frameworkCss }
}
