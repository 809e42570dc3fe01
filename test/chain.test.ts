// The whole job with real parts: picture → style → page → script → a browser → a 4K picture → its style again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { differenceCiede2000 } from 'culori'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { chromiumPath, needs } from './helpers/tools.ts'

const difference = differenceCiede2000()

/** Grey levels around the middle, the same in every run (a linear congruential generator, Numerical Recipes). */
const noise = (length: number): Buffer => {
  let seed = 1
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return 104 + (seed >>> 24) * 0.19
    }),
  )
}

/** A picture that looks like a photograph: a sky of soft gradients, a blurred ridge, a lit window, and grain. */
const photograph = async (): Promise<string> => {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1B2A49"/><stop offset=".7" stop-color="#C8553D"/><stop offset="1" stop-color="#F2C14E"/></linearGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="3"/></filter></defs>
    <path fill="url(#sky)" d="M0 0h1200v800H0z"/><g filter="url(#soft)"><path fill="#14342B" d="M0 620 300 480 620 640 900 520 1200 660V800H0z"/><circle cx="860" cy="300" r="70" fill="#F9E9C8"/></g></svg>`
  const grain = { raw: { width: 1200, height: 800, channels: 1 } } as const
  const jpeg = await sharp(Buffer.from(scene))
    .composite([{ input: noise(1200 * 800), ...grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

/** Serves one page on loopback until the test ends. */
const serve = async (t: Test, html: string): Promise<string> => {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html),
  )
  return `${(await listen(t, server)).url}/`
}

/** Runs the script as a user would: a file on its own, node, an output name. */
const runScript = async (
  t: Test,
  script: string,
): Promise<{ code: number; result: { output: string; width: number; height: number } }> => {
  // Inside the project, so that the script finds playwright-core as it would in a user's folder.
  const folder = await mkdtemp(join(import.meta.dirname, '..', '.tap', 'chain-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'capture.mjs'), script)
  const environment = { ...process.env, NODE_OPTIONS: '', CHROMIUM_PATH: chromiumPath, CAPTURE_NO_SANDBOX: '1' }
  const child = spawn(process.execPath, ['capture.mjs', 'page.png'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', chunk => {
    out += chunk
  })
  const [code] = await once(child, 'close')
  const result = JSON.parse(out)
  return { code, result: { ...result, output: join(folder, 'page.png') } }
}

for (const framework of ['none', 'tailwind']) {
  t.test(
    `picture → style → ${framework} page → script → 4K picture → the colours of the page`,
    needs('chromium'),
    async t => {
      const service = await startService(t)
      const analysis = (await service.post('/api/v1/analyze-vibe', { source_url: await photograph() })).json()
      const built = await service.post('/api/v1/build-sparkpage', {
        style_metadata: analysis.style_metadata,
        content: {
          headline: 'Evenings by the ridge',
          sub_headline: 'Rooms with a view of the last light.',
          cta_button_text: 'Book a room',
        },
        export_settings: { framework },
      })
      t.equal(built.statusCode, 200)
      const { generated_html, css_variables } = built.json()

      const target_url = await serve(t, generated_html)
      const viewport = { width: 3840, height: 2160 }
      const capture = (
        await service.post('/api/v1/capture-media', {
          target_url,
          viewport,
          output_format: 'png',
          wait_until: 'networkidle',
        })
      ).json()
      const { code, result } = await runScript(t, capture.playwright_script)
      t.equal(code, 0)
      t.match(result, { width: 3840, height: 2160 })

      const png = await readFile(result.output)
      t.match(await sharp(png).metadata(), { format: 'png', width: 3840, height: 2160 })
      const source_url = `data:image/png;base64,${png.toString('base64')}`
      const again = (await service.post('/api/v1/analyze-vibe', { source_url, analysis_depth: 'high' })).json()
      const found: string[] = again.style_metadata.palette.map(({ hex }: { hex: string }) => hex)
      for (const name of ['--sp-bg', '--sp-text', '--sp-accent']) {
        const wanted: string = css_variables[name]
        const nearest = Math.min(...found.map(hex => difference(wanted, hex)))
        t.ok(nearest < 5, `${name} ${wanted} is found in ${found.join(' ')} at ΔE00 ${nearest.toFixed(2)}`)
      }
    },
  )
}
