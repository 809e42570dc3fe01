// Providers of words: asked rightly, and steady whatever they answer.
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { LLMock } from '@copilotkit/aimock'
import fc from 'fast-check'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { type ProviderName, providers } from '../schemas/vision.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { mergeAnnotation } from '../src/analysis/analyzer.ts'
import { createSingleFlight } from '../src/analysis/single-flight.ts'
import { parseAnnotation, sanitizeText } from '../src/providers/annotation.ts'
import { parseRetryAfter } from '../src/providers/http-client.ts'
import { isKey, mapProviders } from '../src/providers/providers.ts'
import { createVisionClient, providerProblem } from '../src/providers/vision.ts'
import { json, refusing, saying, startFaults } from './fixtures/providers/fault-server.ts'
import { startService, stripes } from './helpers/service.ts'

const key = 'sk-stranger-0123456789'
const words = { summary: 'A calm picture in blue.', keywords: ['calm', 'blue'], mood: ['serene'], typography: 'serif' }
const text = JSON.stringify(words)
const jpeg = Buffer.from('ffd8ffd9', 'hex')

const visionFor = (t: Test, base: string, more: Partial<Parameters<typeof createVisionClient>[0]> = {}) => {
  const place = { base, model: 'model/1', version: '2023-06-01' }
  const vision = createVisionClient({
    providers: { ...mapProviders(() => place), openai: { ...place, base: `${base}/v1/` } },
    defaultProvider: undefined,
    timeoutMs: 4000,
    now: () => new Date(),
    ...more,
  })
  t.teardown(() => vision.close())
  return vision
}

const never = new AbortController().signal
const look = (provider: ProviderName) => ({ provider, key, jpeg, signal: never })

/** What a question looks like on the wire. */
const wire = {
  openai: { url: '/v1/chat/completions', header: 'authorization', value: `Bearer ${key}` },
  openrouter: { url: '/chat/completions', header: 'authorization', value: `Bearer ${key}` },
  anthropic: { url: '/v1/messages', header: 'x-api-key', value: key },
  gemini: { url: '/v1beta/models/model%2F1:generateContent', header: 'x-goog-api-key', value: key },
} as const

