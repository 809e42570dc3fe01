// Makes docs/tour.webp, the picture at the top of the README: picture → palette → page, asked of the service and taken by its own capture
// script. `npm run tour`, with Chromium installed.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createSourceReader } from '../src/net/source.ts'
import { openStore } from '../src/store/open-store.ts'
import { board } from './tour/board.ts'
import { dusk } from './tour/dusk.ts'

const root = join(import.meta.dirname, '..')
const content = {
  headline: 'Walk the ridge at dusk',
  sub_headline: 'Guided evenings above the fog, in groups of six.',
  cta_button_text: 'Find an evening',
}

const dataDir = await mkdtemp(join(tmpdir(), 'tour-'))
const store = await openStore({ dataDir })
const sources = createSourceReader({ allow: [], timeoutMs: 1000, maxBytes: 1e7 })
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
const app = await buildApp(config, { store, sources, now: () => new Date(), isDraining: () => false })

const post = async (url: string, payload: object) => {
  const answer = await app.inject({ method: 'POST', url: `/api/v1/${url}`, payload })
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.payload}`)
  return answer.json()
}

const picture = await sharp(await dusk())
  .jpeg({ quality: 90 })
  .toBuffer()
const source_url = `data:image/jpeg;base64,${picture.toString('base64')}`
const { style_metadata } = await post('analyze-vibe', { source_url, target_platform: 'web_16_9' })
const { generated_html } = await post('build-sparkpage', { style_metadata, content })

const host = createServer((request, answer) => {
  answer.setHeader('content-type', request.url === '/picture' ? 'image/jpeg' : 'text/html; charset=utf-8')
  answer.end(request.url === '/picture' ? picture : request.url === '/page' ? generated_html : board(style_metadata))
}).listen(0, '127.0.0.1')
await once(host, 'listening')
const address = host.address()
const target_url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
const { playwright_script, capture_config } = await post('capture-media', {
  target_url,
  viewport: { width: 1600, height: 620, deviceScaleFactor: 2 },
  output_format: 'png',
})

// Inside of the project, so that the script finds its browser library.
const folder = await mkdtemp(join(root, '.tour-'))
try {
  await writeFile(join(folder, 'capture.mjs'), playwright_script)
  const env = { CHROMIUM_PATH: '/usr/bin/chromium', CAPTURE_NO_SANDBOX: '1', ...process.env }
  await promisify(execFile)(process.execPath, ['capture.mjs'], { cwd: folder, env })
  const taken = await readFile(join(folder, capture_config.output_file))
  await sharp(taken).webp({ quality: 86, effort: 6 }).toFile(join(root, 'docs/tour.webp'))
} finally {
  await rm(folder, { recursive: true })
  host.close()
  await app.close()
  await sources.close()
  await store.close()
  await rm(dataDir, { recursive: true })
}
