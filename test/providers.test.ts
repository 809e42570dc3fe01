// Vision providers: requests and responses of each, faults and retries, keys, annotations, and the operation that uses them.
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { LLMock } from '@copilotkit/aimock'
import fc from 'fast-check'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { ProblemCode } from '../schemas/problems.ts'
import { type ProviderName, providers } from '../schemas/vision.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { mergeAnnotation } from '../src/analysis/analyzer.ts'
import { createSingleFlight } from '../src/analysis/single-flight.ts'
import { parseAnnotation, plainText } from '../src/providers/annotation.ts'
import { parseRetryAfter } from '../src/providers/http-client.ts'
import { isKey, mapProviders } from '../src/providers/providers.ts'
import { createVisionClient, providerProblem } from '../src/providers/vision.ts'
import { json, type Respond, refusing, saying, startFaults, truncated } from './fixtures/providers/fault-server.ts'
import { startService, stripes } from './helpers/service.ts'

const key = 'sk-private-0123456789'
const annotation = {
  summary: 'A calm picture in blue.',
  keywords: ['calm', 'blue'],
  mood: ['serene'],
  typography: 'serif',
}
const text = JSON.stringify(annotation)
const jpeg = Buffer.from('ffd8ffd9', 'hex')
const never = new AbortController().signal

function openClient(t: Test, base: string, options: Partial<Parameters<typeof createVisionClient>[0]> = {}) {
  const config = { base, model: 'model/1', version: '2023-06-01' }
  const vision = createVisionClient({
    providers: { ...mapProviders(() => config), openai: { ...config, base: `${base}/v1/` } },
    defaultProvider: undefined,
    timeoutMs: 2000,
    now: () => new Date(),
    ...options,
  })
  t.teardown(() => vision.close())
  return vision
}

function request(provider: ProviderName, signal = never) {
  return { provider, key, jpeg, signal }
}

/** Where each provider expects the request and the key. */
const wire = {
  openai: { url: '/v1/chat/completions', header: 'authorization', value: `Bearer ${key}` },
  openrouter: { url: '/chat/completions', header: 'authorization', value: `Bearer ${key}` },
  anthropic: { url: '/v1/messages', header: 'x-api-key', value: key },
  gemini: { url: '/v1beta/models/model%2F1:generateContent', header: 'x-goog-api-key', value: key },
} as const

for (const provider of providers) {
  t.test(`${provider} gets one request with the key in one header, and its response is parsed`, async t => {
    const { base, asked } = await startFaults(t, response => json(response, saying(provider, text)))
    const vision = openClient(t, base)
    t.same(await vision.annotate(request(provider)), { kind: 'answered', annotation })
    t.equal(asked.length, 1)
    const [sent] = asked
    const { url, header, value } = wire[provider]
    const { [header]: keyHeader, ...headers } = sent?.headers ?? {}
    t.same([sent?.url, keyHeader, headers['accept-encoding']], [url, value, 'identity'])
    t.notMatch(JSON.stringify([headers, sent?.url, sent?.body]), /private/)
    t.match(sent?.body, jpeg.toString('base64'))
    t.match(sent?.body, /"additionalProperties":false/)
    t.same(vision.calls(), { [provider]: { answered: 1 } })
  })

  t.test(`recognizes refusals, rejected keys and unusable bodies of ${provider}`, async t => {
    const good = JSON.stringify(saying(provider, text))
    const unusable = [
      '<html>busy</html>',
      '',
      'null',
      '[]',
      good.slice(0, -9),
      '{"choices":7,"content":{},"candidates":[null]}',
    ]
    const cases: readonly (readonly [status: number, body: string, kind: string])[] = [
      [400, '{"error":{"message":"tools: invalid"}}', 'unusable'],
      [200, '{"error":{"message":"no"}}', 'unusable'],
      ...truncated(provider).map(body => [200, JSON.stringify(body), 'truncated'] as const),
      [200, '{"choices":[{"message":{"content":7}}],"content":[7],"candidates":[{}]}', 'unusable'],
      [200, JSON.stringify(saying(provider, '{"summary":7}')), 'unusable'],
      ...refusing(provider).map(body => [200, JSON.stringify(body), 'refused'] as const),
      ...unusable.map(body => [200, body, 'unusable'] as const),
    ]
    const { base, asked } = await startFaults(t, (response, _, number) => {
      const [status = 500, body] = cases[number - 1] ?? []
      response.writeHead(status).end(body)
    })
    const vision = openClient(t, base)
    for (const [status, body, kind] of cases)
      t.same(await vision.annotate(request(provider)), { kind }, `${status} ${body.slice(0, 80)}`)
    t.equal(asked.length, cases.length, 'nothing is retried')
  })
}

