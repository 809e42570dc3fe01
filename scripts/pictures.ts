// `npm run pictures`: draws the pictures of the README (docs/tour.webp, gallery.webp and story.webp) with Chromium and ffmpeg. `-- tour` draws one.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import sharp, { type OverlayOptions } from 'sharp'
import type { CaptureRequest } from '../schemas/capture.ts'
import type { StyleMetadata } from '../schemas/style.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { createFontEmbedder } from '../src/sparkpage/fonts.ts'
import {
  buildBoard,
  buildCard,
  cardSize,
  type PhotographExhibit,
  photographs,
  type StyleExhibit,
  storyContent,
  styles,
} from './picture-layouts.ts'
import { startService } from './service.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '..')
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const pictures = { tour: drawTour, gallery: drawGallery, story: drawStory } as const

const view = { width: 1440, height: 900 }
const thumbnail = { width: 720, height: cardSize.height }
const gap = 24
/** Between a photograph and its page, px. */
const innerGap = 8

const requested = process.argv.slice(2)
for (const [name, draw] of Object.entries(pictures))
  if (requested.length === 0 || requested.includes(name)) await draw()

/** Photograph → palette → page, from the answers of the service and taken by its own capture script. */
async function drawTour(): Promise<void> {
  const service = await startClient()
  const picture = await readPhotograph('landscape-jared-evans-119758.jpg')
  const style_metadata = await service.analyze(picture)
  const content = {
    headline: 'Sleep among the dunes',
    sub_headline: 'Desert camps under a clear sky, for two to six.',
    cta_button_text: 'Choose a night',
  }
  const { generated_html } = await service.post('build-sparkpage', { style_metadata, content })
  const documents = { '/page': generated_html, '/': buildBoard(style_metadata) }
  const viewport = { width: 1600, height: 620, deviceScaleFactor: 2 }
  await capture(service, { documents, picture }, { viewport, output_format: 'png' }, async file => {
    // The service has switched off sharp's reading of files.
    await sharp(await readFile(file))
      .webp({ quality: 86, effort: 6 })
      .toFile(join(root, 'docs/tour.webp'))
  })
  await service.stop()
}

/** A film of a page for a phone, as the service writes it, smaller. */
async function drawStory(): Promise<void> {
  const service = await startClient()
  const picture = await readPhotograph('landscape-jared-evans-119758.jpg')
  const style_metadata = await service.analyze(picture)
  const export_settings = { motion: 'entrance' }
  const { generated_html } = await service.post('build-sparkpage', {
    style_metadata,
    content: storyContent,
    export_settings,
  })
  const request = {
    output_format: 'mp4',
    record_duration: '10s',
    platform: 'instagram_reels',
    motion: 'story',
  } as const
  await capture(service, { documents: { '/': generated_html }, picture }, request, async film => {
    const filters = 'fps=15,scale=360:-2'
    const encoder = ['-c:v', 'libwebp_anim', '-quality', '70', '-compression_level', '6', '-loop', '0']
    const file = join(root, 'docs/story.webp')
    await execute('ffmpeg', ['-v', 'error', '-y', '-i', film, '-vf', filters, ...encoder, file])
  })
  await service.stop()
}

interface Site {
  /** By their paths. */
  readonly documents: Readonly<Record<string, string>>
  /** A photograph at /picture. */
  readonly picture: Buffer
}

/** Captures the first page of a site by a script of the service, and passes the file on. */
async function capture(
  service: Awaited<ReturnType<typeof startClient>>,
  { documents, picture }: Site,
  request: Omit<CaptureRequest, 'target_url'>,
  use: (file: string) => Promise<void>,
): Promise<void> {
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', url === '/picture' ? 'image/jpeg' : 'text/html; charset=utf-8')
    response.end(url === '/picture' ? picture : documents[url])
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const target_url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  const { playwright_script, capture_config } = await service.post('capture-media', { target_url, ...request })
  // Inside the project, so that the script finds its browser library.
  const folder = await mkdtemp(join(root, '.tour-'))
  try {
    await writeFile(join(folder, 'capture.mjs'), playwright_script)
    const env = { CHROMIUM_PATH: chromiumPath, CAPTURE_NO_SANDBOX: '1', ...process.env }
    await execute(process.execPath, ['capture.mjs'], { cwd: folder, env })
    await use(join(folder, capture_config.output_file))
  } finally {
    await rm(folder, { recursive: true })
    server.close()
  }
}

