// Who may see the figures, and whether they are true.
import { networkInterfaces } from 'node:os'
import t from 'tap'
import { startService, stripes } from './service.ts'

const stats = '/api/admin/stats'

t.test('without ADMIN_TOKEN only the machine itself may ask', async t => {
  const service = await startService(t)
  const ask = (options: object) => service.get(stats, options)
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1', '127.8.8.8:80', '[::1]:3000', 'LOCALHOST']) {
    t.equal((await ask({ headers: { host } })).statusCode, 200, host)
  }
  for (const remoteAddress of ['::1', '::ffff:127.0.0.1', '127.0.0.53']) {
    t.equal((await ask({ remoteAddress, headers: { host: 'localhost' } })).statusCode, 200, remoteAddress)
  }
  for (const options of [
    { remoteAddress: '203.0.113.7', headers: { host: 'localhost' } },
    { headers: { host: 'evil.example' } },
    { headers: { host: 'localhost.evil.example' } },
    { headers: { host: '127.0.0.1.nip.io' } },
    { headers: { host: 'localhost', forwarded: 'for=1.2.3.4' } },
    { headers: { host: 'localhost', 'x-forwarded-for': '127.0.0.1' } },
    { headers: { host: 'localhost', 'x-forwarded-host': 'localhost' } },
    { headers: { host: 'localhost', 'x-real-ip': '127.0.0.1' } },
  ]) {
    const answer = await ask(options)
    t.equal(answer.statusCode, 403, JSON.stringify(options))
    t.equal(answer.json().code, 'forbidden')
  }
})

t.test('over a real socket a request from another address of this machine is refused', async t => {
  const service = await startService(t)
  await service.app.listen({ port: 0, host: '0.0.0.0' })
  const { port } = new URL(service.app.listeningOrigin)
  t.equal((await fetch(`http://127.0.0.1:${port}${stats}`)).status, 200)
  const outside = Object.values(networkInterfaces())
    .flat()
    .find(face => face?.family === 'IPv4' && !face.internal)
  if (outside) t.equal((await fetch(`http://${outside.address}:${port}${stats}`)).status, 403)
})

t.test('with ADMIN_TOKEN the token decides, wherever the request comes from', async t => {
  const service = await startService(t, { ADMIN_TOKEN: 'open-sesame' })
  const ask = (headers: object) =>
    service.get(stats, { remoteAddress: '203.0.113.7', headers: { host: 'example.com', ...headers } })
  t.equal((await ask({ authorization: 'Bearer open-sesame' })).statusCode, 200)
  t.equal((await ask({ authorization: 'bearer  open-sesame' })).statusCode, 200)
  for (const authorization of [
    '',
    'open-sesame',
    'Bearer',
    'Bearer open-sesam',
    'Bearer open-sesame2',
    'Basic open-sesame',
    'Bearer OPEN-SESAME',
  ]) {
    const answer = await ask({ authorization })
    t.equal(answer.statusCode, 401, authorization)
    t.equal(answer.headers['www-authenticate'], 'Bearer realm="admin"')
  }
  t.equal((await service.get(stats)).statusCode, 401, 'being local is no longer enough')
})

t.test('the figures are what happened', async t => {
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