/** Documented bodies of errors, and those of servers with the API of OpenAI, shortened. */
const errors: readonly (readonly [status: number, body: unknown, kind: string, retryAfter?: number])[] = [
  // OpenAI
  [
    429,
    openAiError('insufficient_quota', 'You exceeded your current quota, please check your plan and billing details.'),
    'quota_exceeded',
  ],
  [
    429,
    openAiError('rate_limit_exceeded', 'Rate limit reached for requests. Limit: 3 / min. Please try again in 20s.'),
    'rate_limited',
    20,
  ],
  [
    429,
    openAiError('rate_limit_exceeded', 'Rate limit reached on requests per min: Limit 200. Please try again in 7m12s.'),
    'rate_limited',
    432,
  ],
  [
    404,
    openAiError('model_not_found', 'The model `gpt-9` does not exist or you do not have access to it.'),
    'model_unknown',
  ],
  [403, openAiError('model_not_found', 'Project `proj_1` does not have access to model `gpt-9`'), 'model_unknown'],
  [
    403,
    openAiError('unsupported_country_region_territory', 'Country, region, or territory not supported'),
    'region_refused',
  ],
  [
    400,
    openAiError('image_parse_error', 'You uploaded an unsupported image. Please make sure your image is valid.'),
    'image_refused',
  ],
  [400, openAiError(null, 'Invalid content type. image_url is only supported by certain models.'), 'image_refused'],
  [400, openAiError('content_policy_violation', 'Your request was rejected by our safety system.'), 'refused'],
  [400, openAiError('billing_hard_limit_reached', 'Billing hard limit has been reached'), 'no_credit'],
  [401, openAiError('invalid_api_key', 'Incorrect API key provided: sk-proj-a.'), 'key_rejected'],
  // Anthropic
  [
    400,
    anthropicError('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    'no_credit',
  ],
  [402, anthropicError('billing_error', 'There is an issue with your billing.'), 'no_credit'],
  [
    400,
    anthropicError(
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-12-01.',
    ),
    'quota_exceeded',
  ],
  [404, anthropicError('not_found_error', 'model: claude-9'), 'model_unknown'],
  [
    400,
    anthropicError('invalid_request_error', 'messages.0.content.0.image.source.base64: image exceeds 5 MB maximum'),
    'image_refused',
  ],
  [400, anthropicError('invalid_request_error', 'Could not process image'), 'image_refused'],
  [413, anthropicError('request_too_large', 'Request exceeds the maximum size'), 'image_refused'],
  [403, anthropicError('forbidden', 'Request not allowed'), 'region_refused'],
  [400, anthropicError('invalid_request_error', 'This organization has been disabled.'), 'key_rejected'],
  [
    429,
    anthropicError('rate_limit_error', 'This request would exceed the rate limit of your organization.'),
    'rate_limited',
  ],
  // Gemini
  [400, geminiError('INVALID_ARGUMENT', 'API key not valid.', [{ reason: 'API_KEY_INVALID' }]), 'key_rejected'],
  [400, geminiError('FAILED_PRECONDITION', 'User location is not supported for the API use.'), 'region_refused'],
  [
    404,
    geminiError(
      'NOT_FOUND',
      'models/gemini-9 is not found for API version v1beta, or is not supported for generateContent.',
    ),
    'model_unknown',
  ],
  [400, geminiError('INVALID_ARGUMENT', 'Unable to process input image. Please retry or report.'), 'image_refused'],
  [
    429,
    geminiError('RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
      { violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }] },
      { retryDelay: '34s' },
    ]),
    'quota_exceeded',
  ],
  [
    429,
    geminiError(
      'RESOURCE_EXHAUSTED',
      'You exceeded your current quota. * Quota exceeded for metric: requests, limit: 0, model: gemini-9',
    ),
    'quota_exceeded',
  ],
  [
    429,
    geminiError('RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
      { violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }] },
      { retryDelay: '33.4s' },
    ]),
    'rate_limited',
    34,
  ],
  [429, geminiError('RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'), 'rate_limited'],
  // OpenRouter
  [402, { error: { message: 'Insufficient credits. This account never purchased credits.', code: 402 } }, 'no_credit'],
  [404, { error: { message: 'No endpoints found that support image input', code: 404 } }, 'image_refused'],
  [400, { error: { message: 'openai/gpt-9 is not a valid model ID', code: 400 } }, 'model_unknown'],
  [403, { error: { message: 'Your input was flagged', code: 403, metadata: { reasons: ['violence'] } } }, 'refused'],
  [200, { error: { message: 'Provider returned error', code: 429 } }, 'rate_limited'],
  [
    200,
    {
      error: {
        message: 'Provider returned error',
        code: 403,
        metadata: { raw: JSON.stringify(openAiError('unsupported_country_region_territory', '')) },
      },
    },
    'region_refused',
  ],
  // Ollama, vLLM, llama.cpp, DeepSeek, xAI, Mistral
  [
    404,
    { error: { message: 'model "llava" not found, try pulling it first', type: 'not_found_error' } },
    'model_unknown',
  ],
  [
    404,
    { object: 'error', message: 'The model `a/b` does not exist.', type: 'NotFoundError', code: 404 },
    'model_unknown',
  ],
  [
    400,
    { object: 'error', message: 'a/b is not a multimodal model', type: 'BadRequestError', code: 400 },
    'image_refused',
  ],
  [
    500,
    {
      error: {
        code: 500,
        message: 'image input is not supported - hint: you may need to provide the mmproj',
        type: 'server_error',
      },
    },
    'image_refused',
  ],
  [402, { error: { message: 'Insufficient Balance', type: 'unknown_error' } }, 'no_credit'],
  [400, { error: { message: 'Model Not Exist', type: 'invalid_request_error' } }, 'model_unknown'],
  [400, { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***.' }, 'key_rejected'],
  [400, { message: 'Invalid model: pixtral-9', type: 'invalid_model' }, 'model_unknown'],
]

function openAiError(code: string | null, message: string) {
  return { error: { message, type: 'invalid_request_error', param: null, code } }
}

function anthropicError(type: string, message: string) {
  return { type: 'error', error: { type, message }, request_id: 'req_1' }
}

function geminiError(status: string, message: string, details: readonly object[] = []) {
  return { error: { code: 400, message, status, details } }
}

t.test('tells apart why a provider does not answer, and asks it once', async t => {
  const { base, asked } = await startFaults(t, (response, _, number) => {
    const [status, body] = errors[number - 1] ?? []
    json(response, body, status)
  })
  const vision = openClient(t, base)
  for (const [status, body, kind, retryAfter] of errors)
    t.same(
      await vision.annotate(request('openai')),
      { kind, ...(retryAfter && { retryAfter }) },
      `${status} ${JSON.stringify(body)}`,
    )
  t.equal(asked.length, errors.length)
})

t.test('leaves out what a model of Gemini thinks', async t => {
  const parts = [{ text: 'A { picture', thought: true }, { text }]
  const { base } = await startFaults(t, response => json(response, { candidates: [{ content: { parts } }] }))
  t.same(await openClient(t, base).annotate(request('gemini')), { kind: 'answered', annotation })
})

const redirectTarget = await startFaults(t, response => response.end())

function status(code: number, headers: Readonly<Record<string, string>> = {}): Respond {
  return response => response.writeHead(code, headers).end(code === 204 ? undefined : '{"error":{"message":"no"}}')
}

const answer: Respond = response => json(response, saying('openai', text))
const truncate: Respond = response =>
  response.writeHead(200, { 'content-length': '1000' }).write('{"choices":', () => response.destroy())
const answered = { kind: 'answered', annotation }
const unavailable = { kind: 'unavailable' }
const unusable = { kind: 'unusable' }
const timeout = { kind: 'timeout' }

/** What the provider does with its first, second and third request (the last one stays), the result, and the number of requests. */
const faults: Readonly<Record<string, readonly [responds: readonly Respond[], result: object, requests: number]>> = {
  ...Object.fromEntries(
    (
      [
        [401, 'key_rejected'],
        [402, 'no_credit'],
        [403, 'key_rejected'],
        [413, 'image_refused'],
      ] as const
    ).map(([code, kind]) => [`a ${code}`, [[status(code)], { kind }, 1] as const]),
  ),
  'a 401 that breaks off': [
    [response => response.writeHead(401, { 'content-length': '99' }).write('{', () => response.destroy())],
    { kind: 'key_rejected' },
    1,
  ],
  'a 408 before the answer': [[status(408), answer], answered, 2],
  ...Object.fromEntries([400, 404, 204].map(code => [`a ${code}`, [[status(code)], unusable, 1] as const])),
  ...Object.fromEntries(
    [302, 307, 308].map(code => [
      `a ${code}`,
      [[status(code, { location: redirectTarget.base })], unusable, 1] as const,
    ]),
  ),
  ...Object.fromEntries([500, 502, 529].map(code => [`a ${code}`, [[status(code)], unavailable, 3] as const])),
  'a 429': [[status(429)], { kind: 'rate_limited' }, 1],
  'a 429 with Retry-After': [[status(429, { 'retry-after': '7' })], { kind: 'rate_limited', retryAfter: 7 }, 1],
  'a Retry-After of years': [
    [status(429, { 'retry-after': '999999999' })],
    { kind: 'rate_limited', retryAfter: 86_400 },
    1,
  ],
  'a Retry-After beyond the deadline': [
    [status(503, { 'retry-after': '3600' })],
    { kind: 'unavailable', retryAfter: 3600 },
    1,
  ],
  'a short Retry-After': [[status(503, { 'retry-after': '1' }), answer], answered, 2],
  'two 500 before the answer': [[status(500), status(500), answer], answered, 3],
  'broken connections before the answer': [[response => response.destroy(), truncate, answer], answered, 3],
  'a reset connection': [[response => response.socket?.resetAndDestroy()], unavailable, 3],
  'a truncated body': [[truncate], unavailable, 3],
  'a 500 and then no response': [[status(500), () => undefined], unavailable, 2],
  'no response': [[() => undefined], timeout, 1],
  'half a response': [[response => response.writeHead(200).write('{')], timeout, 1],
  'a slow response': [
    [
      response => {
        const drip = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(drip))
      },
    ],
    timeout,
    1,
  ],
  'a body above 4 MB': [[response => response.end(`{"more":"${'x'.repeat(5e6)}","choices":[]}`)], unusable, 1],
  'a compressed body, which is not decompressed': [
    [
      response =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(saying('openai', text)))),
    ],
    unusable,
    1,
  ],
}

