// The file itself as the body of analyze-vibe, raw or in a form, gives the answer of its data URI; wrong bodies get a clear error.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { ask } from './helpers/asking.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'

const url = '/api/v1/analyze-vibe'
const photograph = await readFile(new URL('fixtures/pictures/food-coffee.jpg', import.meta.url))
const formats = {
  'image/jpeg': photograph,
  'image/png': await sharp(photograph).resize(300).png().toBuffer(),
  'image/webp': await sharp(photograph).resize(300).webp().toBuffer(),
  'image/avif': await sharp(photograph).resize(300).avif({ effort: 0 }).toBuffer(),
  'image/svg+xml': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="red" d="M0 0h9v9z"/></svg>',
  ),
}

type Parts = readonly (readonly [name: string, value: string | Blob, file?: string])[]

/** A form as browsers send it. */
async function formOf(parts: Parts) {
  const form = new FormData()
  for (const [name, value, file] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, file)
  }
  const encoded = new Response(form)
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': String(encoded.headers.get('content-type')) },
  }
}

function fileOf(bytes: Uint8Array, type = 'image/jpeg'): Blob {
  return new Blob([new Uint8Array(bytes)], { type })
}

async function start(t: Test, settings = {}) {
  const service = await startService(t, settings)
  const postForm = async (parts: Parts, query = '') => {
    const { body, headers } = await formOf(parts)
    return service.post(url + query, body, headers)
  }
  const postFile = (bytes: Buffer, type = 'image/jpeg', query = '', headers = {}) =>
    service.post(url + query, bytes, { 'content-type': type, ...headers })
  return { ...service, postForm, postFile }
}

/** For tests without settings of their own. */
const shared = await start(t)

t.test('the same bytes give the same answer and id in every kind of body', async t => {
  const { post, postForm, postFile } = shared
  for (const [type, bytes] of Object.entries(formats)) {
    const json = await post(url, {
      source_url: `data:${type};base64,${bytes.toString('base64')}`,
      analysis_depth: 'low',
    })
    const raw = await postFile(bytes, `${type}; charset=binary`, '?analysis_depth=low')
    const form = await postForm([
      ['file', fileOf(bytes, type), 'file'],
      ['analysis_depth', 'low'],
    ])
    const wildcard = await postFile(bytes, type.replace(/\/.*/, '/*'), '?analysis_depth=low')
    for (const answer of [raw, form, wildcard]) {
      t.equal(answer.statusCode, 200, type)
      t.equal(answer.headers['x-analysis-id'], json.headers['x-analysis-id'], type)
      t.same(answer.json().style_metadata, json.json().style_metadata, type)
    }
  }
})

t.test('options are parameters of a file and text parts of a form; members of the body take precedence', async t => {
  const { post, postForm, postFile } = shared
  const options = {
    palette_size: 3,
    region: { x: 0.25, y: 0, width: 0.5, height: 1 },
    target_platform: 'youtube_shorts',
  }
  const source_url = `data:image/jpeg;base64,${photograph.toString('base64')}`
  const expected = (await post(url, { source_url, ...options })).headers['x-analysis-id']
  const query = '?palette_size=3&region=0.25,0,0.5,1&target_platform=youtube_shorts'
  const file = ['file', fileOf(photograph), 'photo.jpg'] as const
  const regions = ['0.25,0,0.5,1', ' 0.25, 0, .5, 1', JSON.stringify(options.region)]
  const answers = [
    await postFile(photograph, 'image/jpeg', query),
    await postForm([file], query),
    await post(url + query, { source_url }),
    await post(url + query.replace('3', '9'), { source_url, ...options }),
    await postForm(
      [
        ['source_url', source_url.slice(0, 40) + 'x'.repeat(9)],
        file,
        ['palette_size', '3'],
        ['region', regions[0] ?? ''],
      ],
      '?target_platform=youtube_shorts',
    ),
  ]
  for (const region of regions)
    answers.push(
      await postForm([
        ['palette_size', '3'],
        ['region', region],
        file,
        ['target_platform', 'youtube_shorts'],
        ['media_type', ''],
      ]),
    )
  for (const { statusCode, headers } of answers)
    t.match({ statusCode, id: headers['x-analysis-id'] }, { statusCode: 200, id: expected })
})

