// Makes docs/tour.webp, the picture at the top of the README: photograph → palette → page, from the answers of the service and taken by its own
// capture script. `npm run tour`, with Chromium installed.
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
import { createSourceReader } from '../src/fetch/source.ts'
import { openStore } from '../src/store/open-store.ts'
import { buildBoard } from './tour/board.ts'

const root = join(import.meta.dirname, '..')
const photograph = 'landscape-jared-evans-119758.jpg'
const content = {
  headline: 'Sleep among the dunes',
  sub_headline: 'Desert camps under a clear sky, for two to six.',
  cta_button_text: 'Choose a night',
}

const dataDir = await mkdtemp(join(tmpdir(), 'tour-'))
const store = await openStore({ dataDir })
const sources = createSourceReader({ allow: [], timeoutMs: 1000, maxBytes: 1e7 })
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
const app = await buildApp(config, { store, sources, now: () => new Date(), isDraining: () => false })

async function post(url: string, payload: object) {
  const response = await app.inject({ method: 'POST', url: `/api/v1/${url}`, payload })
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.payload}`)
  return response.json()
}

const picture = await readFile(join(root, 'test/fixtures/pictures', photograph))
const source_url = `data:image/jpeg;base64,${picture.toString('base64')}`
const { style_metadata } = await post('analyze-vibe', { source_url, target_platform: 'web_16_9' })
const { generated_html } = await post('build-sparkpage', { style_metadata, content })

const server = createServer((request, response) => {
  response.setHeader('content-type', request.url === '/picture' ? 'image/jpeg' : 'text/html; charset=utf-8')
  response.end(
    request.url === '/picture' ? picture : request.url === '/page' ? generated_html : buildBoard(style_metadata),
  )
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const target_url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
const { playwright_script, capture_config } = await post('capture-media', {
  target_url,
  viewport: { width: 1600, height: 620, deviceScaleFactor: 2 },
  output_format: 'png',
})

// Inside the project, so that the script finds its browser library.
const folder = await mkdtemp(join(root, '.tour-'))
try {
  await writeFile(join(folder, 'capture.mjs'), playwright_script)
  const env = { CHROMIUM_PATH: '/usr/bin/chromium', CAPTURE_NO_SANDBOX: '1', ...process.env }
  await promisify(execFile)(process.execPath, ['capture.mjs'], { cwd: folder, env })
  const screenshot = await readFile(join(folder, capture_config.output_file))
  await sharp(screenshot).webp({ quality: 86, effort: 6 }).toFile(join(root, 'docs/tour.webp'))
} finally {
  await rm(folder, { recursive: true })
  server.close()
  await app.close()
  await sources.close()
  await store.close()
  await rm(dataDir, { recursive: true })
}