t.test('turns every fault into a result, and retries broken connections and 5xx', async t => {
  const closedPort = openClient(t, 'http://127.0.0.1:9').annotate(request('openai'))
  await Promise.all(
    Object.entries(faults).map(async ([name, [responds, result, requests]]) => {
      const { base, asked } = await startFaults(t, (response, sent, number) =>
        (responds[number - 1] ?? responds.at(-1))?.(response, sent, number),
      )
      t.same(await openClient(t, base).annotate(request('openai')), result, name)
      t.equal(asked.length, requests, `${name}: requests`)
    }),
  )
  t.same(await closedPort, unavailable, 'a closed port')
  t.same(redirectTarget.asked, [], 'redirects are not followed')
})

t.test('limits calls in progress; all end with their deadline', async t => {
  const { base } = await startFaults(t, () => undefined)
  const vision = openClient(t, base, { timeoutMs: 500 })
  await Promise.all(Array.from({ length: 260 }, () => vision.annotate(request('openai'))))
  t.same(vision.calls(), { openai: { unavailable: 4, timeout: 256 } })
})

t.test('a client that disconnects aborts its call, also between attempts; closing aborts the others', async t => {
  const closed: Promise<unknown>[] = []
  const { base, asked } = await startFaults(t, (response, _, number) => {
    if (number === 1) response.writeHead(500).end()
    else closed.push(new Promise(resolve => response.on('close', resolve)))
  })
  const vision = openClient(t, base)
  const [waiting, calling] = [new AbortController(), new AbortController()]
  const first = t.rejects(vision.annotate(request('openai', waiting.signal)), { message: 'gone' })
  while (asked.length < 1) await wait(5)
  await wait(50)
  waiting.abort(new Error('gone'))
  await first
  const second = t.rejects(vision.annotate(request('openai', calling.signal)), { message: 'gone' })
  const third = vision.annotate(request('openai'))
  while (closed.length < 2) await wait(5)
  calling.abort(new Error('gone'))
  await second
  await vision.close()
  t.same(await third, unavailable)
  await Promise.all(closed)
  t.equal(asked.length, 3)
})

