// The process itself: start, help, bad settings, signals.
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { start } from './helpers/process.ts'

t.test('--help names the settings, --version the version', async t => {
  t.match(await start(t, ['--help']).ended, { code: 0, out: /PORT .*default: 3000/ })
  t.match(await start(t, ['--version']).ended, { code: 0, out: /^\d+\.\d+\.\d+\n$/ })
})

t.test('bad settings stop the start, all named at once, without a stack', async t => {
  const { code, out } = await start(t, [], { PORT: 'x', DRAIN_MS: 'y' }).ended
  t.equal(code, 1)
  t.match(out, /PORT[\s\S]*DRAIN_MS/)
  t.notMatch(out, / {4}at /)
})

t.test('a folder that cannot hold the database stops the start', async t => {
  const folder = t.testdir({ 'a-file': '' })
  await chmod(folder, 0o500)
  const { code, out } = await start(t, [], { PORT: '0', DATA_DIR: join(folder, 'a-file', 'data') }).ended
  t.equal(code, 1)
  t.match(out, 'DATA_DIR')
})

t.test('on SIGTERM it drains, closes and ends with 0; records survive', async t => {
  const environment = { PORT: '0', DATA_DIR: t.testdir(), DRAIN_MS: '600', LOG_LEVEL: 'info', ADMIN_TOKEN: 'token' }
  const first = start(t, [], environment)
  const base = await first.listening()
  const capture = await fetch(`${base}/api/v1/capture-media`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"target_url":"https://example.com/"}',
  })
  t.equal(capture.status, 200)
  first.child.kill('SIGTERM')
  let health = await fetch(`${base}/api/health`)
  while (health.status === 200) health = await fetch(`${base}/api/health`)
  t.equal(health.status, 503)
  t.equal(health.headers.get('connection'), 'close')
  const { code, out } = await first.ended
  t.equal(code, 0)
  t.match(out, /"path":"\/api\/v1\/capture-media","status":200/, 'one log line a request')

  const second = start(t, [], environment)
  const again = await second.listening()
  const stats = await fetch(`${again}/api/admin/stats`, { headers: { authorization: 'Bearer token' } })
  t.match(await stats.json(), { stats: { captures: { total: 1 } } })
  second.child.kill('SIGINT')
  t.equal((await second.ended).code, 0)
})

t.test('the process analyses a picture as it was started', async t => {
  const running = start(t, [], { PORT: '0', DATA_DIR: t.testdir() })
  const base = await running.listening()
  const answer = await fetch(`${base}/api/v1/analyze-vibe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source_url: examplePicture }),
  })
  t.equal(answer.status, 200)
})

t.test('a port that is taken is told in one line', async t => {
  const first = start(t, [], { PORT: '0', DATA_DIR: t.testdir() })
  const { port } = new URL(await first.listening())
  const { code, out } = await start(t, [], { PORT: port, DATA_DIR: t.testdir({}) }).ended
  t.equal(code, 1)
  t.match(out, /EADDRINUSE/)
})
