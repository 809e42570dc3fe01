// Access to /api/admin, and the correctness of its statistics.
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { ask } from './helpers/asking.ts'
import { startNginx } from './helpers/nginx.ts'
import { startService, stripes } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'

const stats = '/api/admin/stats'

/** Statuses of the statistics and the metrics. */
async function statusesAt(base: string, headers: Readonly<Record<string, string>> = {}) {
  const answers = await Promise.all(
    ['/api/admin/stats', '/api/admin/metrics'].map(path => ask(base, { path, headers })),
  )
  return answers.map(({ status }) => status)
}

/** Sends one request with that version of HTTP. @returns its status */
async function statusOf(base: string, version: string): Promise<number> {
  const { host, port } = new URL(base)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET ${stats} HTTP/${version}\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  let text = ''
  for await (const chunk of socket) text += chunk
  return Number(text.split(' ')[1])
}

t.test('without ADMIN_TOKEN only direct requests of the same machine are answered', async t => {
  // ALLOWED_HOSTS lets the other names through to the rule of /api/admin.
  const service = await startService(t, { ALLOWED_HOSTS: 'evil.example' })
  const get = (options: object) => service.get(stats, options)
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1', '127.8.8.8:80', '[::1]:3000', 'LOCALHOST'])
    t.equal((await get({ headers: { host } })).statusCode, 200, host)
  for (const remoteAddress of ['::1', '::ffff:127.0.0.1', '127.0.0.53'])
    t.equal((await get({ remoteAddress, headers: { host: 'localhost' } })).statusCode, 200, remoteAddress)
  for (const options of [
    { remoteAddress: '203.0.113.7', headers: { host: 'localhost' } },
    { headers: { host: 'evil.example' } },
    { headers: { host: 'localhost', forwarded: 'for=1.2.3.4' } },
    { headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } },
    { headers: { host: 'localhost', 'x-forwarded-host': 'localhost' } },
    { headers: { host: 'localhost', 'x-forwarded-proto': 'http' } },
    { headers: { host: 'localhost', 'x-real-ip': '127.0.0.1' } },
    { headers: { host: 'localhost', via: '1.1 proxy' } },
  ]) {
    const answer = await get(options)
    t.equal(answer.statusCode, 403, JSON.stringify(options))
    t.equal(answer.json().code, 'forbidden')
  }
})

t.test('without ADMIN_TOKEN an HTTP/1.0 request is refused, as a bare nginx proxy_pass sends it', async t => {
  const { app } = await startService(t)
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  t.equal(await statusOf(base, '1.1'), 200)
  t.equal(await statusOf(base, '1.0'), 403)
})

t.test('without ADMIN_TOKEN every request is refused unless HOST is a loopback address', async t => {
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'service.example']) {
    const { get } = await startService(t, { HOST, DATA_DIR: join(t.testdirName, encodeURIComponent(HOST)) })
    t.equal((await get(stats, { headers: { host: 'localhost' } })).statusCode, 403, HOST)
  }
  const locked = await startService(t, {
    HOST: '0.0.0.0',
    ADMIN_TOKEN: 'token',
    DATA_DIR: join(t.testdirName, 'token'),
  })
  t.equal((await locked.get(stats, { headers: { authorization: 'Bearer token' } })).statusCode, 200)
})

t.test('a request from another address of the same machine is refused', async t => {
  const service = await startService(t, { TRUST_PROXY: '192.0.2.1' })
  await service.app.listen({ port: 0, host: '0.0.0.0' })
  const { port } = new URL(service.app.listeningOrigin)
  t.same(await statusesAt(`http://127.0.0.1:${port}`), [200, 200])
  const outside = Object.values(networkInterfaces())
    .flat()
    .find(face => face?.family === 'IPv4' && !face.internal)
  if (outside) t.same(await statusesAt(`http://${outside.address}:${port}`, { host: 'localhost' }), [403, 403])
})

