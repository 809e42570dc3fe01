// `npm run bench:pages -- OUTPUT [--source CHECKOUT] [--only TEXT] [--shots none]`: draws pages from frozen inputs, so
// that what a change loses is seen beside an older commit. OUTPUT gets a document for each page and its screenshots at 390, 1440 and 3840 px in
// both colour schemes. CHECKOUT is another working copy whose engine draws the pages. `--freeze` measures the styles of the pictures anew.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { type FrozenCase, freezeStyles, previewOf, readCases } from './cases.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    source: { type: 'string', default: '.' },
    only: { type: 'string', default: '' },
    shots: { type: 'string', default: 'all' },
    freeze: { type: 'boolean', default: false },
  },
})
const [output] = positionals
if (output === undefined) throw new Error('Usage: npm run bench:pages -- OUTPUT')

/** Windows, CSS px. */
const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 3840, height: 2160 },
] as const

if (options.freeze) await freezeStyles((await readdir('test/fixtures/pictures')).filter(file => file.endsWith('.jpg')))
await mkdir(output, { recursive: true })
const draw = await loadEngine()
const cases = (await readCases()).filter(({ name }) => name.includes(options.only))
const browser = options.shots === 'none' ? undefined : await launch()
for (const one of cases) {
  const html = await draw(one)
  await writeFile(join(output, `${one.name}.html`), html)
  if (browser) await takeScreenshots(browser, html, join(output, one.name))
}
await browser?.close()
console.log(`${cases.length} pages in ${output}`)

type Engine = (one: FrozenCase) => Promise<string>

/** @returns a module of the checkout. */
function load(file: string) {
  return import(pathToFileURL(resolve(options.source, 'src', file)).href)
}

/** Commits before the fonts were part of building a page give pages with the fonts of the system. */
async function loadEngine(): Promise<Engine> {
  const [{ buildPage }, { createFontEmbedder }] = await Promise.all([
    load('sparkpage/build.ts'),
    load('sparkpage/fonts.ts'),
  ])
  const embedder = createFontEmbedder()
  return async ({ style, picture, ...settings }) => {
    const preview = await previewOf(picture)
    const input = { ...settings, style: { ...style, preview }, responsiveType: 'mobile-first' }
    return (await buildPage(input, embedder)).html
  }
}

function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
}

async function takeScreenshots(from: Browser, html: string, file: string): Promise<void> {
  for (const viewport of windows) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const tab = await from.newPage({ viewport, colorScheme, reducedMotion: 'reduce' })
      await tab.setContent(html, { waitUntil: 'load' })
      await tab.evaluate('document.fonts.ready.then(() => true)')
      await tab.screenshot({ path: `${file}-${viewport.width}-${colorScheme}.png`, fullPage: true })
      await tab.close()
    }
  }
}