for (const provider of providers) {
  t.test(`${provider} is asked once, with the key in one header, and its annotation is parsed`, async t => {
    const { base, asked } = await startFaults(t, response => json(response, saying(provider, text)))
    const vision = visionFor(t, base)
    t.same(await vision.annotate(look(provider)), { kind: 'answered', annotation: words })
    t.equal(asked.length, 1)
    const [question] = asked
    const { url, header, value } = wire[provider]
    t.equal(question?.url, url)
    t.equal(question?.headers[header], value)
    t.equal(question?.headers['accept-encoding'], 'identity')
    const { [header]: _, ...others } = question?.headers ?? {}
    t.notMatch(JSON.stringify([others, question?.url, question?.body]), /stranger/)
    t.match(question?.body, jpeg.toString('base64'))
    t.match(question?.body, /"additionalProperties":false/)
    t.same(vision.calls(), { [provider]: { answered: 1 } })
  })

  t.test(`${provider} refuses, and the result says so`, async t => {
    for (const refusal of refusing(provider)) {
      const { base, asked } = await startFaults(t, response => json(response, refusal))
      t.same(await visionFor(t, base).annotate(look(provider)), { kind: 'refused' })
      t.equal(asked.length, 1)
    }
  })

  for (const [status, headers, outcome, count] of [
    [401, {}, { kind: 'key_rejected' }, 1],
    [403, {}, { kind: 'key_rejected' }, 1],
    [400, {}, { kind: 'unusable' }, 1],
    [404, {}, { kind: 'unusable' }, 1],
    [204, {}, { kind: 'unusable' }, 1],
    [429, {}, { kind: 'rate_limited' }, 1],
    [429, { 'retry-after': '1' }, { kind: 'rate_limited', retryAfter: 1 }, 1],
    [429, { 'retry-after': '999999999' }, { kind: 'rate_limited', retryAfter: 86_400 }, 1],
    [500, {}, { kind: 'unavailable' }, 3],
    [529, {}, { kind: 'unavailable' }, 3],
    [503, { 'retry-after': '86400' }, { kind: 'unavailable', retryAfter: 86_400 }, 1],
    [302, { location: '/stolen' }, { kind: 'unusable' }, 1],
    [307, { location: '/stolen' }, { kind: 'unusable' }, 1],
  ] as const) {
    t.test(`${provider} answers ${status} ${JSON.stringify(headers)}`, async t => {
      const { base, asked } = await startFaults(t, response => {
        response.writeHead(status, headers).end(status === 204 ? undefined : '{"error":{"message":"no"}}')
      })
      t.same(await visionFor(t, base).annotate(look(provider)), outcome)
      t.equal(asked.length, count)
      t.ok(asked.every(({ url }) => url !== '/stolen'))
    })
  }

  t.test(`a 400 of ${provider} rejects the key only for Gemini`, async t => {
    const error = { code: 400, status: 'INVALID_ARGUMENT', details: [{ reason: 'API_KEY_INVALID' }] }
    const { base, asked } = await startFaults(t, response => json(response, { error }, 400))
    t.same(await visionFor(t, base).annotate(look(provider)), {
      kind: provider === 'gemini' ? 'key_rejected' : 'unusable',
    })
    t.equal(asked.length, 1)
  })

  const good = JSON.stringify(saying(provider, text))
  for (const [name, behave, outcome, count] of [
    ['HTML', '<html>busy</html>', 'unusable', 1],
    ['nothing', '', 'unusable', 1],
    ['null', 'null', 'unusable', 1],
    ['a list', '[]', 'unusable', 1],
    ['another shape', '{"choices":[{"message":{"content":7}}],"content":[7],"candidates":[{}]}', 'unusable', 1],
    ['prose', JSON.stringify(saying(provider, '{"summary":7}')), 'unusable', 1],
    ['half of it', good.slice(0, -9), 'unusable', 1],
    ['5 MB', `${good.slice(0, -1)},"more":"${'x'.repeat(5e6)}"}`, 'unusable', 1],
  ] as const) {
    t.test(`${provider} answers ${name}`, async t => {
      const { base, asked } = await startFaults(t, response => response.end(behave))
      t.same(await visionFor(t, base).annotate(look(provider)), { kind: outcome })
      t.equal(asked.length, count)
    })
  }
}

t.test('retries after a broken connection', async t => {
  const { base, asked } = await startFaults(t, (response, _, number) => {
    if (number === 1) response.destroy()
    else if (number === 2)
      response.writeHead(200, { 'content-length': '1000' }).write('{"choices":', () => response.destroy())
    else json(response, saying('openai', text))
  })
  t.same(await visionFor(t, base).annotate(look('openai')), { kind: 'answered', annotation: words })
  t.equal(asked.length, 3)
})

t.test('an unreachable provider is unavailable after three attempts', async t => {
  t.same(await visionFor(t, 'http://127.0.0.1:9').annotate(look('openai')), { kind: 'unavailable' })
})

t.test('waits for a short Retry-After before it retries', async t => {
  const { base, asked } = await startFaults(t, (response, _, number) =>
    number === 1 ? response.writeHead(503, { 'retry-after': '1' }).end() : json(response, saying('openai', text)),
  )
  t.match(await visionFor(t, base).annotate(look('openai')), { kind: 'answered' })
  t.equal(asked.length, 2)
})

