// hide_overlays: what lies above a page without being asked for is gone, and what belongs to it stays.
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import { ownParts, unaskedOverlays } from './fixtures/capture/overlay-pages.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { needs, shellPath } from './helpers/tools.ts'
import { sample } from './helpers/whole.ts'

t.setTimeout(1_500_000)
t.jobs = 2

const chromium = needs('chromium')
const light = shellPath === undefined ? {} : { CHROMIUM_PATH: shellPath }
const viewport = { width: 1000, height: 700, deviceScaleFactor: 1 } as const
const text = `<p>${'The harbour wakes before the town does. '.repeat(60)}</p>`

const drawn = [...unaskedOverlays, ...ownParts]
const server = createServer((request, response) => {
  const { html } = drawn[Number(request.url?.slice(1))] ?? {}
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><meta charset="utf-8"><title>Page</title>${html?.includes('<main>') ? '' : text}${html}`)
})
const { url: origin } = await listen(t, server)

/** How many pixels of the picture have a color, and whether its first one is white. */
async function capture(t: Test, part: (typeof drawn)[number], request: Partial<CaptureRequest>) {
  const target_url = `${origin}/${drawn.indexOf(part)}`
  const { code, stderr, folder, config } = await runCapture(t, { viewport, ...request, target_url }, { env: light })
  t.equal(code, 0, stderr)
  const { data } = await sharp(join(folder, config.output_file))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const count = (color: string) => {
    let pixels = 0
    for (let at = 0; at < data.length; at += 3) if (data.toString('hex', at, at + 3) === color) pixels += 1
    return pixels
  }
  return { red: count('ff0000'), green: count('00aa00'), first: data.toString('hex', 0, 3) }
}

for (const part of sample(unaskedOverlays, 7)) {
  t.test(`hides ${part.name}`, chromium, async t => {
    const shown = await capture(t, part, { delay: '2s' })
    t.ok(shown.red > 500, 'it is there without the option')
    const hidden = await capture(t, part, { delay: '2s', hide_overlays: true })
    t.equal(hidden.red, 0)
    t.equal(hidden.first, 'ffffff', 'no layer darkens the page')
  })
}

for (const part of sample(ownParts, 5)) {
  t.test(`keeps ${part.name}`, chromium, async t => {
    const steps = part.html.includes('id="open"') ? [{ action: 'click', selector: '#open' } as const] : []
    const { green } = await capture(t, part, { hide_overlays: true, steps })
    t.ok(green > 2000)
  })
}

t.test('hides what is above a film', { ...chromium, ...needs('ffmpeg') }, async t => {
  const [part = drawn[0]] = unaskedOverlays
  if (!part) return
  const request = { output_format: 'mp4', record_duration: '0.1s', hide_overlays: true } as const
  const target_url = `${origin}/${drawn.indexOf(part)}`
  const { code, stderr, config } = await runCapture(t, { viewport, ...request, target_url }, { env: light })
  t.equal(code, 0, stderr)
  t.ok((config.banner_selectors ?? []).length > 0, 'with the banners')
})
