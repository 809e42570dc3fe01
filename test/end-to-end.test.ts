// The whole job with real parts: picture → style → page → script → a browser → a picture → its style again.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { differenceCiede2000 } from 'culori'
import sharp from 'sharp'
import t from 'tap'
import { runScript } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'

const difference = differenceCiede2000()

/** A picture that looks like a photograph: a sky of soft gradients, a blurred ridge and a lit window. */
const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1B2A49"/><stop offset=".7" stop-color="#C8553D"/><stop offset="1" stop-color="#F2C14E"/></linearGradient>
  <filter id="soft"><feGaussianBlur stdDeviation="3"/></filter></defs>
  <path fill="url(#sky)" d="M0 0h1200v800H0z"/><g filter="url(#soft)"><path fill="#14342B" d="M0 620 300 480 620 640 900 520 1200 660V800H0z"/><circle cx="860" cy="300" r="70" fill="#F9E9C8"/></g></svg>`

t.test('a picture of a page shows the colours of the page, built from a picture', needs('chromium'), async t => {
  const service = await startService(t)
  const post = async (operation: string, body: unknown) => {
    const response = await service.post(`/api/v1/${operation}`, body)
    t.equal(response.statusCode, 200, `${operation}: ${response.body.slice(0, 500)}`)
    return response.json()
  }
  const jpeg = await sharp(Buffer.from(scene)).jpeg({ quality: 90 }).toBuffer()
  const { style_metadata } = await post('analyze-vibe', {
    source_url: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
  })
  const content = {
    headline: 'Evenings by the ridge',
    sub_headline: 'Rooms with a view of the last light.',
    cta_button_text: 'Book a room',
  }
  for (const [framework, width, height] of [
    ['none', 3840, 2160],
    ['tailwind', 1280, 720],
  ] as const) {
    await t.test(`${framework}, ${width} × ${height} px`, async t => {
      const page = { style_metadata, content, export_settings: { framework } }
      const { generated_html, css_variables } = await post('build-sparkpage', page)
      const server = createServer((_, response) =>
        response.setHeader('content-type', 'text/html; charset=utf-8').end(generated_html),
      )
      const { url: target_url } = await listen(t, server)
      const viewport = { width, height, deviceScaleFactor: 1 }
      const capture = { target_url, viewport, output_format: 'png', wait_until: 'networkidle' }
      const { playwright_script } = await post('capture-media', capture)
      const { code, stdout, stderr, folder } = await runScript(t, playwright_script, { args: ['page.png'] })
      t.equal(code, 0, stderr)
      t.match(JSON.parse(stdout), { width, height })

      const png = await readFile(join(folder, 'page.png'))
      t.match(await sharp(png).metadata(), { format: 'png', width, height })
      const source_url = `data:image/png;base64,${png.toString('base64')}`
      const again = await post('analyze-vibe', { source_url, analysis_depth: 'high' })
      const found: string[] = again.style_metadata.palette.map(({ hex }: { hex: string }) => hex)
      for (const name of ['--sp-bg', '--sp-text', '--sp-accent']) {
        const expected: string = css_variables[name]
        const nearest = Math.min(...found.map(hex => difference(expected, hex)))
        t.ok(nearest < 5, `${name} ${expected} in ${found.join(' ')} at ΔE00 ${nearest.toFixed(2)}`)
      }
    })
  }
})