t.test('does not decompress a body', async t => {
  const bomb = gzipSync(Buffer.alloc(50e6))
  const { base } = await startFaults(t, response => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  t.same(await visionFor(t, base).annotate(look('gemini')), { kind: 'unusable' })
})

t.test('fifty unresponsive or slow responses at once end with the deadline', async t => {
  const { base } = await startFaults(t, (response, _, number) => {
    if (number % 2 === 0) return
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  const vision = visionFor(t, base, { timeoutMs: 500 })
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => vision.annotate(look('openai'))))
  t.ok(outcomes.every(({ kind }) => kind === 'timeout'))
  t.same(vision.calls(), { openai: { timeout: 50 } })
})

t.test('every failure is a problem, with Retry-After for temporary ones', async t => {
  for (const [outcome, status, detail, pause] of [
    [{ kind: 'rate_limited', retryAfter: 7 }, 429, 'gemini is rate limiting this key; retry after 7 s.', '7'],
    [{ kind: 'rate_limited' }, 429, 'gemini is rate limiting this key.', '10'],
    [
      { kind: 'unavailable', retryAfter: 86_400 },
      503,
      'gemini cannot be used right now; retry after 86400 s.',
      '86400',
    ],
    [{ kind: 'timeout' }, 504, 'gemini took too long.', undefined],
    [{ kind: 'refused' }, 502, 'gemini refuses to describe the picture.', undefined],
  ] as const) {
    const problem = providerProblem('gemini', outcome)
    t.match(problem, { statusCode: status, message: detail })
    t.equal(problem?.headers['retry-after'], pause)
  }
  t.equal(providerProblem('openai', { kind: 'answered', annotation: {} }), undefined)
})

t.test('a provider that fails and then times out is reported by its failure', async t => {
  const { base } = await startFaults(t, (response, _, number) => number === 1 && response.writeHead(500).end())
  t.same(await visionFor(t, base, { timeoutMs: 900 }).annotate(look('openai')), { kind: 'unavailable' })
})

t.test('a retry delay ends with the deadline', async t => {
  const { base } = await startFaults(t, response => response.writeHead(500).end())
  const own = new AbortController()
  setTimeout(() => own.abort(new Error('left')), 120)
  await t.rejects(visionFor(t, base).annotate({ ...look('openai'), signal: own.signal }), { message: 'left' })
})

t.test('too many calls at once are unavailable without being sent', async t => {
  const { base } = await startFaults(t, () => undefined)
  const vision = visionFor(t, base, { timeoutMs: 1500 })
  const outcomes = await Promise.all(Array.from({ length: 260 }, () => vision.annotate(look('openai'))))
  t.equal(outcomes.filter(({ kind }) => kind === 'unavailable').length, 4)
  t.equal(outcomes.filter(({ kind }) => kind === 'timeout').length, 256)
})

t.test('a client that disconnects aborts the call, and so does shutdown', async t => {
  const closed: Promise<unknown>[] = []
  const { base } = await startFaults(t, response => {
    closed.push(new Promise(resolve => response.on('close', resolve)))
  })
  const vision = visionFor(t, base)
  const own = new AbortController()
  const left = t.rejects(vision.annotate({ ...look('openai'), signal: own.signal }), { message: 'left' })
  const ended = vision.annotate(look('openai'))
  while (closed.length < 2) await wait(10)
  own.abort(new Error('left'))
  await left
  await vision.close()
  t.same(await ended, { kind: 'unavailable' })
  await Promise.all(closed)
})

for (const [sent, usable] of [
  ['sk-abc', true],
  ['x'.repeat(1024), true],
  ['x'.repeat(5000), false],
  ['sk-abc\r\nx-evil: 1', false],
  ['sk-\0abc', false],
  ['ключ', false],
  ['sk abc', false],
] as const) {
  t.test(`a key like ${JSON.stringify(sent.slice(0, 20))} is ${usable ? '' : 'not '}put into a header`, async t => {
    const access = visionFor(t, 'http://127.0.0.1:9').resolveProvider(sent, 'openai')
    if (usable) t.same(access, { provider: 'openai', key: sent })
    else t.match(access, { code: 'provider_key_rejected', message: /can be a key of no provider/ })
  })
}

t.test('an empty or blank text and the placeholder are not keys', async t => {
  t.same(['', ' \t\n', '<API_KEY>', ' <API_KEY> ', 'k'].map(isKey), [false, false, false, false, true])
})

t.test(
  'a key belongs to who is named, else by its prefix, else to the defaultProvider one, else to nobody',
  async t => {
    const vision = visionFor(t, 'http://127.0.0.1:9')
    for (const [sent, owner] of [
      ['sk-ant-api03-x', 'anthropic'],
      ['sk-proj-x', 'openai'],
      ['sk-svcacct-x', 'openai'],
      ['sk-or-v1-x', 'openrouter'],
      ['AIzaSyX', 'gemini'],
      ['sk-x', undefined],
      ['../../sk-ant-x', undefined],
      ['SK-ANT-x', undefined],
    ] as const)
      t.match(
        vision.resolveProvider(sent, undefined),
        owner ? { provider: owner, key: sent } : { code: 'provider_unknown' },
        sent,
      )
    t.match(vision.resolveProvider('sk-ant-x', ' OpenAI '), { provider: 'openai' })
    t.match(vision.resolveProvider('sk-ant-x', 'constructor'), { code: 'provider_unknown', message: /openrouter/ })
    const defaultProvider = visionFor(t, 'http://127.0.0.1:9', { defaultProvider: 'openai' })
    t.match(defaultProvider.resolveProvider('anything', undefined), { provider: 'openai' })
    t.equal(vision.modelOf('gemini'), 'model/1')
  },
)

t.test('parses JSON inside code fences and prose, member by member', async t => {
  for (const said of [words, text, `\`\`\`json\n${text}\n\`\`\``, `Sure! ${text} Anything else?`])
    t.same(parseAnnotation(said), words)
  t.same(parseAnnotation({ ...words, typography: 'comic', mood: 'glad', keywords: [1, 'Blue ', 'blue', '', '<b>'] }), {
    summary: words.summary,
    keywords: ['blue'],
  })
  t.same(parseAnnotation({ keywords: Array.from({ length: 50 }, (_, at) => `w${at}`) })?.keywords?.length, 8)
  for (const said of [
    'No.',
    '{',
    '{}',
    null,
    7,
    [],
    { summary: '<!-- -->' },
    '{"summary":"\\u0000"}',
    { __proto__: words },
  ])
    t.equal(parseAnnotation(said), undefined, JSON.stringify(said))
})

t.test('sanitizes untrusted text', async t => {
  for (const [dirty, plain] of [
    ['<script>alert(1)</script>Calm <b>blue</b>', 'Calm blue'],
    ['a <img src=x onerror=alert(1)> b', 'a b'],
    ['a < b > c <', 'a b c'],
    ['see [this](javascript:alert(1)) at https://evil.example/x?y', 'see this at'],
    ['**bold** `code` _it_', 'bold code it'],
    ['left\u202eright\u0007\u200b\ud800', 'left right'],
    ['two\r\nlines\tand  more', 'two lines and more'],
    ['<<script>script>x', ''],
  ] as const)
    t.equal(sanitizeText(dirty, 240), plain)
  t.equal(sanitizeText('one two three', 9), 'one two…')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
      const plain = sanitizeText(text, 50)
      return [...plain].length <= 50 && !/[<>\p{Cc}\p{Cf}]/u.test(plain) && sanitizeText(plain, 50) === plain
    }),
  )
})

