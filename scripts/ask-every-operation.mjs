// Asks every operation once, among them for a photograph of 12 megapixels, a film and a drawing, and prints the answers as one line of JSON.
// Runs in a container beside the service (scripts/container.ts) and on other versions of Node.js (scripts/nodes.ts).
import { execFileSync } from 'node:child_process'
import sharp from 'sharp'

const base = `http://127.0.0.1:${process.env.PORT}`
// The container listens on every interface, where /api/admin needs its token.
const authorization = `Bearer ${process.env.ADMIN_TOKEN}`
const answers = []

/** Addresses of the records that the answers made. */
const records = []

const ask = async (name, path, body) => {
  const headers = { authorization, 'content-type': 'application/json' }
  const response = await fetch(
    `${base}${path}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  )
  const text = await response.text()
  answers.push({ name, status: response.status, bytes: text.length })
  const location = response.headers.get('content-location')
  if (body && location) records.push(location)
  return text
}

const analyze = '/api/v1/analyze-vibe'
const noise = { type: 'gaussian', mean: 128, sigma: 30 }
const photograph = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
  .jpeg({ quality: 60 })
  .toBuffer()
const film = execFileSync(
  'ffmpeg',
  ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=3', '-c:v', 'libvpx', '-f', 'webm', '-'],
  { maxBuffer: 64e6 },
)

const style = await ask('analyze-vibe, 12 megapixels', analyze, {
  source_url: `data:image/jpeg;base64,${photograph.toString('base64')}`,
  preview: true,
})
await ask('analyze-vibe, video', analyze, {
  source_url: `data:video/webm;base64,${film.toString('base64')}`,
  media_type: 'video',
})
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="#C83232" d="M0 0h9v9H0z"/></svg>'
await ask('analyze-vibe, SVG', analyze, { source_url: `data:image/svg+xml;base64,${btoa(drawing)}` })
const page = {
  ...JSON.parse(style),
  content: { headline: 'Ship your story', sub_headline: 'From one picture.', cta_button_text: 'Start' },
}
await ask('build-sparkpage', '/api/v1/build-sparkpage', page)
for (const typography of ['sans', 'serif', 'mono', 'slab', 'round', 'script', 'condensed']) {
  const style_metadata = { ...page.style_metadata, typography }
  const html = await ask(`build-sparkpage, ${typography}`, '/api/v1/build-sparkpage', { ...page, style_metadata })
  if (!html.includes('data:font/woff2')) throw new Error(`A ${typography} page has no fonts.`)
}
await ask('capture-media', '/api/v1/capture-media', { target_url: 'https://example.com/' })
for (const type of ['projects', 'analysis', 'api-spec']) await ask(`export txt ${type}`, `/api/v1/export/txt/${type}`)
for (const type of ['projects', 'analysis']) await ask(`export pdf ${type}`, `/api/v1/export/pdf/${type}`)
await ask('health', '/api/health')
await ask('stats', '/api/admin/stats')
for (const path of records) await ask(`record ${path}`, path)
const id = String(records.at(-1)).split('/').at(-1)
const deleted = await fetch(`${base}/api/admin/records/${id}`, { method: 'DELETE', headers: { authorization } })
answers.push({ name: 'delete', status: deleted.status, bytes: 0 })
console.log(JSON.stringify(answers))