t.test('a file needs no file name', async t => {
  const { post } = shared
  const send = (head: string, value: Buffer) =>
    post(
      url,
      Buffer.concat([
        Buffer.from(`--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
        value,
        Buffer.from('\r\n--x--\r\n'),
      ]),
      { 'content-type': 'multipart/form-data; boundary=x' },
    )
  const id = (await send('name="file"; filename="a.jpg"', photograph)).headers['x-analysis-id']
  for (const head of ['name="file"', 'name="file"\r\ncontent-type: image/jpeg'])
    t.match(await send(head, photograph), { statusCode: 200, headers: { 'x-analysis-id': id } }, head)
  for (const type of ['image/jpeg', 'application/octet-stream'])
    t.match((await send(`name="picture"\r\ncontent-type: ${type}`, photograph)).json(), {
      code: 'invalid_form',
      detail: /The file is in the part "picture"/,
    })
})

t.test('a part of a form may be declared as JSON', async t => {
  const { post, postForm } = shared
  const region = { x: 0.25, y: 0, width: 0.5, height: 1 }
  const part = (head: string, value: string | Buffer) => [
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`,
    value,
    '\r\n',
  ]
  const form = [
    ...part('name="region"\r\ncontent-type: application/json', JSON.stringify(region)),
    ...part('name="palette_size"\r\ncontent-type: application/json', '3'),
    ...part('name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg', photograph),
    '--x--\r\n',
  ]
  const body = Buffer.concat(form.map(piece => Buffer.from(piece)))
  const typed = await post(url, body, { 'content-type': 'multipart/form-data; boundary=x' })
  const plain = await postForm([
    ['region', JSON.stringify(region)],
    ['palette_size', '3'],
    ['file', fileOf(photograph), 'a.jpg'],
  ])
  t.equal(typed.statusCode, 200)
  t.same(typed.json().style_metadata, plain.json().style_metadata)
  t.equal(typed.json().style_metadata.colors.length, 3)
})

t.test('the memory of a file is free once its answer is sent', async t => {
  const { postFile } = shared
  const file = Buffer.concat([photograph, Buffer.alloc(2_000_000)])
  const grown: number[] = []
  for (let times = 0; times < 4; times++) {
    const before = process.memoryUsage().arrayBuffers
    t.equal((await postFile(file)).statusCode, 200)
    grown.push(process.memoryUsage().arrayBuffers - before)
  }
  t.ok(Math.max(...grown) < file.length / 2, `${grown} bytes`)
})

t.test('options that change nothing give the same record', async t => {
  const { postFile } = shared
  const plain = await postFile(photograph, 'image/jpeg', '?analysis_depth=low')
  const same = await postFile(photograph, 'image/jpeg', '?analysis_depth=low&palette_size=16&region=0,0,1,1')
  t.equal(same.headers['x-analysis-id'], plain.headers['x-analysis-id'])
})

t.test('a form may name an address in place of a file', async t => {
  const { postForm } = shared
  const source_url = `data:image/png;base64,${formats['image/png'].toString('base64').slice(0, 60_000)}`
  const answer = await postForm([
    ['source_url', 'data:image/png;base64,AAAA'],
    ['analysis_depth', 'low'],
  ])
  t.equal(answer.json().code, 'source_not_picture')
  t.equal((await postForm([['source_url', source_url + 'A'.repeat(9000)]])).json().code, 'invalid_form')
})

t.test('wrong options are named with their place, all at once', async t => {
  const { postForm, postFile } = shared
  const pointers = (answer: Awaited<ReturnType<typeof postForm>>) => {
    t.equal(answer.statusCode, 400)
    return answer.json().errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)
  }
  t.same(pointers(await postFile(photograph, 'image/jpeg', '?palette_size=0&region=0,0,1&analysis_depth=deep')), [
    '/query/analysis_depth not_allowed',
    '/query/palette_size out_of_range',
    '/query/region malformed',
  ])
  const file = ['file', fileOf(photograph), 'photo.jpg'] as const
  t.same(
    pointers(await postForm([file, ['palette_size', 'many'], ['region', '0,0,2,1'], ['analysis_depth', 'deep']])),
    ['/analysis_depth not_allowed', '/palette_size wrong_type', '/region wrong_type'],
  )
  t.same(pointers(await postForm([file, ['region', '{"x":0.5,"y":0,"width":0.6,"height":1}']])), [
    '/region out_of_range',
  ])
  t.same(pointers(await postForm([file, ['region', '{"x":0.5,"y":']])), ['/region wrong_type'])
  const reserved = pointers(await postForm([file, ['region', '{"__proto__":1}']]))
  t.ok(reserved.includes('/region/__proto__ forbidden_name'))
  const warned = await postFile(photograph, 'image/jpeg', '?depth=low')
  t.match(warned.headers['x-warnings'], /unknown_member;pointer="\/query\/depth"/)
  t.match((await postForm([file, ['depth', 'low']])).headers['x-warnings'], /unknown_member;pointer="\/depth"/)
  const strict = await postFile(photograph, 'image/jpeg', '?analysis_depht=low', { prefer: 'handling=strict' })
  t.match(strict.json().errors, [{ pointer: '/query/analysis_depht', message: /Did you mean "analysis_depth"/ }])
})

t.test('a key is accepted in a part or a header, never in the address', async t => {
  const { postForm, postFile, post } = shared
  const file = ['file', fileOf(photograph), 'photo.jpg'] as const
  for (const answer of [
    await postFile(photograph, 'image/jpeg', '?api_key=sk-1'),
    await postForm([file], '?api_key='),
    await post(`${url}?api_key=x`, {}),
  ])
    t.match({ status: answer.statusCode, ...answer.json() }, { status: 400, errors: [{ pointer: '/query/api_key' }] })
  const header = await postFile(photograph, 'image/jpeg', '', { 'x-vision-key': 'some-key' })
  t.match(header.headers['x-warnings'], /provider_unknown;pointer="\/headers\/x-vision-key"/)
  const part = await postForm([file, ['api_key', 'some-key']])
  t.match(part.headers['x-warnings'], /provider_unknown;pointer="\/api_key"/)
  const blank = await postFile(photograph, 'image/jpeg', '', { 'x-vision-key': '<API_KEY>' })
  t.match(blank.headers['x-warnings'], /detail="x-vision-key is blank or a placeholder/)
})

t.test('a damaged or overfull form is an error that says what to send', async t => {
  const { post, postForm } = shared
  const file = ['file', fileOf(photograph), 'photo.jpg'] as const
  const form = await formOf([file])
  const forms: Readonly<Record<string, Awaited<ReturnType<typeof post>>>> = {
    'another name': await postForm([['picture', fileOf(photograph), 'photo.jpg']]),
    'two files': await postForm([file, file]),
    'no file': await postForm([['analysis_depth', 'low']]),
    'too many parts': await postForm([
      file,
      ...Array.from({ length: 30 }, (_, index) => [`part${index}`, 'x'] as const),
    ]),
    'a reserved name': await postForm([['__proto__', 'x'], file]),
    'no end': await post(url, form.body.subarray(0, -20), form.headers),
    nothing: await post(url, '', form.headers),
  }
  for (const [name, answer] of Object.entries(forms)) {
    t.equal(answer.statusCode, 400, name)
    t.equal(answer.json().code, 'invalid_form', name)
    t.match(answer.json().detail, /part (named )?"?file/, name)
  }
  t.match((await postForm([['file', fileOf(Buffer.alloc(0)), 'photo.jpg']])).json(), {
    status: 422,
    detail: /file is empty/,
  })
})

t.test('a missing or wrong boundary is named', async t => {
  const { post } = shared
  const { body } = await formOf([['file', fileOf(photograph), 'photo.jpg']])
  for (const [type, sent, detail] of [
    ['multipart/form-data', body, /has no boundary/],
    ['multipart/form-data; boundary=', body, /has no boundary/],
    ['multipart/form-data; charset=utf-8', body, /has no boundary/],
    ['multipart/form-data; boundary=other', body, /not contain the boundary "other" .* but begins with "-+formdata/],
    ['multipart/form-data; boundary="two words"', body, /not contain the boundary "two words"/],
    ['multipart/form-data; boundary=x', 'abc', /not contain the boundary "x" of its Content-Type\. /],
  ] as const)
    t.match(
      (await post(url, sent, { 'content-type': type })).json(),
      { status: 400, code: 'invalid_form', detail },
      type,
    )
})

/** What browsers send for a file input without a file (HTML, section 4.10.22.8), and what programs send for an empty file. */
const emptyFiles = { nameless: '', named: 'a.png' } as const

t.test('an empty file is no part of a form', async t => {
  const { postForm, post } = shared
  const source_url = `data:image/png;base64,${formats['image/png'].toString('base64').slice(0, 60_000)}`
  const file = ['file', fileOf(photograph), 'photo.jpg'] as const
  const expected = (await postForm([file])).headers['x-analysis-id']
  for (const [kind, fileName] of Object.entries(emptyFiles)) {
    const empty = (name: string) => [name, new Blob([]), fileName] as const
    const warnings = kind === 'named' ? /^empty_file;pointer="\/(?:file|logo)"/ : undefined
    for (const name of ['file', 'logo'] as const)
      for (const parts of [
        [empty(name), file],
        [file, empty(name)],
      ] as const)
        t.match(
          (await postForm(parts)).headers,
          { 'x-analysis-id': expected, 'x-warnings': warnings },
          `${kind} ${name}`,
        )
    const named = await postForm([empty('file'), ['source_url', source_url]])
    t.equal(named.json().detail, (await post(url, { source_url })).json().detail, kind)
  }
  t.match((await postForm([['file', new Blob([]), '']])).json(), { status: 400, detail: /has no file/ })
  const style = { colors: ['#6D28D9'] }
  const content = { headline: 'a', sub_headline: 'b', cta_button_text: 'c' }
  const page = await post('/api/v1/build-sparkpage', { style_metadata: style, content })
  const { headers, body } = await formOf([
    ['image', new Blob([]), ''],
    ['style_metadata', JSON.stringify(style)],
    ['content', JSON.stringify(content)],
  ])
  t.equal((await post('/api/v1/build-sparkpage', body, headers)).headers['x-page-id'], page.headers['x-page-id'])
})

t.test('a field that comes twice is a warning, or an error under strict handling', async t => {
  const { post } = shared
  const send = async (path: string, parts: Parameters<typeof formOf>[0], more = {}) => {
    const { headers, body } = await formOf(parts)
    return post(path, body, { ...headers, ...more })
  }
  const file = ['file', fileOf(photograph), 'photo.jpg'] as const
  const [high, low] = [['analysis_depth', 'high'] as const, ['analysis_depth', 'low'] as const]
  const expected = (await send(url, [file, low])).headers['x-analysis-id']
  const twice = [file, high, low]
  t.match((await send(url, twice)).headers, {
    'x-analysis-id': expected,
    'x-warnings': /^repeated;pointer="\/analysis_depth"/,
  })
  t.equal((await send(url, [file, low, ['analysis_depth', '']])).headers['x-warnings'], undefined)
  const strict = await send(url, twice, { prefer: 'handling=strict' })
  t.match(strict.json(), { status: 400, errors: [{ pointer: '/analysis_depth', code: 'repeated' }] })
  const content = JSON.stringify({ headline: 'a', sub_headline: 'b', cta_button_text: 'c' })
  const page = await send('/api/v1/build-sparkpage', [
    ['style_metadata', '{"colors":[]}'],
    ['content', '{}'],
    ['content', content],
  ])
  t.match(page, { statusCode: 200, headers: { 'x-warnings': /repeated;pointer="\/content"/ } })
})

t.test('the limit of a file follows what its bytes are, not media_type', async t => {
  const service = await start(t, { FETCH_MAX_BYTES: '2000' })
  const film = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI '), Buffer.alloc(4000)])
  const tiff = await sharp(photograph).resize(64).tiff({ compression: 'none' }).toBuffer()
  const { url: host } = await listen(
    t,
    createServer((request, response) => response.end(request.url === '/film' ? film : tiff)),
  )
  for (const [name, bytes, code] of [
    ['film', film, 'source_not_picture'],
    ['tiff', tiff, 'source_too_large'],
  ] as const)
    for (const media_type of [undefined, 'video'] as const) {
      const query = media_type ? `?media_type=${media_type}` : ''
      const data = `data:;base64,${bytes.toString('base64')}`
      for (const answer of [
        await service.post(url, { source_url: `${host}/${name}`, media_type }),
        await service.post(url, { source_url: data, media_type }),
        await service.postFile(bytes, 'image/tiff', query),
        await service.postForm([['file', fileOf(bytes), name]], query),
      ])
        t.equal(answer.json().code, code, `${name}, media_type ${media_type}`)
    }
})

t.test('a file is limited like every body, however it is sent', async t => {
  const service = await start(t, { BODY_LIMIT_BYTES: '100000', FETCH_MAX_BYTES: '90000' })
  const large = Buffer.alloc(100_001)
  t.equal((await service.postFile(large)).json().code, 'body_too_large')
  t.equal((await service.postForm([['file', fileOf(large), 'a']])).json().code, 'body_too_large')
  t.equal((await service.postFile(large.subarray(0, 95_000))).json().code, 'source_too_large')
  const address = new URL(await service.listen())
  // Without a declared length the body is counted as it arrives.
  const { headers, body } = await formOf([['file', fileOf(large), 'a']])
  const preamble = 'x'.repeat(100_001)
  for (const payload of [body.toString('latin1'), preamble]) {
    const socket = connect(Number(address.port), address.hostname)
    socket.write(
      `POST ${url} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: ${headers['content-type']}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    socket.write(`${payload.length.toString(16)}\r\n${payload}\r\n`, 'latin1')
    const [answer] = await once(socket, 'data')
    t.match(String(answer), /^HTTP\/1\.1 413 /)
    socket.destroy()
  }
  t.equal((await ask(address.origin, { path: '/livez' })).status, 200)
})

/** Types of bytes that may be anything; undefined: without a type. */
const unknownTypes = [
  'application/octet-stream',
  'Application/Octet-Stream; charset=binary',
  'binary/octet-stream',
  undefined,
]

t.test('bytes of an unknown type are a file or JSON, by their beginning', async t => {
  const { app, post } = shared
  const send = (body: Buffer | string, type: string | undefined) =>
    app.inject({
      method: 'POST',
      url: `${url}?analysis_depth=low`,
      payload: Buffer.from(body),
      headers: type ? { 'content-type': type } : {},
    })
  const [jpeg, svg] = [photograph, formats['image/svg+xml']]
  const json = (bytes: Buffer) => JSON.stringify({ source_url: `data:image/png;base64,${bytes.toString('base64')}` })
  for (const bytes of [jpeg, svg]) {
    const expected = (await post(`${url}?analysis_depth=low`, json(bytes))).headers['x-analysis-id']
    for (const type of unknownTypes)
      for (const body of [bytes, json(bytes), `\ufeff \r\n${json(bytes)}`]) {
        const { statusCode, headers } = await send(body, type)
        t.match(
          { statusCode, id: headers['x-analysis-id'] },
          { statusCode: 200, id: expected },
          `${type}: ${bytes.length}`,
        )
      }
  }
  for (const type of unknownTypes) {
    t.match((await send('{"source_url":', type)).json(), { status: 400, code: 'invalid_json' })
    t.match((await send('no picture', type)).json(), { status: 422, code: 'source_not_picture' })
  }
})

t.test('JSON may be declared as text/plain, or not at all; other bodies may not', async t => {
  const { app } = shared
  const send = (path: string, payload: string | Buffer, headers: Readonly<Record<string, string>>) =>
    app.inject({ method: 'POST', url: `/api/v1/${path}`, payload: Buffer.from(payload), headers })
  const bodies = {
    'analyze-vibe': { source_url: `data:image/png;base64,${formats['image/png'].toString('base64')}` },
    'build-sparkpage': {
      style_metadata: { colors: [] },
      content: { headline: 'a', sub_headline: 'b', cta_button_text: 'c' },
    },
    'capture-media': { target_url: 'https://example.com/' },
  }
  const untyped: Readonly<Record<string, string>> = {}
  const empty: Readonly<Record<string, string>> = { 'content-type': '' }
  const plain: Readonly<Record<string, string>> = { 'content-type': 'text/plain; charset=UTF-8' }
  for (const [path, body] of Object.entries(bodies))
    for (const headers of [plain, untyped, empty]) {
      const name = `${path} ${headers['content-type']}`
      t.equal((await send(path, JSON.stringify(body), headers)).statusCode, 200, name)
      t.match((await send(path, '{"x"', headers)).json(), { code: 'invalid_json' }, name)
      t.match((await send(path, '{}', headers)).json(), { code: 'invalid_request' }, name)
      const crossSite = { ...headers, origin: 'https://evil.example' }
      t.match((await send(path, JSON.stringify(body), crossSite)).json(), { code: 'cross_site_refused' }, name)
      if (headers === plain || path !== 'analyze-vibe')
        for (const other of [photograph, 'a=b', '[]'])
          t.match((await send(path, other, headers)).json(), { status: 415 }, name)
    }
  for (const path of ['build-sparkpage', 'capture-media'])
    t.equal((await send(path, '{}', { 'content-type': 'application/octet-stream' })).statusCode, 415, path)
})

t.test('types that only look like JSON, and other operations with a file, are 415', async t => {
  const { post, postFile } = shared
  for (const type of ['application/json5', 'application/jsonlines', 'application/json-seq', 'application/octet'])
    t.equal((await post(url, '{}', { 'content-type': type })).statusCode, 415, type)
  for (const type of [
    'application/json',
    'application/json;charset=utf-8',
    'application/problem+json',
    'Application/JSON ; x=y',
  ])
    t.equal((await post(url, '{}', { 'content-type': type })).statusCode, 400, type)
  t.equal((await post('/api/v1/build-sparkpage', photograph, { 'content-type': 'image/jpeg' })).statusCode, 415)
  t.match((await postFile(photograph, 'text/plain')).json().detail, /curl -F file=@photo\.jpg/)
})