t.test('Retry-After is seconds or a date', async t => {
  const now = new Date('2026-01-01T00:00:00Z')
  for (const [header, seconds] of [
    ['7', 7],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ] as const)
    t.equal(parseRetryAfter(header, now), seconds)
})

t.test('equal work is done once, cached within limits, and aborted when no caller waits', async t => {
  const share = createSingleFlight<number>({ maxResults: 2 })
  let runs = 0
  const work = async () => {
    runs += 1
    await wait(20)
    return runs
  }
  t.same(await Promise.all([share.get('a', never, work), share.get('a', never, work)]), [1, 1])
  t.equal(await share.get('a', never, work), 1)
  t.equal(share.hits(), 2)
  await share.get('b', never, work)
  await share.get('a', never, work)
  await share.get('c', never, work)
  t.equal(runs, 3)
  await share.get('b', never, work)
  t.equal(runs, 4)
  await t.rejects(
    share.get('d', never, () => Promise.reject(new Error('failed'))),
    { message: 'failed' },
  )
  t.equal(await share.get('d', never, async () => 9), 9)

  const leavers = [new AbortController(), new AbortController()]
  let stopped: unknown
  const endless = (signal: AbortSignal) =>
    new Promise<number>((_, reject) => {
      signal.addEventListener('abort', () => {
        stopped = signal.reason
        reject(signal.reason)
      })
    })
  const waiting = leavers.map(({ signal }) => share.get('e', signal, endless))
  const over = Promise.allSettled(waiting)
  leavers[0]?.abort(new Error('one'))
  await wait(5)
  t.equal(stopped, undefined)
  leavers[1]?.abort(new Error('two'))
  t.match(await over, [{ reason: { message: 'one' } }, { reason: { message: 'two' } }])
  t.match(stopped, { message: 'two' })
  await t.rejects(share.get('e', AbortSignal.abort(new Error('gone')), endless), { message: 'gone' })
})

