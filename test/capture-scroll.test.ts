// Films that scroll, measured in their pixels: where each frame stands, and what follows the position or the time.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { framesOf } from './fixtures/capture/coded/frames.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import {
  appearing,
  appearingHeight,
  columns,
  headerGrey,
  headerHeight,
  pageHeight,
  positionOf,
  rulers,
  type Strip,
  scrollPage,
} from './fixtures/capture/scroll-page.ts'
import { launchOptions } from './helpers/browser.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

t.setTimeout(1_500_000)
t.jobs = whole ? 1 : 2

const needed = needs('chromium', 'headless_shell', 'ffmpeg')
const lazyGrey = 200
const lazy = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="60"><path d="M0 0h30v60H0z" fill="rgb(${lazyGrey},${lazyGrey},${lazyGrey})"/></svg>`
const server = createServer(({ url = '' }, response) => {
  const isPage = url === '/'
  response.setHeader('content-type', isPage ? 'text/html' : 'image/svg+xml')
  setTimeout(() => response.end(isPage ? scrollPage : lazy), isPage ? 0 : 300)
})
const { url: origin } = await listen(t, server)

const browsers = [
  { name: 'headless shell', env: { CHROMIUM_PATH: shellPath ?? '' } },
  { name: 'Chromium', env: {} },
] as const
/** A whole scale: at another one the rows of a ruler have different heights. */
const [seconds, width, height, scale] = whole ? [10, 1920, 1080, 2] : [1, 700, 400, 2]
const frames = seconds * 60
/** Tops of the page in CSS px, slow at both ends. */
const tops = Array.from({ length: frames }, (_, index) => {
  return ((pageHeight - height) * (1 - Math.cos((Math.PI * index) / (frames - 1)))) / 2
})
const device = { width: width * scale, height: height * scale } as const
const strip = { width: columns.end * scale, height: device.height } as const

/** Grey at a place of a strip, CSS px from its left and top. */
const greyAt = ({ data }: Strip, x: number, y: number) =>
  Number(data[Math.round(y * scale) * strip.width + Math.round(x * scale)])

/** Blocks and pictures that are wholly in view at a position. */
const inView = (top: number) => appearing.filter(at => at > top && at + appearingHeight < top + height)

/** What may still fade in. @param x device px from the left. */
const isFading = (x: number) => x >= columns.faded * scale && x < columns.lazy * scale

/**
 * Photographs the page at a position after everything has settled. The browser has the scale of its own: with an
 * emulated one positions are whole CSS px.
 */
async function openSettled(t: Test) {
  const args = [...launchOptions.args, `--force-device-scale-factor=${scale}`]
  const browser = await chromium.launch({ ...launchOptions, args })
  t.teardown(() => browser.close())
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  // Before the page loads: a smooth scroll to its first snap position would go on after scrollTo.
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { scroll-snap-type: none !important }')
    document.adoptedStyleSheets = [sheet]
  })
  await page.goto(origin)
  return async (top: number) => {
    await page.evaluate(top => scrollTo({ top, behavior: 'instant' }), top)
    await page.waitForTimeout(800)
    await page.waitForFunction(() =>
      [...document.images].every(({ y, height, complete }) => complete || y + height < 0 || y > innerHeight),
    )
    return sharp(await page.screenshot())
      .greyscale()
      .raw()
      .toBuffer()
  }
}

for (const { name: browser, env } of sample(browsers, 1)) {
  const name = `${browser}: each of ${frames} frames of a scroll shows what belongs to its position and time`
  t.test(name, { ...needed }, async t => {
    const request = {
      target_url: origin,
      viewport: { width, height, deviceScaleFactor: scale },
      output_format: 'mp4',
      record_duration: `${seconds}s`,
      motion: 'scroll',
    } as const
    const { code, stderr, folder, config } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    t.notMatch(stderr, 'warning: The images')
    const file = join(folder, config.output_file)

    const errors = new Map<string, number>(rulers.map(({ name }) => [name, 0]))
    const greys: (number | undefined)[][] = appearing.map(() => [])
    let [missing, index] = [0, 0]
    const format = { ...strip, channels: 1, filters: [`crop=${strip.width}:${strip.height}:0:0`] } as const
    for await (const data of framesOf(ffmpegPath ?? '', file, format)) {
      const top = tops[index] ?? 0
      const shown = { ...strip, data }
      for (const { name, left, shown: position } of rulers) {
        const error = Math.abs(positionOf(shown, left, scale) - position(top, height) * scale)
        errors.set(name, Math.max(errors.get(name) ?? 0, error))
      }
      for (const at of inView(top)) {
        const y = at - top + appearingHeight / 2
        greys[appearing.indexOf(at)]?.push(greyAt(shown, columns.faded + 15, y))
        if (Math.abs(greyAt(shown, columns.lazy + 15, y) - lazyGrey) > 12) missing += 1
      }
      index += 1
    }
    t.equal(index, frames)
    t.comment(`cases: ${browser}: ${frames} frames of ${device.width} × ${device.height} px`)
    for (const { name, shown, isSnapped } of rulers) {
      const speed = shown(1000, height) / 1000
      // Chromium snaps the page to device px, and then a layer that follows it.
      t.ok(Number(errors.get(name)) <= 0.5 + (isSnapped ? speed / 2 : 0), `${name}: ${errors.get(name)} device px`)
    }
    t.equal(missing, 0, 'each lazy picture is there in each frame')

    // 300 ms are 18 frames, counted where the whole block is in view. A block that comes into view begins to fade in with its frame or the next one.
    const steps = greys.flatMap(seen => seen.slice(1).map((grey, at) => Number(grey) - Number(seen[at])))
    const fading = steps.filter(step => step > 2)
    t.ok(fading.length > (whole ? 100 : 20), `${fading.length} frames in transitions`)
    t.ok(
      Math.max(...steps) < 255 / 18 + 8 && Math.min(...steps) > -5,
      `steps of ${Math.min(...steps)} to ${Math.max(...steps)}`,
    )

    const settled = await openSettled(t)
    const sampled = { ...device, channels: 1, filters: [`select=not(mod(n\\,${frames / 10}))`] } as const
    index = 0
    for await (const data of framesOf(ffmpegPath ?? '', file, sampled)) {
      const frame = (index * frames) / 10
      const page = await settled(tops[frame] ?? 0)
      let differing = 0
      for (const [at, grey] of page.entries()) {
        if (Math.abs(grey - Number(data[at])) > 24 && !isFading(at % device.width)) differing += 1
      }
      const share = (100 * differing) / page.length
      t.ok(share <= 0.5, `frame ${frame}: ${share.toFixed(3)} % of the pixels differ`)
      const header = headerHeight * scale * 0.5 * device.width + (columns.end + 50) * scale
      t.ok(Math.abs(Number(data[header]) - headerGrey) < 8, `frame ${frame}: the header stays`)
      index += 1
    }
    t.equal(index, 10)
  })
}