/** An nginx.conf with these directives beside a bare proxy_pass. */
function proxyConf(directives: string): string {
  return `
pid /tmp/nginx.pid;
error_log stderr;
events {}
http {
  access_log /dev/stdout;
  client_body_temp_path /tmp/client_body;
  proxy_temp_path /tmp/proxy;
  fastcgi_temp_path /tmp/fastcgi;
  uwsgi_temp_path /tmp/uwsgi;
  scgi_temp_path /tmp/scgi;
  server {
    listen 8080;
    location / {
      proxy_pass http://replica-1:3000;
      ${directives}
    }
  }
}`
}

t.test('requests through an nginx on the same machine are refused', needs('nginx'), async t => {
  const { app } = await startService(t)
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  t.same(await statusesAt(`http://127.0.0.1:${port}`), [200, 200], 'without nginx')
  const directives: readonly string[] = [
    '',
    'proxy_set_header Host $host;',
    'proxy_set_header Host $http_host;',
    'proxy_http_version 1.1; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    'proxy_http_version 1.1; proxy_set_header X-Real-IP $remote_addr;',
    'proxy_http_version 1.1; proxy_set_header Host $host; proxy_set_header Forwarded "for=$remote_addr";',
  ]
  for (const directive of directives) {
    const { address } = await startNginx(t, { replicas: [port, port], conf: proxyConf(directive) })
    for (const host of ['localhost', '127.0.0.1', 'service.example', 'evil.example:8080'])
      t.same(await statusesAt(address, { host }), [403, 403], `${directive || 'bare proxy_pass'}, Host: ${host}`)
  }
})

t.test('with ADMIN_TOKEN only the token counts, wherever a request comes from', async t => {
  const service = await startService(t, { HOST: '0.0.0.0', ADMIN_TOKEN: 'open-sesame' })
  const get = (headers: object) =>
    service.get(stats, { remoteAddress: '203.0.113.7', headers: { host: 'example.com', ...headers } })
  t.equal((await get({ authorization: 'Bearer open-sesame' })).statusCode, 200)
  t.equal((await get({ authorization: 'bearer  open-sesame' })).statusCode, 200)
  for (const authorization of [
    '',
    'open-sesame',
    'Bearer',
    'Bearer open-sesam',
    'Bearer open-sesame2',
    'Basic open-sesame',
    'Bearer OPEN-SESAME',
  ]) {
    const answer = await get({ authorization })
    t.equal(answer.statusCode, 401, authorization)
    t.equal(answer.headers['www-authenticate'], 'Bearer realm="admin"')
  }
  t.equal((await service.get(stats)).statusCode, 401, 'a local request also needs the token')
})

t.test('the statistics count the requests that were sent', async t => {
  const service = await startService(t)
  const source_url = await stripes(['#6D28D9', '#F59E0B'])
  await service.post('/api/v1/analyze-vibe', { source_url, analysis_depth: 'low', target_platform: 'youtube_shorts' })
  await service.post('/api/v1/analyze-vibe', { source_url, analysis_depth: 'low', target_platform: 'youtube_shorts' })
  await service.post('/api/v1/analyze-vibe', { source_url })
  await service.post('/api/v1/analyze-vibe', {})
  await service.post('/api/v1/analyze-vibe', { source_url: 'http://10.0.0.1/' })
  await service.post('/api/v1/build-sparkpage', {
    style_metadata: { colors: ['#6D28D9'] },
    content: { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' },
    export_settings: { framework: 'tailwind' },
  })
  const figures = (await service.get(stats)).json().stats
  t.match(figures.requests.analyzeVibe, { count: 5, statuses: { '2xx': 3, '4xx': 2 } })
  t.ok(figures.requests.analyzeVibe.latency_ms.p99 >= figures.requests.analyzeVibe.latency_ms.p50)
  t.match(figures.analyses, {
    total: 2,
    times: 3,
    by_platform: { youtube_shorts: 1, web_16_9: 1 },
    by_depth: { low: 1, medium: 1 },
    by_media_type: { image: 2 },
    by_engine: { builtin: 2 },
  })
  t.match(figures, {
    projects: { total: 1 },
    pages: { total: 1, by_framework: { tailwind: 1 } },
    fetches: { refused: 1 },
  })
  t.match(figures.storage, { kind: 'sqlite', records: 4 })
  t.ok(figures.storage.bytes > 0 && figures.process.memory_bytes.rss > 0 && figures.service.uptime_seconds >= 0)
})