t.test('understands and is understood by an independent implementation of each API', async t => {
  const mock = new LLMock({ port: 0, auth: { apiKeys: [key] } })
  mock.on({ model: 'claude-haiku-4-5' }, { toolCalls: [{ name: 'visual_style', arguments: text }] })
  mock.on({ systemMessage: /visual style/ }, { content: text })
  await mock.start()
  t.teardown(() => mock.stop())
  const paths: Readonly<Record<ProviderName, string>> = {
    openai: '/v1',
    anthropic: '',
    gemini: '',
    openrouter: '/api/v1',
  }
  const vision = openClient(t, mock.url, {
    providers: mapProviders((name, { model, version = '' }) => ({ base: mock.url + paths[name], model, version })),
  })
  for (const provider of providers) {
    t.same(await vision.annotate(request(provider)), answered, provider)
    t.same(await vision.annotate({ ...request(provider), key: 'sk-wrong' }), { kind: 'key_rejected' }, provider)
    mock.nextRequestError(429, { message: 'slow down' })
    t.match(await vision.annotate(request(provider)), { kind: 'rate_limited' }, provider)
  }
})

t.test('every failure is a problem, with Retry-After for temporary ones', async t => {
  for (const [result, status, detail, retryAfter] of [
    [{ kind: 'key_rejected' }, 422, 'gemini rejected the key.', undefined],
    [{ kind: 'rate_limited', retryAfter: 7 }, 429, 'gemini is rate limiting this key; retry after 7 s.', '7'],
    [{ kind: 'rate_limited' }, 429, 'gemini is rate limiting this key.', '10'],
    [{ kind: 'unavailable', retryAfter: 60 }, 503, 'gemini cannot be used right now; retry after 60 s.', '60'],
    [{ kind: 'unusable' }, 502, 'gemini returned no usable response.', undefined],
    [{ kind: 'timeout' }, 504, 'gemini took too long.', undefined],
    [{ kind: 'no_credit' }, 422, 'gemini has no credit left for this key.', undefined],
    [{ kind: 'quota_exceeded' }, 422, 'gemini reports that the quota of this key is used up.', undefined],
    [{ kind: 'model_unknown' }, 502, /^gemini does not have the model/, undefined],
    [{ kind: 'region_refused' }, 502, 'gemini does not serve the region of this server.', undefined],
    [{ kind: 'image_refused' }, 502, /^gemini rejected the image/, undefined],
    [{ kind: 'truncated' }, 502, /^gemini used up its output tokens/, undefined],
    [{ kind: 'refused' }, 502, 'gemini refuses to describe the image.', undefined],
  ] as const) {
    const problem = providerProblem('gemini', result)
    t.match(problem, { statusCode: status, message: detail })
    t.equal(problem?.headers['retry-after'], retryAfter)
  }
  t.equal(providerProblem('openai', { kind: 'answered', annotation: {} }), undefined)
})

