// What is nobody's business: secrets of the operator and of callers, put wherever either may put them, at the most talkative log level.
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { listen } from './helpers/loopback.ts'
import { start } from './helpers/process.ts'

/** Each is found again by a word that nothing else holds. */
const secrets = {
  admin: 'Zanzibar-admin-1',
  key: 'Yokohama-key-2',
  wrong: 'Xanadu-wrong-3',
  cookie: 'Wellington-cookie-4',
  query: 'Valparaiso-query-5',
  password: 'Ulaanbaatar-password-6',
  signature: 'Timbuktu-signature-7',
  provider: 'Samarkand-provider-8',
  body: 'Reykjavik-body-9',
  userinfo: 'Quito-userinfo-10',
} as const

const hidden = Object.values(secrets).map(secret => secret.split('-', 1)[0] ?? '')

/** A host that always fails, in words that repeat what it was asked. */
const faultyHost = async (t: Test): Promise<string> => {
  const server = createServer((request, answer) => answer.writeHead(500).end(request.url))
  return `127.0.0.1:${(await listen(t, server)).port}`
}

/** Says something to the socket as it is. */
const say = async (base: string, words: string): Promise<string> => {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', data => {
    heard += data
  })
  socket.end(words)
  await once(socket, 'close')
  return heard
}

t.test('no secret stands in a log, an answer or a file', async t => {
  const folder = t.testdir()
  const { child, ended, listening } = start(t, [], {
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'trace',
    DRAIN_MS: '0',
    ADMIN_TOKEN: secrets.admin,
    API_KEYS: `ci:${secrets.key}`,
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    OPENAI_BASE_URL: `http://${await faultyHost(t)}/v1`,
  })
  const base = await listening()
  const host = await faultyHost(t)
  const answers: string[] = []
  const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
    const answer = await fetch(`${base}${path}`, init)
    answers.push(JSON.stringify([...answer.headers]), await answer.text())
    return answer.status
  }
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...bearer(secrets.key), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const analyse = '/api/v1/analyze-vibe'
  const build = '/api/v1/build-sparkpage'
  const drawing = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>')}`

  t.equal(await ask('/api/admin/stats', { headers: bearer(secrets.admin) }), 200)
  t.equal(await ask('/api/admin/stats', { headers: bearer(secrets.wrong) }), 401)
  t.equal(await ask('/api/v1/export/txt/projects', { headers: { 'x-api-key': secrets.wrong } }), 401)
  t.equal(await ask('/api/health', { headers: { cookie: `session=${secrets.cookie}`, ...bearer(secrets.wrong) } }), 200)
  t.equal(await ask(`/api/health?token=${secrets.query}`), 200)
  t.equal(await ask(`/nowhere?token=${secrets.query}`), 404)
  t.equal(await ask(`/api/v1/export/txt/projects?limit=${secrets.query}`, { headers: bearer(secrets.key) }), 400)
  t.equal(await post(analyse, { source_url: `http://user:${secrets.password}@${host}/a.png` }), 422)
  t.equal(await post(analyse, { source_url: `http://${host}/a.png?signature=${secrets.signature}` }), 422)
  t.equal(await post(analyse, { source_url: `http://10.0.0.1/a.png?signature=${secrets.signature}` }), 422)
  t.equal(await post(analyse, { source_url: drawing, api_key: `sk-${secrets.provider}` }), 200)
  t.equal(await post(analyse, { source_url: drawing, api_key: secrets.provider }, { prefer: 'handling=strict' }), 422)
  t.equal(await post(analyse, { source_url: 5, api_key: secrets.provider }), 400)
  t.equal(await post(build, `{"style_metadata":{"colors":["#123456"]},"notes":"${secrets.body}"`), 400)
  t.match(await say(base, `GET /${secrets.query} HTTP/9\r\n\r\n`), /^HTTP\/1\.1 400/)
  const long = `GET / HTTP/1.1\r\nhost: localhost\r\nauthorization: ${secrets.wrong}${'x'.repeat(99_999)}\r\n\r\n`
  t.match(await say(base, long), /^HTTP\/1\.1 431/)
  t.equal(await ask(`/%E0%A4%A?token=${secrets.query}`), 400)
  const absolute = `GET http://user:${secrets.userinfo}@localhost/nowhere HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`
  t.match(await say(base, absolute), /^HTTP\/1\.1 403/)

  child.kill('SIGTERM')
  const { out, err } = await ended
  t.ok(out.split('\n').filter(line => line.includes('"answered"')).length > 10, 'there is a log to look at')
  const files = readdirSync(folder).map((file): [string, string] => [file, readFileSync(join(folder, file), 'latin1')])
  const places = { log: out, 'standard error': err, answers: answers.join('\n'), ...Object.fromEntries(files) }
  for (const [place, text] of Object.entries(places))
    t.same(
      hidden.filter(word => text.includes(word)),
      [],
      place,
    )
})
