// Renders over HTTP, with a real browser: the file, its status, ranges, lists, what is refused, and what a page may do.
import { chmodSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import t from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { limits } from '../src/limits/limits.ts'
import { createRenderSlot, timeLimitOf } from '../src/renders/render-slot.ts'
import { startRenderer } from '../src/renders/renderer.ts'
import { pieceBytes } from '../src/store/render-records.ts'
import { minuteMs } from '../src/values/units.ts'
import { readProcessTree } from '../src/workers/process-tree.ts'
import { listen } from './helpers/loopback.ts'
import { type Service, startService } from './helpers/service.ts'
import { chromiumPath, needs, shellPath } from './helpers/tools.ts'

const renders = '/api/v1/renders'
const browser = { CHROMIUM_PATH: shellPath ?? chromiumPath ?? '', RENDER_SANDBOX: '0', RENDER_CONCURRENCY: '1' }
const small = { width: 320, height: 200, deviceScaleFactor: 1 }
const secret = `whsec_${Buffer.alloc(24).toString('base64')}`
const asImage = { accept: 'image/*' }
const style = { colors: ['#6D28D9', '#F59E0B', '#0F172A'] }
const content = { headline: 'Evenings by the sea', sub_headline: 'Dinner', cta_button_text: 'Reserve' }

/** Polls a render until it has ended. */
async function endOf({ get }: Service, id: string) {
  for (;;) {
    const { render } = (await get(`${renders}/${id}`)).json()
    if (render.status === 'done' || render.status === 'failed') return render
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

t.test('a service without renders says why, and what to do', async t => {
  const off = await startService(t, { RENDER: 'off' })
  const refused = await off.post(renders, { target_url: 'https://example.com/' })
  t.match(refused.json(), { status: 501, code: 'render_unavailable', detail: /RENDER=on/ })
  const open = await startService(t, { HOST: '0.0.0.0' })
  t.match((await open.post(renders, { target_url: 'https://example.com/' })).json(), { detail: /Set API_KEYS/ })
  const none = await startService(t, { RENDER: 'on', RENDER_SANDBOX: '0', CHROMIUM_PATH: '/nothing/chromium' })
  t.match((await none.post(renders, { target_url: 'https://example.com/' })).json(), { detail: /CHROMIUM_PATH/ })
  t.match((await none.get(`${renders}/ren_0`)).json(), { status: 404, code: 'record_not_found' })
})

t.test('a wait for a render in another process ends in time, whatever memory is collected meanwhile', async t => {
  const { get, store } = await startService(t, { RENDER: 'off' })
  const config = resolveCaptureConfig({ target_url: 'https://example.com/' })
  const job = { config, cookies: {}, headers: {} }
  const [id = ''] = await store.renders.add([job], 'ip:192.0.2.1', false, new Date())
  setFlagsFromString('--expose-gc')
  const collecting = setInterval(runInNewContext('gc'), 20)
  t.teardown(() => clearInterval(collecting))
  const waiting = get(`${renders}/${id}`, { headers: { prefer: 'wait=1' } })
  const ended = await Promise.race([waiting, wait(10_000, undefined, { ref: false })])
  t.match(ended?.json(), { render: { status: 'queued' } })
})

t.test('a render that is not tried again says why: its browser crashed each time, or it waited too long', async t => {
  const { get, store } = await startService(t, { RENDER: 'off' })
  const add = async (path: string, createdAt: Date): Promise<string> => {
    const config = resolveCaptureConfig({ target_url: `https://example.com/${path}` })
    const [id = ''] = await store.renders.add([{ config, cookies: {}, headers: {} }], 'ip:192.0.2.1', false, createdAt)
    return id
  }
  const now = new Date()
  const crashed = await add('crashed', now)
  for (let tries = 1; tries <= limits.renderAttempts.value; tries++) {
    const taken = await store.renders.take(now)
    if (taken) await store.renders.finish(taken, { status: 'returned', reason: 'a crash' }, now)
  }
  const old = await add('old', new Date(now.getTime() - limits.renderAge.value * minuteMs - 1))
  const ended = new Set<string>()
  const renderer = startRenderer({
    queue: store.renders,
    slots: [
      createRenderSlot({
        ...{ allow: [], lookup: async () => [], chromium: '/nothing/chromium', hasSandbox: false, ffmpeg: 'ffmpeg' },
        readOwn: async () => ({ status: 200, headers: {}, body: Buffer.of() }),
      }),
    ],
    now: () => now,
    log: { info: () => undefined, warn: () => undefined },
    onEnd: id => ended.add(id),
  })
  while (ended.size < 2) await wait(20)
  await renderer.close()
  const unreadable = await get(`${renders}/${crashed}`, { headers: asImage })
  t.match(unreadable.json(), { status: 422, code: 'render_failed', detail: /crashed in all 3 attempts/ })
  const late = await get(`${renders}/${old}`, { headers: asImage })
  t.match(late.json(), { status: 503, code: 'overloaded', detail: /waited in the queue for 60 minutes/ })
  t.match(late.headers, { 'retry-after': '60' })
  const large = await add('large', now)
  const taken = await store.renders.take(now)
  if (taken) await store.renders.finish(taken, { status: 'failed', code: 'storage_full', detail: 'Full.' }, now)
  const unsaved = await get(`${renders}/${large}`, { headers: asImage })
  t.match(unsaved, { statusCode: 503, headers: { 'retry-after': '60' } })
})

t.test('a render may take as long as its waits and its video, within the limits of the script and an hour', t => {
  const target_url = 'https://example.com/'
  const waits = (count: number) => Array.from({ length: count }, () => ({ action: 'wait', duration: '60s' }) as const)
  const film: CaptureRequest = { target_url, output_format: 'mp4', record_duration: '10s', fps: 30 }
  const cases: readonly (readonly [CaptureRequest, number])[] = [
    [{ target_url }, 180],
    [{ target_url, steps: waits(4), delay: '1.5s' }, 421.5],
    [
      {
        target_url,
        steps: [
          { action: 'click', selector: 'a' },
          { action: 'goto', url: target_url },
        ],
      },
      250,
    ],
    [{ target_url, steps: waits(20) }, 600],
    [film, 780],
    [{ ...film, delay: '2s' }, 900],
    [{ ...film, steps: waits(20) }, 2100],
    [{ ...film, record_duration: '60s' }, 3600],
  ]
  for (const [request, seconds] of cases) t.equal(timeLimitOf(resolveCaptureConfig(request)), seconds)
  t.end()
})

t.test('a browser that cannot start is named with what to do, and is not tried again', async t => {
  const { url: target_url } = await listen(t, createServer())
  for (const [output, detail] of [
    ['chrome: error while loading shared libraries: libnss3.so', /playwright-core install-deps chromium/],
    ['[1:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!', /RENDER_SANDBOX=0/],
    ['This command requires the chromium snap', /Chromium does not start: This command requires the chromium snap/],
  ] as const)
    await t.test(output, async t => {
      const folder = t.testdir({ chromium: `#!/bin/sh\necho '${output}' >&2\nexit 1\n`, data: {} })
      const program = join(folder, 'chromium')
      chmodSync(program, 0o755)
      const service = await startService(t, {
        ...{ RENDER: 'on', ...browser, CHROMIUM_PATH: program, DATA_DIR: join(folder, 'data') },
      })
      const answer = await service.post(renders, { target_url }, asImage)
      t.match(answer.json(), { status: 501, code: 'render_unavailable', detail })
    })
})

t.test('with a browser', needs('chromium'), async t => {
  const service = await startService(t, { RENDER: 'on', WEBHOOK_SECRET: secret, ...browser })
  const { get, post, store } = service
  const requests: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[] = []
  const held: ServerResponse[] = []
  const site = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers })
    const status = Number(/^\/status\/(\d+)/.exec(url)?.[1] ?? 200)
    if (url.startsWith('/never')) return
    if (url === '/held') return void held.push(response)
    if (url.startsWith('/redirect')) return response.writeHead(302, { location: '/target' }).end()
    if (url.startsWith('/noise')) return response.end('<canvas id=c></canvas>')
    response.writeHead(status, { 'content-type': 'text/html' })
    response.end(url.startsWith('/hostile') ? hostile(url) : `<body style="background:#6D28D9"><h1>${url}</h1>`)
  })
  const connections = new Set<Socket>()
  site.on('connection', connection => connections.add(connection))
  const { url: origin } = await listen(t, site)
  const pageOf = (html: string): string => `${origin}/hostile?${encodeURIComponent(html)}`

  t.test('the file of a stored page serves again, since the page never changes', async t => {
    const built = await post('/api/v1/build-sparkpage', { style_metadata: style, content })
    const target_url = `${await service.listen()}/api/v1/pages/${built.headers['x-page-id']}`
    const host = { host: new URL(target_url).host }
    const answer = await post(renders, { target_url, viewport: small }, { ...asImage, ...host })
    t.match(answer.headers, { 'content-type': 'image/png', 'content-location': /^\/api\/v1\/renders\/ren_/ })
    const again = await post(renders, { target_url, viewport: small }, host)
    t.equal(again.statusCode, 200)
    t.match(again.json().render, { status: 'done', url: RegExp(String(answer.headers['content-location'])) })
  })

  t.test('each page of a list has a webhook of its own, with the render as GET answers it', async t => {
    const bodies: string[] = []
    const receiver = createServer(async (request, response) => {
      for await (const piece of request) bodies.push(String(piece))
      response.end()
    })
    const { url: webhook_url } = await listen(t, receiver)
    const captures = ['/h', '/status/404'].map(path => ({ target_url: origin + path, viewport: small }))
    const { renders: list } = (await post(renders, { captures, webhook_url })).json()
    for (const { id } of list) await endOf(service, id)
    while (bodies.length < 2) await new Promise(resolve => setTimeout(resolve, 50))
    const answers = await Promise.all(
      list.map(async ({ id }: { readonly id: string }) => (await get(`${renders}/${id}`)).payload),
    )
    t.same(bodies.toSorted(), answers.toSorted())
  })

  t.test('GET waits for the end of a render, as long as Prefer says', async t => {
    const { render } = (await post(renders, { target_url: `${origin}/never/ends`, viewport: small })).json()
    const began = performance.now()
    const waiting = await get(`${renders}/${render.id}`, { headers: { prefer: 'wait=1' } })
    t.match(waiting.json().render, { status: /queued|running/ })
    t.ok(performance.now() - began >= 1000)
    while (!requests.some(({ path }) => path === '/never/ends')) await new Promise(resolve => setTimeout(resolve, 50))
    for (const connection of connections) connection.destroy()
    t.match((await get(`${renders}/${render.id}`, { headers: { prefer: 'wait=60' } })).json().render, {
      status: 'failed',
    })
  })

  t.test('metrics count the attempts of this process, and how long they took', async t => {
    const { payload } = await get('/api/admin/metrics')
    const [, count] =
      /^automation_service_render_attempts_total\{kind="picture",outcome="done"\} (\d+)$/m.exec(payload) ?? []
    const [, seconds] =
      /^automation_service_render_seconds_total\{kind="picture",outcome="done"\} ([\d.]+)$/m.exec(payload) ?? []
    t.ok(Number(count) >= 1)
    t.ok(Number(seconds) > 0)
    t.match(payload, /^automation_service_renders_queued 0$/m)
    t.match(payload, /^automation_service_renders_failed\{code="page_not_opened"\} [1-9]/m)
  })

  t.test('a status with an address, then a file by Accept, with its ETag', async t => {
    const queued = await post(renders, { target_url: `${origin}/a`, viewport: small })
    t.equal(queued.statusCode, 202)
    t.match(queued.json(), { success: true, render: { id: /^ren_[0-9a-f]{32}$/, status: /queued|running/ } })
    const { id, url } = queued.json().render
    t.match(url, RegExp(`^http://.*${renders}/${id}$`))
    const render = await endOf(service, id)
    t.match(render, { status: 'done', type: 'image/png', width: 320, height: 200, duration: null, warnings: [] })
    const file = await get(`${renders}/${id}`, { headers: asImage })
    t.equal(file.rawPayload.length, render.bytes)
    t.match(await sharp(file.rawPayload).metadata(), { format: 'png', width: 320, height: 200 })
    const { data } = await sharp(file.rawPayload).raw().toBuffer({ resolveWithObject: true })
    t.same([...data.subarray(-3)], [0x6d, 0x28, 0xd9])
    const etag = String(file.headers.etag)
    t.equal((await get(`${renders}/${id}`, { headers: { ...asImage, 'if-none-match': etag } })).statusCode, 304)
  })

  t.test('a file of several pieces is sent in whole and by ranges', async t => {
    const noise = `const x=c.getContext('2d'),p=x.createImageData(900,900);for(let i=0;i<p.data.length;i++)p.data[i]=i%4<3?Math.random()*256:255;x.putImageData(p,0,0)`
    const html = `<canvas id=c width=900 height=900></canvas><script>${noise}</script>`
    const viewport = { width: 900, height: 900, deviceScaleFactor: 1 }
    const file = await post(renders, { target_url: pageOf(html), viewport }, asImage)
    const whole = file.rawPayload
    t.ok(whole.length > pieceBytes, `${whole.length} bytes`)
    const url = String(file.headers['content-location'])
    for (const [range, start, end] of [
      ['bytes=0-9', 0, 9],
      [`bytes=${pieceBytes - 3}-${pieceBytes + 3}`, pieceBytes - 3, pieceBytes + 3],
      ['bytes=-5', whole.length - 5, whole.length - 1],
      [`bytes=${whole.length - 4}-`, whole.length - 4, whole.length - 1],
    ] as const) {
      const part = await get(url, { headers: { ...asImage, range } })
      t.equal(part.statusCode, 206, range)
      t.equal(part.headers['content-range'], `bytes ${start}-${end}/${whole.length}`)
      t.ok(part.rawPayload.equals(whole.subarray(start, end + 1)), range)
    }
    for (const range of ['bytes=9-5', `bytes=${whole.length}-`, 'bytes=0-1,4-5', 'lines=1-2'])
      t.equal((await get(url, { headers: { ...asImage, range } })).rawPayload.length, whole.length, range)
  })

  t.test('a capture by its id, and a list of pages', async t => {
    const capture = (
      await post('/api/v1/capture-media', { target_url: `${origin}/c`, viewport: small, image_type: 'webp' })
    ).json()
    const answer = await post(renders, { capture_id: capture.capture.id }, asImage)
    t.match(answer.headers, { 'content-type': 'image/webp' })
    const list = await post(renders, {
      captures: [{ capture_id: capture.capture.id }, { target_url: `${origin}/status/404`, viewport: small }],
    })
    t.equal(list.statusCode, 202)
    const [first, second] = list.json().renders
    t.match(await endOf(service, first.id), { status: 'done', type: 'image/webp' })
    t.match(await endOf(service, second.id), {
      status: 'failed',
      problem: { code: 'page_not_opened', status: 422, detail: /answered 404/ },
    })
    t.equal((await get(`${renders}/${second.id}`, { headers: asImage })).statusCode, 422)
    t.match((await post(renders, { capture_id: 'cap_0' })).json(), { status: 404, code: 'record_not_found' })
  })

  t.test('names every fault of a request, and reads neither variables nor files', async t => {
    const login = { action: 'type', selector: 'input', text: { env: 'DATABASE_URL' } }
    const pointers = async (body: object) =>
      (await post(renders, body)).json().errors.map(({ pointer }: { readonly pointer: string }) => pointer)
    t.same(await pointers({}), ['/target_url'])
    t.same(await pointers({ captures: [] }), ['/captures'])
    t.same(await pointers({ target_url: `${origin}/`, steps: [login] }), ['/steps/0/text'])
    t.same(await pointers({ target_url: `${origin}/`, storage_state: 'state.json' }), ['/storage_state'])
    t.same(await pointers({ target_url: `${origin}/`, capture_id: 'cap_0' }), ['/capture_id'])
    t.same(await pointers({ target_url: `${origin}/`, captures: [{ target_url: `${origin}/` }, {}] }), [
      '/target_url',
      '/captures/1/target_url',
    ])
    t.same(await pointers({ captures: [{ target_url: 'file:///etc/passwd' }] }), ['/captures/0/target_url'])
    const capture = (await post('/api/v1/capture-media', { target_url: `${origin}/`, steps: [login] })).json().capture
    t.same(await pointers({ capture_id: capture.id }), ['/steps/0/text'], 'also of a stored capture')
    const ignored = await post(renders, { target_url: `${origin}/i`, viewport: small, quality: 50, flash: true })
    t.match(ignored.headers['x-warnings'], /quality.*flash/)
  })

  t.test('cookies and headers go to the own site of the page, and are gone with the next render', async t => {
    const body = { target_url: `${origin}/own`, viewport: small }
    const secrets = { cookies: { session: 'mine' }, headers: { authorization: 'Bearer mine' } }
    await post(renders, { ...body, ...secrets }, asImage)
    await post(renders, { ...body, target_url: `${origin}/next` }, asImage)
    const headersOf = (path: string) => requests.find(request => request.path === path)?.headers
    t.match(headersOf('/own'), { cookie: 'session=mine', authorization: 'Bearer mine' })
    t.equal(headersOf('/next')?.cookie, undefined)
    t.equal(headersOf('/next')?.authorization, undefined)
  })

  t.test('tells where the page was found', async t => {
    const answer = await post(renders, { target_url: `${origin}/redirect`, viewport: small }, { prefer: 'wait=60' })
    t.match(answer.json().render.verdict, { final_url: `${origin}/target`, status: 200, redirected: true })
  })

  t.test('a client that leaves while it waits cancels its render', async t => {
    const base = await service.listen().catch(() => `http://127.0.0.1:${Object(service.app.server.address()).port}`)
    const leaving = new AbortController()
    const body = JSON.stringify({ target_url: `${origin}/never`, viewport: small })
    const headers = { 'content-type': 'application/json', ...asImage }
    const asked = fetch(base + renders, { method: 'POST', body, headers, signal: leaving.signal }).catch(
      () => undefined,
    )
    while (!requests.some(({ path }) => path === '/never')) await new Promise(resolve => setTimeout(resolve, 50))
    leaving.abort()
    await asked
    const began = Date.now()
    const next = await post(renders, { target_url: `${origin}/after`, viewport: small }, asImage)
    t.equal(next.statusCode, 200)
    t.ok(Date.now() - began < 40_000, 'the browser is free again long before the page would have been given up')
  })

  t.test('Prefer: wait ends with 202, and the render goes on', async t => {
    const slow = await post(
      renders,
      { target_url: `${origin}/held`, viewport: small },
      { ...asImage, prefer: 'wait=1' },
    )
    t.equal(slow.statusCode, 202)
    while (held.length === 0) await new Promise(resolve => setTimeout(resolve, 50))
    for (const response of held) response.end('<h1>late</h1>')
    t.match(await endOf(service, slow.json().render.id), { status: 'done' })
    const later = await post(
      renders,
      { target_url: `${origin}/d`, viewport: small },
      { ...asImage, prefer: 'respond-async' },
    )
    t.equal(later.statusCode, 202)
    t.match(await endOf(service, later.json().render.id), { status: 'done' })
  })

  t.test('what a page does stays in its render', async t => {
    const pages = {
      dialogs: '<script>alert(1);confirm(2);onbeforeunload=()=>1</script>dialogs',
      popups: '<script>for(let i=0;i<20;i++)open("/target","w"+i)</script>popups',
      download:
        '<script>const a=document.createElement("a");a.href="data:application/zip,abc";a.download="a.zip";a.click()</script>',
      storage:
        '<script>localStorage.a=(localStorage.a||"")+"x";document.title=localStorage.a;document.body.append(localStorage.a)</script>',
      schemes:
        '<iframe src="file:///etc/passwd"></iframe><iframe src="chrome://version"></iframe><script>fetch("file:///etc/passwd").catch(()=>0);location.assign("file:///etc/passwd")</script>',
    }
    for (const [name, html] of Object.entries(pages)) {
      const answer = await post(renders, { target_url: pageOf(html), viewport: small }, asImage)
      t.equal(answer.statusCode, 200, name)
    }
    const [one, two] = await Promise.all(
      ['x', 'y'].map(path =>
        post(renders, { target_url: `${pageOf(pages.storage)}#${path}`, viewport: small }, asImage),
      ),
    )
    t.ok(one?.rawPayload.equals(two?.rawPayload ?? Buffer.of()), 'two renders share no storage')
  })

  t.test('a browser that dies is started again, and its render is repeated', async t => {
    const asked = post(renders, { target_url: `${origin}/e`, viewport: small, delay: '3s' }, asImage)
    while (!requests.some(({ path }) => path === '/e')) await new Promise(resolve => setTimeout(resolve, 20))
    for (const pid of browsersOf(process.pid)) process.kill(pid, 'SIGKILL')
    t.equal((await asked).statusCode, 200)
  })

  t.test('a film, and how far it is', needs('ffmpeg'), async t => {
    const film = {
      target_url: `${origin}/film`,
      viewport: { ...small, width: 180 },
      output_format: 'mp4',
      record_duration: '0.5s',
      fps: 24,
    }
    const answer = await post(renders, film, { accept: 'video/*', prefer: 'wait=120' })
    t.match(answer.headers, { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' })
    t.match(answer.rawPayload.subarray(4, 8).toString(), 'ftyp')
    const { render } = (await get(String(answer.headers['content-location']))).json()
    t.match(render, { type: 'video/mp4', width: 180, height: 200, duration: 0.5 })
  })

  t.test('closing leaves no process', async t => {
    await post(renders, { target_url: `${origin}/last`, viewport: small }, asImage)
    t.ok(browsersOf(process.pid).length > 0)
    await service.app.close()
    t.same(browsersOf(process.pid), [])
    t.equal((await store.totals()).storage.full, false)
  })
})

/** A page that is what its query says. */
function hostile(url: string): string {
  return `<!doctype html><body>${decodeURIComponent(url.replace(/^.*?\?/, ''))}`
}

/** The browser processes that this one has started, itself or through others. */
function browsersOf(root: number): readonly number[] {
  return readProcessTree(root).pids.filter(pid => {
    try {
      return /chrom|headless/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')[0] ?? '')
    } catch {
      return false
    }
  })
}
