// `npm run bench:sheets -- PICTURES OUTPUT`: pages of a folder of photographs as pictures for reviewers, with the commands of the README:
// the photograph as it is, its preview as the picture of the page, one text for all. OUTPUT gets
//   sheet-1440.webp, sheet-390.webp   all pages together
//   pair-….webp                       a page beside the first screen of a popular template, in an order that nothing shows
//   key-1440.json, key-390.json       which side is ours
// `--templates none` leaves the pairs out; `--dark` shows the dark scheme.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import sharp from 'sharp'
import type { PageContent } from '../../schemas/page-content.ts'
import { startServer as startService, untilReady } from '../server-process.ts'
import { startServer, templates } from './subjects.ts'

interface Shot {
  readonly name: string
  readonly image: Buffer
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { templates: { type: 'string', default: 'all' }, dark: { type: 'boolean', default: false } },
})
const [pictures, output] = positionals
if (pictures === undefined || output === undefined) throw new Error('Usage: npm run bench:sheets -- PICTURES OUTPUT')

/** CSS px. */
const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const columns = 8
/** Px between the pictures of a sheet. */
const gap = 12

const content: PageContent = {
  headline: 'Made for the long way home',
  sub_headline: 'Small tours with people who know the place, from one day to two weeks.',
  cta_button_text: 'Plan a trip',
  brand: { name: 'Northway' },
  sections: [
    { heading: 'Slow by design', text: 'Eight guests at most, no coach, and time to stop where it is worth it.' },
    { heading: 'Guides who live here', text: 'They speak the language, cook the food and know which road is open.' },
    { heading: 'One price', text: 'Hotels, trains, meals and entries are included. Nothing is sold on the way.' },
  ],
}

await mkdir(output, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const pages = await buildPages(pictures)
for (const { width, height } of windows) {
  const shots: Shot[] = []
  for (const { name, html } of pages) shots.push({ name, image: await screenshot(browser, { html }, width, height) })
  await writeSheet(shots, join(output, `sheet-${width}.webp`), width === 1440 ? 480 : 195)
  if (options.templates !== 'none') await writePairs(shots, width, height, output)
}
await browser.close()

/** The pages of all photographs of a folder. */
async function buildPages(folder: string) {
  const service = await startService({ file: '../src/server.ts' })
  await untilReady(service)
  const post = async (path: string, body: FormData | string) => {
    const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await fetch(`${service.address}/api/v1/${path}`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  const built: { readonly name: string; readonly html: string }[] = []
  const files = (await readdir(folder)).filter(file => /\.(?:jpe?g|png|webp|avif)$/i.test(file)).sort()
  for (const file of files) {
    const form = new FormData()
    form.set('file', new Blob([await readFile(join(folder, file))]), file)
    form.set('preview', 'true')
    const { style_metadata } = await post('analyze-vibe', form)
    const { generated_html } = await post('build-sparkpage', JSON.stringify({ style_metadata, content }))
    built.push({ name: parse(file).name, html: generated_html })
  }
  await service.stop()
  return built
}

/** The first screen of a page. */
async function screenshot(
  from: Browser,
  page: { readonly html?: string; readonly url?: string },
  width: number,
  height: number,
): Promise<Buffer> {
  const tab = await from.newPage({
    viewport: { width, height },
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  if (page.html === undefined) await tab.goto(String(page.url), { waitUntil: 'load' })
  else await tab.setContent(page.html, { waitUntil: 'load' })
  await tab.waitForTimeout(300)
  const image = await tab.screenshot()
  await tab.close()
  return image
}

/** @param cellWidth of a picture on the sheet, px */
async function writeSheet(shots: readonly Shot[], file: string, cellWidth: number): Promise<void> {
  const cells = await Promise.all(shots.map(({ image }) => sharp(image).resize({ width: cellWidth }).toBuffer()))
  const { height: cellHeight = 0 } = await sharp(cells[0]).metadata()
  const rows = Math.ceil(cells.length / columns)
  await sharp({
    create: {
      width: columns * (cellWidth + gap) + gap,
      height: rows * (cellHeight + gap) + gap,
      channels: 3,
      background: '#808080',
    },
  })
    .composite(
      cells.map((input, index) => ({
        input,
        left: gap + (index % columns) * (cellWidth + gap),
        top: gap + Math.floor(index / columns) * (cellHeight + gap),
      })),
    )
    .webp({ quality: 80 })
    .toFile(file)
}

/** Our pages and the templates in turn; the hash of a name decides the side. */
async function writePairs(shots: readonly Shot[], width: number, height: number, folder: string): Promise<void> {
  const server = await startServer(templates)
  const peers = await Promise.all(
    templates.map(({ name, entry }) =>
      screenshot(browser, { url: `${server.origin}/${name}/${entry}` }, width, height),
    ),
  )
  await server.close()
  const key: Record<string, string> = {}
  for (const [index, { name, image }] of shots.entries()) {
    const template = peers[index % peers.length]
    const isLeft = createHash('sha256').update(name).digest().readUInt8(0) % 2 === 0
    const sides = isLeft ? [image, template] : [template, image]
    const file = `pair-${width}-${index + 1}.webp`
    key[file] = isLeft ? 'left' : 'right'
    await sharp({
      create: { width: 2 * width + 3 * gap, height: height + 2 * gap, channels: 3, background: '#808080' },
    })
      .composite(sides.map((input, side) => ({ input, left: gap + side * (width + gap), top: gap })))
      .webp({ quality: 85 })
      .toFile(join(folder, file))
  }
  await writeFile(join(folder, `key-${width}.json`), `${JSON.stringify(key, null, 2)}\n`)
}
