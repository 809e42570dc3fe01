// Providers through the whole service, in a process of its own: whatever they do, the answer is right and the key stays where it belongs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import type { ProblemCode } from '../schemas/problems.ts'
import { type ProviderName, providers } from '../schemas/vision.ts'
import { json, refusing, saying, startFaults } from './fixtures/providers/fault-server.ts'
import { stripes } from './helpers/service.ts'
import { ownProcess } from './helpers/tools.ts'

const words = {
  summary: 'A quiet sea under a low sun.',
  keywords: ['sea', 'dusk'],
  mood: ['serene'],
  typography: 'serif',
}
const text = JSON.stringify(words)
const hostile = {
  summary: '<script>alert(1)</script>Quiet <b>sea</b> [here](javascript:alert(1))\u202e\u0007',
  keywords: ['<img src=x onerror=alert(1)>', 'sea', ...Array.from({ length: 90 }, (_, at) => `w${at}`)],
  mood: ['x'.repeat(5000), 'serene'],
  typography: 'comic',
}

const thief = await startFaults(t, response => response.end('thanks'))

type Fault = (response: ServerResponse, provider: ProviderName, number: number) => unknown

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Fault =>
  response =>
    response.writeHead(code, headers).end('{"error":{"message":"no"}}')

const endless = (response: ServerResponse, bytes: number) => {
  const piece = Buffer.alloc(65_536, 32)
  let left = bytes
  const more = (): void => {
    while (left > 0 && response.writable) {
      left -= piece.length
      if (!response.write(piece)) return
    }
    response.end()
  }
  response.on('drain', more)
  more()
}

/** Name of a fault, what the provider does, the problem under strict handling (none: it answers), and how often it is asked. */
const faults: Readonly<Record<string, readonly [Fault, ProblemCode | undefined, number]>> = {
  unauthorized: [status(401), 'provider_key_rejected', 1],
  unpaid: [status(402), 'provider_key_rejected', 1],
  forbidden: [status(403), 'provider_key_rejected', 1],
  bad: [status(400), 'provider_failed', 1],
  missing: [status(404), 'provider_failed', 1],
  pause: [status(429, { 'retry-after': '7' }), 'provider_rate_limited', 1],
  longpause: [status(429, { 'retry-after': '86400' }), 'provider_rate_limited', 1],
  nopause: [status(429), 'provider_rate_limited', 1],
  broken: [status(500), 'provider_unavailable', 3],
  gateway: [status(502), 'provider_unavailable', 3],
  away: [status(503, { 'retry-after': '3600' }), 'provider_unavailable', 1],
  overloaded: [status(529), 'provider_unavailable', 3],
  flaky: [
    (response, provider, number) =>
      number < 3 ? status(500)(response, provider, number) : json(response, saying(provider, text)),
    undefined,
    3,
  ],
  hang: [() => undefined, 'provider_timeout', 1],
  halfhang: [response => response.writeHead(200).write('{'), 'provider_timeout', 1],
  drip: [
    response => {
      const drip = setInterval(() => response.write(' '), 50)
      response.on('close', () => clearInterval(drip))
    },
    'provider_timeout',
    1,
  ],
  reset: [response => response.socket?.resetAndDestroy(), 'provider_unavailable', 3],
  truncated: [
    response => response.writeHead(200, { 'content-length': '900' }).write('{"a', () => response.destroy()),
    'provider_unavailable',
    3,
  ],
  html: [response => response.end('<!doctype html><h1>busy</h1>'), 'provider_failed', 1],
  empty: [response => response.end(), 'provider_failed', 1],
  shape: [response => json(response, { choices: 7, content: {}, candidates: [null] }), 'provider_failed', 1],
  prose: [(response, provider) => json(response, said(provider, 'I see a sea.')), 'provider_failed', 1],
  refusal: [(response, provider) => json(response, refusing(provider)[0]), 'provider_failed', 1],
  fat: [response => endless(response, 50e6), 'provider_failed', 1],
  bomb: [
    response => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50e6, 32))),
    'provider_failed',
    1,
  ],
  moved: [(response, ...more) => status(302, { location: thief.base })(response, ...more), 'provider_failed', 1],
  kept: [(response, ...more) => status(308, { location: thief.base })(response, ...more), 'provider_failed', 1],
  fenced: [(response, provider) => json(response, said(provider, `Sure:\n\`\`\`json\n${text}\n\`\`\``)), undefined, 1],
  hostile: [(response, provider) => json(response, saying(provider, JSON.stringify(hostile))), undefined, 1],
  good: [(response, provider) => json(response, saying(provider, text)), undefined, 1],
}