/** Photographs with their palettes and pages, beside pages of styles written by hand: rows of three columns, mirrored in turn. */
async function drawGallery(): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
  const service = await startClient()
  const layers: OverlayOptions[] = []
  for (const [row, { file, words }] of photographs.entries()) {
    const left = row % 2 === 0 ? gap : thumbnail.width + 2 * gap
    const bytes = await readPhotograph(file)
    const style = await service.analyze(bytes)
    layers.push(...(await renderPhotograph(browser, bytes, { style, words }, left, topOf(row))))
  }
  await service.stop()
  for (const [row, exhibit] of styles.entries()) {
    const left = row % 2 === 0 ? 2 * thumbnail.width + 3 * gap : gap
    layers.push({ input: await renderPage(browser, exhibit), left, top: topOf(row) })
  }
  await browser.close()
  const size = { width: 3 * (thumbnail.width + gap) + gap, height: topOf(photographs.length) }
  await sharp({ create: { ...size, channels: 3, background: '#D4D4D8' } })
    .composite(layers)
    .webp({ quality: 76, effort: 6 })
    .toFile(join(root, 'docs/gallery.webp'))
}

function topOf(row: number): number {
  return gap + row * (thumbnail.height + gap)
}

interface Analyzed {
  readonly style: StyleMetadata
  readonly words: PhotographExhibit['words']
}

/** The card of a photograph, and beside it the page built from its analysis, in the colour scheme that suits the photograph. */
async function renderPhotograph(
  browser: Browser,
  bytes: Buffer,
  { style, words }: Analyzed,
  left: number,
  top: number,
): Promise<readonly OverlayOptions[]> {
  const exhibit = { style: { ...style }, words, colorScheme: style.scheme ?? 'light' }
  return [
    { input: await takeScreenshot(browser, buildCard(bytes, style), cardSize, 'light'), left, top },
    { input: await renderPage(browser, exhibit), left: left + cardSize.width + innerGap, top },
  ]
}

async function renderPage(
  browser: Browser,
  { style, words, framework = 'none', colorScheme = 'light' }: StyleExhibit,
): Promise<Buffer> {
  const [headline, sub_headline, cta_button_text] = words
  const content = { headline, sub_headline, cta_button_text }
  const page = await buildPage({ style, content, framework }, createFontEmbedder())
  const picture = await takeScreenshot(browser, page.html, view, colorScheme)
  return sharp(picture).resize(thumbnail).png().toBuffer()
}

async function takeScreenshot(
  browser: Browser,
  document: string,
  viewport: { readonly width: number; readonly height: number },
  colorScheme: 'light' | 'dark',
): Promise<Buffer> {
  const tab = await browser.newPage({ viewport, colorScheme })
  await tab.setContent(document)
  const picture = await tab.screenshot()
  await tab.close()
  return picture
}

function readPhotograph(file: string): Promise<Buffer> {
  return readFile(join(root, 'test/fixtures/pictures', file))
}

/** The service on a database of its own, without a port. */
async function startClient() {
  const { app, stop } = await startService()
  const post = async (url: string, payload: object) => {
    const response = await app.inject({ method: 'POST', url: `/api/v1/${url}`, payload })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.payload}`)
    return response.json()
  }
  return {
    post,
    /** The style of a photograph, with the picture for its page. */
    analyze: async (bytes: Buffer): Promise<StyleMetadata> => {
      const source_url = `data:image/jpeg;base64,${bytes.toString('base64')}`
      const answer = await post('analyze-vibe', { source_url, target_platform: 'web_16_9', preview: true })
      return answer.style_metadata
    },
    stop,
  }
}
