// Pages that hold or exhaust the browser: each ends within its deadline, the next picture is right, and the memory returns.
// `npm run verify` renders a hundred of them.
import { createServer } from 'node:http'
import sharp from 'sharp'
import t from 'tap'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { readProcessTree } from '../src/workers/process-tree.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { chromiumPath, needs, shellPath } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

/** That of a picture, and what the process takes to be started again. */
const deadlineMs = 240_000
const rounds = whole ? 13 : 1
/** Browsers at the same time: most pages wait rather than compute. */
const slots = whole ? 6 : 2
/** Shorter than the defaults. */
const timeouts = { navigation_ms: 8000, idle_ms: 1000, settle_ms: 3000 } as const
const viewport = { width: 320, height: 200, deviceScaleFactor: 1 }
const megabyte = 1_048_576

const pages: Readonly<Record<string, string>> = {
  'a script that never ends': '<script>for (;;);</script>',
  'a script that never ends after loading': '<script>onload = () => setTimeout(() => { for (;;); }, 50)</script>',
  'two gigabytes of memory':
    '<script>const all = []; setInterval(() => { if (all.length < 32) all.push(new Uint8Array(64 << 20).fill(1)) })</script>',
  popups: '<script>setInterval(() => open("/popup"))</script>',
  downloads:
    '<script>setInterval(() => Object.assign(document.createElement("a"), { href: "/file", download: "x" }).click(), 5)</script>',
  dialogs:
    '<script>onbeforeunload = event => event.preventDefault(); setInterval(() => { alert(1); confirm(2); prompt(3); print() })</script>',
  'workers that start workers':
    '<script>const code = "const url = self.location.href; setInterval(() => new Worker(url), 50)"; const url = URL.createObjectURL(new Blob([code])); for (let i = 0; i < 50; i++) new Worker(url)</script>',
  'a hundred thousand requests': '<script>for (let i = 0; i < 1e5; i++) fetch("/request?" + i).catch(() => 0)</script>',
}

t.test('hostile pages', needs('chromium'), async t => {
  const service = await startService(t, {
    ...{
      RENDER: 'on',
      RENDER_SANDBOX: '0',
      RENDER_CONCURRENCY: String(slots),
      CHROMIUM_PATH: shellPath ?? chromiumPath ?? '',
    },
  })
  const site = createServer(({ url = '' }, response) => {
    const [, name = ''] = /^\/hostile\/([^?]*)/.exec(url) ?? []
    if (url === '/file') response.setHeader('content-disposition', 'attachment')
    response.setHeader('content-type', 'text/html')
    response.end(pages[decodeURIComponent(name)] ?? '<body style="background:#6D28D9"><h1>A page</h1>')
  })
  const { url: origin } = await listen(t, site)
  const take = async (path: string) => {
    const config = resolveCaptureConfig({ target_url: origin + path, viewport })
    const job = { config: { ...config, timeouts: { ...config.timeouts, ...timeouts } }, cookies: {}, headers: {} }
    const [id = ''] = await service.store.renders.add([job], 'ip:192.0.2.1', false, new Date())
    const deadline = Date.now() + deadlineMs
    for (;;) {
      const answer = await service.get(`/api/v1/renders/${id}`, { headers: { prefer: 'wait=10' } })
      const { status } = answer.json().render
      if (status === 'done' || status === 'failed') return { ...answer.json().render, isLate: Date.now() > deadline }
    }
  }
  const takeInAllSlots = (name: string) =>
    Promise.all(Array.from({ length: slots }, (_, slot) => take(`/${name}/${slot}`)))

  // The first request starts to take renders.
  await service.post('/api/v1/renders', { target_url: origin, viewport })
  await takeInAllSlots('first')
  const before = readProcessTree(process.pid).bytes
  await t.test('pages', { jobs: slots }, async t => {
    for (let round = 0; round < rounds; round++)
      for (const name of sample(Object.keys(pages), 4))
        t.test(`${name}, ${round}`, async t => {
          const path = encodeURIComponent(name)
          const { status, isLate, problem } = await take(`/hostile/${path}?${round}`)
          t.notOk(isLate, `${status} ${problem?.detail ?? ''}`)
          const { id } = await take(`/next/${path}?${round}`)
          const file = await service.get(`/api/v1/renders/${id}`, { headers: { accept: 'image/png' } })
          t.equal(file.statusCode, 200)
          const { data } = await sharp(file.rawPayload).raw().toBuffer({ resolveWithObject: true })
          t.same([...data.subarray(-3)], [0x6d, 0x28, 0xd9], 'the next picture is right')
        })
  })
  await takeInAllSlots('last')
  const after = readProcessTree(process.pid).bytes
  t.ok(
    after < before + slots * 150 * megabyte,
    `${Math.round(before / megabyte)} MB before, ${Math.round(after / megabyte)} MB after`,
  )
})