t.test('parses Retry-After as seconds or a date', async t => {
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

/** Keys that no provider can have issued. */
const unsafeKeys: Readonly<Record<string, string>> = {
  '5,000 characters': `secret-good-${'x'.repeat(5000)}`,
  'a line break': 'secret-good-\r\nx-evil: 1',
  NUL: 'secret-good-\0',
  'Cyrillic letters': 'secret-good-ключ',
  'a space': 'secret-good- space',
  'half a surrogate pair': 'secret-good-\ud800',
}

t.test('the provider of a key is the named one, else that of its prefix, else the default', async t => {
  const vision = openClient(t, 'http://127.0.0.1:9')
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
  const withDefault = openClient(t, 'http://127.0.0.1:9', { defaultProvider: 'openai' })
  t.match(withDefault.resolveProvider('anything', undefined), { provider: 'openai' })
  t.match(vision.resolveProvider('x'.repeat(1024), 'openai'), { provider: 'openai' })
  for (const [name, sent] of Object.entries(unsafeKeys))
    t.match(
      vision.resolveProvider(sent, 'openai'),
      { code: 'provider_key_rejected', message: /not a valid key of any provider/ },
      name,
    )
  t.same(['', ' \t\n', '<API_KEY>', ' <API_KEY> ', 'k'].map(isKey), [false, false, false, false, true])
  t.equal(vision.modelOf('gemini'), 'model/1')
})

t.test('parses an annotation member by member, also inside code fences and prose', async t => {
  for (const content of [annotation, text, `\`\`\`json\n${text}\n\`\`\``, `Sure! ${text} Anything else?`])
    t.same(parseAnnotation(content), annotation)
  const partly = { ...annotation, typography: 'comic', mood: 'glad', keywords: [1, 'Blue ', 'blue', '', '<b>'] }
  t.same(parseAnnotation(partly), { summary: annotation.summary, keywords: ['blue'] })
  t.same(parseAnnotation({ keywords: Array.from({ length: 50 }, (_, at) => `w${at}`) })?.keywords?.length, 8)
  const empty = [
    'No.',
    '{',
    '{}',
    null,
    7,
    [],
    { summary: '<!-- -->' },
    '{"summary":"\\u0000"}',
    { __proto__: annotation },
  ]
  for (const content of empty) t.equal(parseAnnotation(content), undefined, JSON.stringify(content))
})

t.test('sanitizes untrusted text', async t => {
  for (const [untrusted, plain] of [
    ['<script>alert(1)</script>Calm <b>blue</b>', 'Calm blue'],
    ['a <img src=x onerror=alert(1)> b', 'a b'],
    ['a < b > c <', 'a b c'],
    ['see [this](javascript:alert(1)) at https://evil.example/x?y', 'see this at'],
    ['**bold** `code` _it_', 'bold code it'],
    ['left\u202eright\u0007\u200b\ud800', 'left right'],
    ['two\r\nlines\tand  more', 'two lines and more'],
    ['<<script>script>x', ''],
  ] as const)
    t.equal(plainText(untrusted, 240), plain)
  t.equal(plainText('one two three', 9), 'one two…')
  // ASCII is likely. The strings of fast-check take a second to prepare.
  const point = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff }))
  fc.assert(
    fc.property(fc.array(point, { maxLength: 300 }), points => {
      const text = String.fromCodePoint(...points)
      const plain = plainText(text, 50)
      return [...plain].length <= 50 && !/[<>\p{Cc}\p{Cf}]/u.test(plain) && plainText(plain, 50) === plain
    }),
  )
})