/** Text of a model as it is; Anthropic's tool gives it as the value it stands for. */
const said = (provider: ProviderName, prose: string): unknown => {
  if (provider !== 'anthropic') return saying(provider, prose)
  return { content: [{ type: 'tool_use', input: prose }] }
}

/** The server tells the provider by its path and the fault by the key, and counts by key. */
const counts = new Map<string, number>()
/** Keys whose call is over. */
const left = new Set<string>()
const { base: place } = await startFaults(t, (response, { url, headers }) => {
  const provider = providers.find(name => url.startsWith(`/${name}/`)) ?? 'openai'
  const key = [headers.authorization, headers['x-api-key'], headers['x-goog-api-key']].join('').replace('Bearer ', '')
  const fault = /secret-([a-z]+)-/.exec(key)?.[1] ?? ''
  const number = (counts.get(key) ?? 0) + 1
  counts.set(key, number)
  response.on('close', () => left.add(key))
  faults[fault]?.[0](response, provider, number)
})

const data = t.testdir()
const service = spawn(ownProcess.command, [...ownProcess.words, join(import.meta.dirname, '..', 'src', 'server.ts')], {
  env: {
    ...{ ...process.env, PORT: '0', DATA_DIR: data, LOG_LEVEL: 'trace', PROVIDER_TIMEOUT_MS: '6000', DRAIN_MS: '0' },
    ...Object.fromEntries(providers.map(name => [`${name.toUpperCase()}_BASE_URL`, `${place}/${name}`])),
    OPENAI_BASE_URL: `${place}/openai/v1/`,
  },
})
let log = ''
for (const stream of [service.stdout, service.stderr])
  stream.on('data', chunk => {
    log += chunk
  })
while (!/listens on/.test(log)) await once(service.stdout, 'data')
const base = /listens on (http:\S+);/.exec(log)?.[1] ?? ''
const ended = once(service, 'close')
t.teardown(() => service.kill('SIGKILL'))

const picture = await stripes(['#123456', '#EE9933', '#F4F4F4'])
const answers: string[] = []

interface Asked {
  readonly key?: string
  readonly provider?: string
  readonly strict?: boolean
  readonly more?: Readonly<Record<string, unknown>>
}

const ask = async ({ key, provider, strict = false, more = {} }: Asked) => {
  const answer = await fetch(`${base}/api/v1/analyze-vibe`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(provider === undefined ? {} : { 'x-vision-provider': provider }),
      ...(strict ? { prefer: 'handling=strict' } : {}),
    },
    body: JSON.stringify({ source_url: picture, ...(key === undefined ? {} : { api_key: key }), ...more }),
  })
  const body = await answer.text()
  answers.push(JSON.stringify([...answer.headers]) + body)
  return { status: answer.status, headers: answer.headers, body: JSON.parse(body) }
}

const measured = (await ask({})).body.style_metadata

const statuses: Readonly<Record<string, number>> = {
  provider_key_rejected: 422,
  provider_rate_limited: 429,
  provider_failed: 502,
  provider_unavailable: 503,
  provider_timeout: 504,
}

const pauses: Readonly<Record<string, string>> = { pause: '7', longpause: '86400', away: '3600' }