t.test('an annotation is added to the style and never replaces a colour', async t => {
  const bytes = Buffer.from((await stripes(['#003366', '#FFAA00'])).split(',')[1] ?? '', 'base64')
  const task = {
    bytes,
    platform: 'web_16_9',
    mediaType: undefined,
    maxPixels: 1e6,
    ffmpegPath: '',
  } as const
  const style = await analyze({ ...task, depth: 'medium' })
  const said = { ...words, summary: 'Blue #036 and amber #FFA805.', keywords: ['#00ff00', 'sea'] } as const
  t.same(mergeAnnotation(style, { ...said, keywords: [...said.keywords], mood: ['calm'], typography: 'slab' }), {
    ...style,
    summary: said.summary,
    keywords: ['sea'],
    mood: { ...style.mood, words: ['calm'] },
    typography: { category: 'slab' },
  })
  t.same(mergeAnnotation(style, { summary: 'All green, #00FF00.', keywords: ['#0f0'] }), style)
  t.same(mergeAnnotation(style, {}), style)
  const low = await analyze({ ...task, bytes: Buffer.from(bytes), depth: 'low' })
  t.notOk('mood' in mergeAnnotation(low, { mood: ['calm'] }))
})

t.test(
  'a server that speaks for all of them, and that nobody of this house wrote, is understood and understands',
  async t => {
    const right = 'sk-the-right-one'
    const mock = new LLMock({ port: 0, auth: { apiKeys: [right] } })
    mock.on({ model: 'claude-haiku-4-5' }, { toolCalls: [{ name: 'visual_style', arguments: text }] })
    mock.on({ systemMessage: /visual style/ }, { content: text })
    await mock.start()
    t.teardown(() => mock.stop())
    const paths: Readonly<Record<ProviderName, string>> = {
      ...{ openai: '/v1', anthropic: '', gemini: '', openrouter: '/api/v1' },
    }
    const places = providers.map(name => [`${name.toUpperCase()}_BASE_URL`, mock.url + paths[name]])
    const { post } = await startService(t, Object.fromEntries(places))
    const pictures = [await stripes(['#123456', '#EE9933']), await stripes(['#123456', '#993333'])] as const
    const ask = (provider: string, api_key: string, [source_url]: readonly [string, ...string[]]) =>
      post(
        '/api/v1/analyze-vibe',
        { source_url, api_key },
        { 'x-vision-provider': provider, prefer: 'handling=strict' },
      )
    for (const provider of providers) {
      const answer = await ask(provider, right, pictures)
      t.equal(answer.statusCode, 200, provider)
      t.match(answer.json().style_metadata, {
        ...{ summary: words.summary, keywords: words.keywords, typography: { category: words.typography } },
        ...{ mood: { words: words.mood }, analysis: { engine: provider, warnings: [] } },
      })
      const wrong = await ask(provider, 'sk-wrong', pictures)
      t.match(wrong.json(), { status: 422, code: 'provider_key_rejected' }, provider)
      mock.nextRequestError(429, { message: 'slow down' })
      const slow = await ask(provider, right, [pictures[1]])
      t.match(slow.json(), { status: 429, code: 'provider_rate_limited' }, provider)
      t.match(slow.headers, { 'retry-after': /^\d+$/ })
    }
    const seen = mock.getRequests().filter(({ path }) => path.includes('chat/completions'))
    const picture = /data:image\/jpeg;base64,([^"]+)/.exec(JSON.stringify(seen[0]?.body))?.[1] ?? ''
    t.match(await sharp(Buffer.from(picture, 'base64')).metadata(), { format: 'jpeg', width: 240, height: 160 })
  },
)