t.test('an annotation is added to the style and never replaces a colour', async t => {
  const bytes = Buffer.from((await stripes(['#003366', '#FFAA00'])).split(',')[1] ?? '', 'base64')
  const task = { platform: 'web_16_9', mediaType: undefined, maxPixels: 1e6, ffmpegPath: '' } as const
  const style = await analyze({ ...task, bytes: Buffer.from(bytes), depth: 'medium' })
  const summary = 'Blue #036 and amber #FFA805.'
  const added = { summary, keywords: ['#00ff00', 'sea'], mood: ['calm'], typography: 'slab' } as const
  t.same(mergeAnnotation(style, { ...added, keywords: [...added.keywords], mood: [...added.mood] }), {
    ...style,
    summary,
    keywords: ['sea'],
    mood: { ...style.mood, words: ['calm'] },
    typography: { category: 'slab' },
  })
  t.same(mergeAnnotation(style, { summary: 'All green, #00FF00.', keywords: ['#0f0'] }), style)
  t.same(mergeAnnotation(style, {}), style)
  const low = await analyze({ ...task, bytes, depth: 'low' })
  t.notOk('mood' in mergeAnnotation(low, { mood: ['calm'] }))
})

t.test('equal work is done once, cached within limits, and aborted when no caller waits', async t => {
  const flights = createSingleFlight<number>({ maxResults: 2 })
  let runs = 0
  const work = async () => {
    runs += 1
    await wait(5)
    return runs
  }
  t.same(await Promise.all([flights.get('a', never, work), flights.get('a', never, work)]), [1, 1])
  t.equal(await flights.get('a', never, work), 1)
  t.equal(flights.hits(), 2)
  for (const name of ['b', 'a', 'c']) await flights.get(name, never, work)
  t.equal(runs, 3)
  await flights.get('b', never, work)
  t.equal(runs, 4, 'the least recently used result is evicted')
  const failing = flights.get('d', never, () => Promise.reject(new Error('failed')))
  await t.rejects(failing, { message: 'failed' })
  t.equal(await flights.get('d', never, async () => 9), 9, 'a failure is not cached')

  const callers = [new AbortController(), new AbortController()] as const
  let reason: unknown
  const endless = (signal: AbortSignal) =>
    new Promise<number>((_, reject) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason
        reject(signal.reason)
      })
    })
  const results = Promise.allSettled(callers.map(({ signal }) => flights.get('e', signal, endless)))
  callers[0].abort(new Error('one'))
  await wait(5)
  t.equal(reason, undefined)
  callers[1].abort(new Error('two'))
  t.match(await results, [{ reason: { message: 'one' } }, { reason: { message: 'two' } }])
  t.match(reason, { message: 'two' })
  await t.rejects(flights.get('e', AbortSignal.abort(new Error('gone')), endless), { message: 'gone' })
})

// Through the operation: the fault is part of the key, `secret-<fault>-…`, and the provider is part of the path.

const hostile = {
  summary: '<script>alert(1)</script>Quiet <b>sea</b> [here](javascript:alert(1))\u202e\u0007',
  keywords: ['<img src=x onerror=alert(1)>', 'sea', ...Array.from({ length: 90 }, (_, at) => `w${at}`)],
  mood: ['x'.repeat(5000), 'serene'],
  typography: 'comic',
}