t.test('every fault of every provider', { jobs: 30 }, async t => {
  for (const provider of providers)
    for (const [fault, [, problem, tries]] of Object.entries(faults)) {
      t.test(`${provider} ${fault}: ${problem ?? 'words'}`, async t => {
        const key = (handling: string) => `secret-${fault}-${provider}-${handling}`
        const [lenient, strict] = await Promise.all([
          ask({ key: key('lenient'), provider }),
          ask({ key: key('strict'), provider, strict: true }),
        ])
        for (const handling of ['lenient', 'strict']) t.equal(counts.get(key(handling)), tries, `tries, ${handling}`)
        t.equal(lenient.status, 200)
        const { analysis, colors, palette, roles, summary } = lenient.body.style_metadata
        t.same([colors, palette, roles], [measured.colors, measured.palette, measured.roles])
        t.equal(analysis.provider.name, provider)
        if (problem === undefined) {
          t.equal(strict.status, 200)
          t.match(analysis, { engine: provider, provider: { outcome: 'answered' }, warnings: [] })
          t.not(analysis.id, measured.analysis.id)
          t.notMatch(summary, /[<>]|javascript|\u202e/)
          t.notMatch(JSON.stringify(lenient.body), 'onerror')
          return
        }
        t.match(analysis, {
          engine: 'builtin',
          id: measured.analysis.id,
          warnings: [new RegExp(`^${provider} .*measured`)],
        })
        t.equal(summary, measured.summary)
        t.match(lenient.headers.get('x-warnings'), problem)
        t.equal(strict.status, statuses[problem])
        t.match(strict.body, { success: false, code: problem, type: `/problems/${problem}` })
        const pause = strict.headers.get('retry-after')
        if (strict.status === 429 || strict.status === 503) t.match(pause, pauses[fault] ?? /^\d+$/)
        t.equal(analysis.provider.retry_after, pauses[fault] === undefined ? undefined : Number(pauses[fault]))
      })
    }
})

t.test('hostile texts are sanitized and limited', async t => {
  const { body } = await ask({ key: 'secret-hostile-more', provider: 'openai' })
  const { summary, keywords, mood, typography } = body.style_metadata
  t.equal(summary, 'Quiet sea here')
  t.equal(keywords.length, 8)
  t.equal(keywords[0], 'sea')
  t.ok(mood.words.every((word: string) => word.length <= 32))
  t.same(typography, measured.typography)
})

t.test('fifty unresponsive calls end with their deadline while others are served', async t => {
  const hanging = Array.from({ length: 50 }, (_, at) => ask({ key: `secret-hang-${at}`, provider: 'gemini' }))
  await wait(300)
  const before = Date.now()
  t.equal((await ask({})).status, 200)
  t.equal(
    (await ask({ key: 'secret-good-meanwhile', provider: 'anthropic' })).body.style_metadata.summary,
    words.summary,
  )
  t.ok(Date.now() - before < 5000)
  for (const { status, body } of await Promise.all(hanging)) {
    t.equal(status, 200)
    t.equal(body.style_metadata.analysis.provider.outcome, 'timeout')
  }
})

t.test('equal requests share one call, other keys and other pictures do not', async t => {
  const key = 'secret-good-shared'
  const twenty = await Promise.all(Array.from({ length: 20 }, () => ask({ key, provider: 'openai' })))
  t.equal(counts.get(key), 1)
  t.equal(new Set(twenty.map(({ body }) => JSON.stringify(body.style_metadata))).size, 1)
  t.equal(
    (await ask({ key, provider: 'openai', more: { analysis_depth: 'low' } })).body.style_metadata.summary,
    words.summary,
  )
  t.equal(counts.get(key), 1, 'words do not depend on the depth')
  await ask({ key: 'secret-good-other', provider: 'openai' })
  t.equal(counts.get('secret-good-other'), 1)
  await ask({ key, provider: 'openai', more: { source_url: await stripes(['#00FF00', '#FF00FF']) } })
  t.equal(counts.get(key), 2)
})

for (const [name, key] of [
  ['empty', ''],
  ['blank', ' \t\n '],
  ['the placeholder', '<API_KEY>'],
] as const) {
  t.test(`a key that is ${name} counts as absent, with a warning, strict or not`, async t => {
    for (const strict of [false, true]) {
      const { status, headers, body } = await ask({ key, provider: 'openai', strict })
      t.equal(status, 200)
      t.match(headers.get('x-warnings'), /api_key_blank/)
      t.match(body.style_metadata.analysis, { id: measured.analysis.id, engine: 'builtin', warnings: [/absent/] })
      t.notOk('provider' in body.style_metadata.analysis)
    }
  })
}