function respondAs(provider: ProviderName): Readonly<Record<string, Respond>> {
  return {
    good: response => json(response, saying(provider, text)),
    hostile: response => json(response, saying(provider, JSON.stringify(hostile))),
    unauthorized: status(401),
    limited: status(429, { 'retry-after': '7' }),
    away: status(503, { 'retry-after': '3600' }),
    refusal: response => json(response, refusing(provider)[0]),
    prose: response => response.end('I see a sea.'),
    hang: () => undefined,
  }
}

const counts = new Map<string, number>()
const closedCalls = new Set<string>()
const { base, asked } = await startFaults(t, (response, sent, number) => {
  const { url, headers } = sent
  const provider = providers.find(name => url.startsWith(`/${name}/`)) ?? 'openai'
  const key = [headers.authorization, headers['x-api-key'], headers['x-goog-api-key']].join('').replace('Bearer ', '')
  counts.set(key, (counts.get(key) ?? 0) + 1)
  response.on('close', () => closedCalls.add(key))
  respondAs(provider)[/secret-([a-z]+)-/.exec(key)?.[1] ?? '']?.(response, sent, number)
})
const service = await startService(t, {
  ...Object.fromEntries(providers.map(name => [`${name.toUpperCase()}_BASE_URL`, `${base}/${name}`])),
  PROVIDER_TIMEOUT_MS: '1500',
})
const operation = '/api/v1/analyze-vibe'
const picture = await stripes(['#123456', '#EE9933', '#F4F4F4'])

interface Question {
  readonly key?: string
  readonly provider?: string
  readonly strict?: boolean
  readonly more?: Readonly<Record<string, unknown>>
}

async function ask({ key, provider, strict = false, more = {} }: Question) {
  const { statusCode, headers, payload } = await service.post(
    operation,
    { source_url: picture, ...(key === undefined ? {} : { api_key: key }), ...more },
    {
      ...(provider === undefined ? {} : { 'x-vision-provider': provider }),
      ...(strict ? { prefer: 'handling=strict' } : {}),
    },
  )
  return { status: statusCode, headers, body: JSON.parse(payload) }
}

/** The style without an annotation. */
const measuring = ask({}).then(({ body }) => body.style_metadata)