for (const [name, key] of [
  ['5,000 characters', `secret-good-${'x'.repeat(5000)}`],
  ['a line break', 'secret-good-\r\nx-evil: 1'],
  ['NUL', 'secret-good-\0'],
  ['Cyrillic letters', 'secret-good-ключ'],
  ['a space', 'secret-good- space'],
  ['a line separator', 'secret-good-\u2028'],
  ['half a surrogate pair', 'secret-good-\ud800'],
] as const) {
  t.test(`a key with ${name} is not sent anywhere`, async t => {
    const before = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const lenient = await ask({ key, provider: 'openai' })
    t.equal(lenient.status, 200)
    t.match(lenient.headers.get('x-warnings'), /provider_key_rejected/)
    const strict = await ask({ key, provider: 'openai', strict: true })
    t.match(strict, { status: 422, body: { code: 'provider_key_rejected' } })
    t.equal(
      [...counts.values()].reduce((sum, count) => sum + count, 0),
      before,
    )
  })
}

for (const provider of [undefined, 'nobody', 'constructor', '__proto__', '../openai', 'openai,gemini', ''])
  t.test(`a key of unknown prefix is not sent anywhere when ${JSON.stringify(provider)} is named`, async t => {
    const key = `secret-good-unknown-${providers.length}`
    const lenient = await ask({ key, ...(provider === undefined ? {} : { provider }) })
    t.equal(lenient.status, 200)
    t.match(lenient.headers.get('x-warnings'), /provider_unknown/)
    t.match(lenient.body.style_metadata.analysis.warnings, [/not sent anywhere/])
    const strict = await ask({ key, strict: true, ...(provider === undefined ? {} : { provider }) })
    t.match(strict, { status: 422, body: { code: 'provider_unknown' } })
    t.notOk(counts.has(key))
  })

t.test('a key with path segments stays in the header', async t => {
  const key = 'secret-good-../../../v1/models?x=#%2e%2e'
  for (const provider of providers) {
    t.equal((await ask({ key, provider })).body.style_metadata.analysis.engine, provider)
  }
  t.equal(counts.get(key), providers.length)
})

t.test('a client that disconnects aborts the call to the provider', async t => {
  const leaving = new AbortController()
  const asked = fetch(`${base}/api/v1/analyze-vibe`, {
    ...{ method: 'POST', signal: leaving.signal },
    headers: { 'content-type': 'application/json', 'x-vision-provider': 'openai' },
    body: JSON.stringify({ source_url: picture, api_key: 'secret-hang-leaver' }),
  }).catch(() => 'left')
  while (!counts.has('secret-hang-leaver')) await wait(10)
  t.notOk(left.has('secret-hang-leaver'))
  leaving.abort()
  t.equal(await asked, 'left')
  const deadline = Date.now() + 2000
  while (!left.has('secret-hang-leaver') && Date.now() < deadline) await wait(10)
  t.ok(left.has('secret-hang-leaver'))
})

t.test('counts calls and cache hits', async t => {
  const answer = await fetch(`${base}/api/admin/stats`)
  const body = await answer.text()
  answers.push(body)
  const { stats } = JSON.parse(body)
  t.same(Object.keys(stats.providers).sort(), [...providers].sort())
  t.ok(stats.providers.openai.answered >= 4)
  t.ok(stats.providers.gemini.timeout >= 50)
  t.ok(stats.analyses.cache_hits > 100)
  t.ok(stats.analyses.by_engine.anthropic >= 1)
})

t.test('no key appears in a response, an export, the log or a file, and no redirect target receives one', async t => {
  for (const path of ['txt/analysis', 'pdf/analysis', 'txt/projects', 'txt/api-spec'])
    answers.push(await (await fetch(`${base}/api/v1/export/${path}`)).text())
  service.kill('SIGTERM')
  t.match(await ended, [0])
  const files = await Promise.all((await readdir(data)).map(async name => readFile(join(data, name), 'latin1')))
  t.ok(files.join('').includes('ana_'), 'the files are the records')
  t.match(log, /analyze-vibe/)
  for (const [where, found] of Object.entries({ log, answers: answers.join('\n'), files: files.join('\n') }))
    t.notMatch(found, /secret-/, where)
  t.same(thief.asked, [])
})