t.test('every provider annotates an analysis', async t => {
  const measured = await measuring
  // Path segments in a key stay in the header.
  const sent = 'secret-good-../../../v1/models?x=#%2e%2e'
  for (const provider of providers) {
    const { body } = await ask({ key: sent, provider, strict: true })
    const { colors, palette, analysis, summary, mood, typography } = body.style_metadata
    t.same([colors, palette], [measured.colors, measured.palette], provider)
    t.same([summary, mood.words, typography], [annotation.summary, annotation.mood, { category: 'serif' }])
    t.match(analysis, { engine: provider, provider: { name: provider, outcome: 'answered' }, warnings: [] })
    t.not(analysis.id, measured.analysis.id)
  }
  t.equal(counts.get(sent), providers.length)
  const image = /data:image\/jpeg;base64,([^"]+)/.exec(asked[0]?.body ?? '')?.[1] ?? ''
  t.match(await sharp(Buffer.from(image, 'base64')).metadata(), { format: 'jpeg', width: 240, height: 160 })

  const { summary, keywords, mood, typography } = (await ask({ key: 'secret-hostile-1', provider: 'openai' })).body
    .style_metadata
  t.same([summary, keywords.length, keywords[0]], ['Quiet sea here', 8, 'sea'])
  t.ok(mood.words.every((word: string) => word.length <= 32))
  t.same(typography, measured.typography)
})

t.test('a provider that fails costs only its annotation, and is an error under strict handling', async t => {
  const measured = await measuring
  const failures: Readonly<Record<string, readonly [code: ProblemCode, status: number, retryAfter?: number]>> = {
    unauthorized: ['provider_key_rejected', 422],
    limited: ['provider_rate_limited', 429, 7],
    away: ['provider_unavailable', 503, 3600],
    refusal: ['provider_failed', 502],
    prose: ['provider_failed', 502],
    hang: ['provider_timeout', 504],
  }
  const checks = Object.entries(failures).map(async ([fault, [code, status, retryAfter]], at) => {
    const provider = providers[at % providers.length] ?? 'openai'
    const sent = { key: `secret-${fault}-1`, provider }
    const [lenient, strict] = await Promise.all([ask(sent), ask({ ...sent, key: `secret-${fault}-2`, strict: true })])
    t.match(lenient, { status: 200, headers: { 'x-warnings': code } }, fault)
    const { analysis, ...style } = lenient.body.style_metadata
    t.same({ ...style, analysis: measured.analysis }, measured)
    t.match(analysis, { engine: 'builtin', id: measured.analysis.id, warnings: [RegExp(`^${provider} .*measured`)] })
    t.equal(analysis.provider.retry_after, retryAfter)
    t.match(strict, { status, body: { success: false, code, type: `/problems/${code}` } }, fault)
    t.equal(strict.headers['retry-after'], retryAfter?.toString())
  })
  await Promise.all(checks)
})

t.test('calls without a response do not delay other requests', async t => {
  const hanging = Promise.all(
    Array.from({ length: 20 }, (_, at) => ask({ key: `secret-hang-many${at}`, provider: 'gemini' })),
  )
  while (!counts.has('secret-hang-many19')) await wait(10)
  const others = Promise.all([ask({}), ask({ key: 'secret-good-meanwhile', provider: 'anthropic' })])
  const first = await Promise.race([hanging, others])
  t.match(first, [{ status: 200 }, { status: 200, body: { style_metadata: { summary: annotation.summary } } }])
  for (const { status, body } of await hanging)
    t.match([status, body], [200, { style_metadata: { analysis: { provider: { outcome: 'timeout' } } } }])
})

t.test('equal requests share one call; other keys and other pictures do not', async t => {
  const sent = { key: 'secret-good-shared', provider: 'openai' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(sent)))
  t.equal(counts.get(sent.key), 1)
  t.equal(new Set(answers.map(({ body }) => JSON.stringify(body.style_metadata))).size, 1)
  t.equal((await ask({ ...sent, more: { analysis_depth: 'low' } })).body.style_metadata.summary, annotation.summary)
  t.equal(counts.get(sent.key), 1, 'an annotation does not depend on the depth')
  await ask({ ...sent, key: 'secret-good-other' })
  t.equal(counts.get('secret-good-other'), 1)
  await ask({ ...sent, more: { source_url: await stripes(['#00FF00', '#FF00FF']) } })
  t.equal(counts.get(sent.key), 2)
})

t.test('a blank key counts as absent, with a warning, strict or not', async t => {
  const measured = await measuring
  for (const [key, strict] of [
    ['', false],
    [' \t\n ', true],
    ['<API_KEY>', true],
  ] as const) {
    const { status, headers, body } = await ask({ key, provider: 'openai', strict })
    t.match([status, headers['x-warnings']], [200, /api_key_blank/], JSON.stringify(key))
    t.match(body.style_metadata.analysis, { id: measured.analysis.id, engine: 'builtin', warnings: [/ignored/] })
    t.notOk('provider' in body.style_metadata.analysis)
  }
})

t.test('a key that is unsafe or of an unknown provider is not sent anywhere', async t => {
  const before = asked.length
  const unknown = [undefined, 'unknown', 'constructor', '__proto__', '../openai', 'openai,gemini', '']
  const questions = [
    ...Object.values(unsafeKeys).map(key => ({ key, provider: 'openai', code: 'provider_key_rejected' })),
    ...unknown.map(name => ({
      key: 'secret-good',
      ...(name !== undefined && { provider: name }),
      code: 'provider_unknown',
    })),
  ]
  for (const { code, ...question } of questions) {
    const name = JSON.stringify(question).slice(0, 80)
    const { status, headers, body } = await ask(question)
    t.match([status, headers['x-warnings']], [200, code], name)
    t.match(body.style_metadata.analysis.warnings, [/not sent anywhere/], name)
    t.match(await ask({ ...question, strict: true }), { status: 422, body: { code } }, name)
  }
  t.equal(asked.length, before)
})

t.test('a client that disconnects aborts the call to the provider', async t => {
  const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const key = 'secret-hang-disconnect'
  const begin = performance.now()
  const sent = fetch(address + operation, {
    method: 'POST',
    signal: leaving.signal,
    headers: { 'content-type': 'application/json', 'x-vision-provider': 'openai' },
    body: JSON.stringify({ source_url: picture, api_key: key }),
  })
  while (!counts.has(key)) await wait(5)
  t.notOk(closedCalls.has(key))
  leaving.abort()
  await t.rejects(sent)
  while (!closedCalls.has(key)) await wait(5)
  t.ok(performance.now() - begin < 1500, 'before the timeout')
})

t.test('the statistics count calls and cache hits', async t => {
  const { stats } = (await service.get('/api/admin/stats')).json()
  t.same(Object.keys(stats.providers).sort(), [...providers].sort())
  t.ok(stats.providers.openai.answered >= 4)
  t.ok(stats.providers.gemini.timeout >= 20)
  t.ok(stats.analyses.cache_hits > 50)
  t.ok(stats.analyses.by_engine.anthropic >= 1)
})
