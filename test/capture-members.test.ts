// Members of capture requests beside those of the specification: what is refused, what has no effect, and what CONFIG gets.
import t from 'tap'
import { CaptureRequest } from '../schemas/capture.ts'
import { captureOptions, imageTypes } from '../schemas/capture-options.ts'
import { imageFormats } from '../src/capture/formats.ts'
import { startService } from './helpers/service.ts'

const service = await startService(t)
const target = { target_url: 'https://example.com/' }
const strict = { prefer: 'handling=strict' }
const post = (members: object, headers = {}) =>
  service.post('/api/v1/capture-media', { ...target, ...members }, headers)
const film = { output_format: 'mp4' }

/** Wrong types, sizes, injections and names of prototypes. */
const hostile: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    { length: 1 },
    { toString: 1, valueOf: 1 },
    { $ref: '#' },
    ['png'],
    [true],
    { value: 1 },
  ],
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  101,
  -0.000001,
  0x7fffffff,
  ...[
    '',
    ' ',
    'null',
    'true',
    '1',
    'NaN',
    'PNG',
    'png ',
    '\u0000',
    '\ud800',
    '\u202egnp',
    '😀',
    'ｐｎｇ',
    'x'.repeat(100_000),
  ],
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  ...[
    "'; process.exit(1); //",
    '\x24{process.exit(1)}',
    '`id`',
    '</script><script>',
    '*/ process.exit() /*',
    '../../etc/passwd',
  ],
]

interface Member {
  /** What makes the member apply. */
  readonly beside?: object
  /** Values that are accepted, with what CONFIG gets where that differs; null: no member, because the value changes nothing. */
  readonly accepted: readonly (readonly [sent: unknown, used?: unknown])[]
  /** Further values that are refused. */
  readonly refused: readonly unknown[]
}

const members: Readonly<Record<string, Member>> = {
  fps: {
    beside: film,
    accepted: [[24], [25], [30], [50], [60]],
    refused: ['30', '60', 'sixty', 0, 1, 23.976, 29.97, 59.94, 12, 120, 240, [30], { num: 30, den: 1 }],
  },
  steps: {
    accepted: [
      [[], null],
      [[{ action: 'click', selector: 'main > a:nth-child(2)' }]],
      [
        [
          { action: 'type', selector: '#q', text: '' },
          { action: 'press', key: 'Enter' },
        ],
      ],
      [[{ action: 'type', selector: '[title="a >> b"]', text: 'x'.repeat(1000) }]],
      [[{ action: 'type', selector: '#q', text: { env: '_Login2_PASSWORD' } }]],
      [[{ action: 'type', selector: '#q', text: { env: 'x'.repeat(128) } }]],
      [[{ action: 'type', selector: '#q', text: "\u0000\ud800'; process.exit(1)//</script>" }]],
      [
        [
          { action: 'press', selector: 'body', key: 'Control+Shift+A' },
          { action: 'press', key: '+' },
        ],
      ],
      [
        [
          { action: 'hover', selector: ':is(nav, header) a' },
          { action: 'wait', duration: '60s' },
        ],
      ],
      [
        [
          { action: 'scroll_to', selector: 'footer' },
          { action: 'css', css: '</style><script>alert(1)</script>' },
        ],
      ],
      [Array(20).fill({ action: 'wait', duration: '0s' })],
    ],
    refused: [
      Array(21).fill({ action: 'wait', duration: '0s' }),
      { action: 'click', selector: 'a' },
      [['click', 'a']],
      ['click a'],
      [{}],
      [{ selector: 'a' }],
      [{ action: 'Click', selector: 'a' }],
      [{ action: 'evaluate', script: '1' }],
      [{ action: '__proto__' }],
      [{ action: 'toString' }],
      [{ action: ['click'], selector: 'a' }],
      [{ action: 'click' }],
      [{ action: 'click', selector: '' }],
      [{ action: 'click', selector: 1 }],
      [{ action: 'click', selector: ['a'] }],
      [{ action: 'click', selector: 'a {' }],
      [{ action: 'click', selector: 'a >> b' }],
      [{ action: 'click', selector: 'text=Log in' }],
      [{ action: 'click', selector: '//a' }],
      [{ action: 'click', selector: 'xpath=//a' }],
      [{ action: 'click', selector: 'a\nb' }],
      [{ action: 'click', selector: '`' }],
      [{ action: 'click', selector: "a'); process.exit(1); ('" }],
      [{ action: 'click', selector: `a${' a'.repeat(512)}` }],
      [{ action: 'type', selector: 'a' }],
      [{ action: 'type', text: 'a' }],
      [{ action: 'type', selector: 'a', text: 1 }],
      [{ action: 'type', selector: 'a', text: null }],
      [{ action: 'type', selector: 'a', text: ['NAME'] }],
      [{ action: 'type', selector: 'a', text: {} }],
      [{ action: 'type', selector: 'a', text: { variable: 'NAME' } }],
      [{ action: 'type', selector: 'a', text: { env: '' } }],
      [{ action: 'type', selector: 'a', text: { env: '2NAME' } }],
      [{ action: 'type', selector: 'a', text: { env: 'A B' } }],
      [{ action: 'type', selector: 'a', text: { env: 'A=1' } }],
      [{ action: 'type', selector: 'a', text: { env: 'NAME\n' } }],
      [{ action: 'type', selector: 'a', text: { env: ['NAME'] } }],
      [{ action: 'type', selector: 'a', text: { env: 'x'.repeat(129) } }],
      [{ action: 'type', selector: 'a', text: 'x'.repeat(1001) }],
      [{ action: 'press' }],
      [{ action: 'press', key: '' }],
      [{ action: 'press', key: 'enter' }],
      [{ action: 'press', key: 'Return' }],
      [{ action: 'press', key: 'Ctrl+A' }],
      [{ action: 'press', key: 'Control+' }],
      [{ action: 'press', key: 'ab' }],
      [{ action: 'press', key: 'é' }],
      [{ action: 'press', key: `${'Shift+'.repeat(20)}A` }],
      [{ action: 'hover', selector: null }],
      [{ action: 'wait' }],
      [{ action: 'wait', duration: 1000 }],
      [{ action: 'wait', duration: '61s' }],
      [{ action: 'wait', duration: '1e1s' }],
      [{ action: 'scroll_to', selector: '<b>' }],
      [{ action: 'css' }],
      [{ action: 'css', css: ['a'] }],
      [{ action: 'css', css: 'x'.repeat(10_001) }],
      [{ action: 'click', selector: 'a' }, { action: 'wait' }],
    ],
  },
  locale: {
    accepted: [
      ['de-DE'],
      ['de-de', 'de-DE'],
      ['EN', 'en'],
      ['zh-hans-cn', 'zh-Hans-CN'],
      ['en-UK', 'en-GB'],
      ['iw', 'he'],
      ['pt-BR-u-ca-gregory', 'pt-BR-u-ca-gregory'],
      // Min Nan Chinese.
      ['NaN', 'nan'],
    ],
    refused: [
      ...[
        'de_DE',
        'de-',
        '-DE',
        'deutsch',
        'German',
        'jp',
        'xx-YY',
        'en-XX',
        'x-private',
        'root',
        '*',
        'C',
        'en-US,en',
      ],
      ...[
        'en;q=0.5',
        'en US',
        'en-US\r\nx-injected: 1',
        'de-DE-de-DE',
        ['de'],
        'i-klingon',
        `de-u-ca-${'a'.repeat(60)}`,
        'posix',
      ],
    ],
  },
  timezone: {
    accepted: [
      ['Europe/Berlin'],
      ['America/Argentina/Buenos_Aires'],
      ['Asia/Kolkata'],
      ['Europe/Kyiv'],
      ['Etc/GMT+5'],
      ['UTC'],
    ],
    refused: [
      ...[
        'europe/berlin',
        'EUROPE/BERLIN',
        'Europe/berlin',
        'Europe/Berlin ',
        ' UTC',
        'utc',
        'Berlin',
        'Europe',
        'Mars/Olympus',
      ],
      ...[
        '+01:00',
        '-05:30',
        'GMT+5',
        'UTC+2',
        'UTC+02:00',
        'PST',
        'CST',
        'IST',
        'Z',
        'local',
        'us/pacific',
        2,
        'Europe//Berlin',
      ],
      ...['Europe/Berlin\n', 'Europe/Berlin\u0000', 'posix/UTC', 'Etc/Unknown', ['UTC'], `Etc/${'A'.repeat(64)}`],
    ],
  },
  max_height: {
    beside: { full_page: true },
    accepted: [[16], [101], [1080], [262_140], [0x3_ff_fc]],
    refused: [0, 15, 262_141, '1080', '1080px', 1080.5, [1080], { height: 1080 }, 'auto', '100%', 1e300],
  },
  accept_status: {
    accepted: [
      [[], null],
      [[404]],
      [[400, 499]],
      [Array.from({ length: 100 }, (_, index) => 400 + index)],
      [[404, 404]],
    ],
    refused: [
      ...[404, '404', ['404'], [404.5], [399], [500], [503], [200], [0], [-404], [1e9], [[404]], [{ status: 404 }]],
      ...[['4xx'], '4xx', [404, '*'], Array(101).fill(404), { 0: 404 }, [true], [404, null]],
    ],
  },
  ignore_https_errors: {
    accepted: [[true], [false, null]],
    refused: ['yes', 'all', 0, 1, 'false', ['example.com'], 'example.com'],
  },
  strict: { accepted: [[true], [false, null]], refused: ['yes', 0, 1, 'false', 'all', ['sign_in']] },
  image_type: {
    accepted: [['png', null], ['jpeg'], ['webp']],
    refused: ['jpg', 'JPEG', 'Webp', 'gif', 'avif', 'image/png', 0, 'png,jpeg', 'jpeg\n'],
  },
  quality: {
    beside: { image_type: 'webp' },
    accepted: [[0], [1], [80], [100]],
    refused: ['80', '80%', 100.5, 1000, [80], { quality: 80 }, 'high'],
  },
  omit_background: { accepted: [[true], [false, null]], refused: ['yes', 0, 1, 'false', 'transparent'] },
}

/** Those that other tests try. */
const tried: readonly string[] = [
  'full_page',
  'selector',
  'color_scheme',
  'reduced_motion',
  'hide_selectors',
  'hide_cookie_banners',
  'hide_overlays',
  'wait_for_selector',
  'delay',
  'storage_state',
  'platform',
  'motion',
]

t.test('each other option has its row', async t => {
  t.same(
    Object.keys(members).sort(),
    ['fps', ...Object.keys(captureOptions).filter(name => !tried.includes(name))].sort(),
  )
})

t.test('the description of an option names the image types that know it', async t => {
  for (const name of ['quality', 'omit_background'] as const) {
    const [named = ''] = CaptureRequest.properties[name].description?.split(':') ?? []
    const known = imageTypes.filter(type => !imageFormats[type].ignores.includes(name))
    t.same(named.split(/, | and /), known, name)
  }
})

/** Strings, and those of a list, that are read as the value that they hold, or as absent, with a warning; strict handling refuses them. */
function isReadAsValue(value: unknown): boolean {
  const pattern = /^\s*(?:-?\d+(?:\.\d+)?|true|false)?\s*$/i
  return [value].flat().some(one => typeof one === 'string' && pattern.test(one))
}

for (const [name, { beside, accepted, refused }] of Object.entries(members)) {
  const values = [...hostile, ...refused].filter(
    value => !accepted.some(([sent]) => JSON.stringify(sent) === JSON.stringify(value)),
  )
  t.test(`${name}: ${values.length} hostile values are errors of this member`, async t => {
    for (const value of values) {
      const answer = await post({ ...beside, [name]: value }, isReadAsValue(value) ? strict : {})
      const shown = JSON.stringify(value).slice(0, 60)
      t.equal(answer.statusCode, 400, shown)
      const pointers = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
      t.ok(pointers.length > 0 && pointers.every((pointer: string) => `${pointer}/`.startsWith(`/${name}/`)), shown)
      t.ok(answer.body.length < 8000, 'what was sent is not repeated as a whole')
    }
  })

  t.test(`${name}: accepted values are in CONFIG, also under strict handling`, async t => {
    for (const [sent, used = sent] of accepted) {
      const answer = await post({ ...beside, [name]: sent }, strict)
      t.equal(answer.statusCode, 200, JSON.stringify(sent))
      const { capture_config, playwright_script } = answer.json()
      t.strictSame({ ...capture_config.video, ...capture_config.options }[name], used ?? undefined)
      t.strictSame(capture_config.warnings, [])
      t.equal(playwright_script.includes(`"${name}": `), used !== null)
    }
  })
}

t.test('a value of several types is an error by what it is', async t => {
  const rows = [
    [{ toString: 1, valueOf: 1 }, 'an object'],
    [[], 'an array'],
    [null, 'null'],
    [1, '1'],
  ] as const
  for (const [reduced_motion, shown] of rows) {
    const answer = await post({ reduced_motion })
    t.equal(answer.statusCode, 400, shown)
    t.match(answer.json().errors, [{ pointer: '/reduced_motion', message: `closest match for "${shown}" is` }])
    t.strictSame(answer.json().errors[0].allowed, ['true', 'false', 'reduce', 'no-preference'])
  }
})

t.test('a request without them has none of them in CONFIG', async t => {
  const { options } = (await post({})).json().capture_config
  for (const name of Object.keys(members)) t.notOk(name in options, name)
})

/** Members with a value that would have an effect elsewhere, and what the message says. */
const withoutEffect: readonly (readonly [members: object, pointer: string, message: RegExp])[] = [
  [{ max_height: 500 }, '/max_height', /no effect without full_page/],
  [{ max_height: 500, full_page: false }, '/max_height', /no effect without full_page/],
  [{ ...film, max_height: 500 }, '/max_height', /no effect on mp4/],
  [{ fps: 30 }, '/fps', /no effect on png\. Send it with output_format mp4/],
  [{ ...film, image_type: 'jpeg' }, '/image_type', /no effect on mp4\. Send it with output_format png/],
  [{ ...film, quality: 5 }, '/quality', /no effect on mp4/],
  [{ ...film, omit_background: true }, '/omit_background', /no effect on mp4/],
  [{ quality: 5 }, '/quality', /no effect on png\. Send it with image_type jpeg or webp/],
  [{ quality: 5, image_type: 'png' }, '/quality', /no effect on png/],
  [{ omit_background: true, image_type: 'jpeg' }, '/omit_background', /no effect on jpeg/],
]

for (const [sent, pointer, message] of withoutEffect) {
  t.test(`without effect: ${JSON.stringify(sent)} is a warning, or refused under strict handling`, async t => {
    const lenient = await post(sent)
    t.equal(lenient.statusCode, 200)
    const { options, warnings } = lenient.json().capture_config
    t.equal(warnings.length, 1)
    t.match(warnings[0], message)
    t.ok(String(lenient.headers['x-warnings']).startsWith(`not_applicable;pointer="${pointer}"`))
    t.equal(options[pointer.slice(1)], undefined)
    const refused = await post(sent, strict)
    t.match(refused.json(), { status: 400, errors: [{ pointer, code: 'not_applicable' }] })
  })
}

t.test('members that the action of a step does not know are left out, or refused', async t => {
  const steps = [
    { action: 'wait', duration: '1s' },
    { action: 'click', selector: 'a', text: 'x', css: 'b', delay: 9 },
  ]
  const lenient = await post({ steps })
  t.equal(lenient.statusCode, 200)
  const { options, warnings } = lenient.json().capture_config
  t.strictSame(options.steps, [steps[0], { action: 'click', selector: 'a' }])
  t.match(warnings, [/^\/steps\/1\/text: .* no effect on click/, /^\/steps\/1\/css: /, /^\/steps\/1\/delay: Unknown/])
  const pointersOf = async (sent: object) =>
    (await post(sent, strict)).json().errors.map(({ pointer }: { pointer: string }) => pointer)
  t.strictSame(await pointersOf({ steps: [{ action: 'click', selector: 'a', text: 'x' }] }), ['/steps/0/text'])
  t.strictSame(await pointersOf({ steps }), ['/steps/1/delay'], 'before those that only have no effect')
})

t.test('a text from a variable is stored by its name alone; other members are left out, or refused', async t => {
  const type = { action: 'type', selector: '#password' }
  const named = { steps: [{ ...type, text: { env: 'NAME' } }] }
  const sent = { steps: [{ ...type, text: { env: 'NAME', value: 'hunter2' } }] }
  const lenient = await post(sent)
  const { capture, capture_config } = lenient.json()
  t.strictSame(capture_config.options.steps, named.steps)
  t.match(capture_config.warnings, [/^\/steps\/0\/text\/value: Unknown property/])
  t.equal((await post(named)).json().capture.id, capture.id)
  const { pathname } = new URL(capture.url)
  const record = await service.get(pathname, { headers: { accept: 'application/json' } })
  t.strictSame(record.json().capture_config.options.steps, named.steps)
  t.notMatch(lenient.payload + record.payload, 'hunter2')
  t.match((await post(sent, strict)).json().errors, [{ pointer: '/steps/0/text/value', code: 'unknown_member' }])
})

const wrongTexts: readonly (readonly [text: unknown, pointer: string, message: string])[] = [
  [5, '', 'Send a string or an object, not a number.'],
  [{}, '/env', 'Send env, which is required.'],
  [{ env: 5 }, '/env', 'Send a string, not a number.'],
  [
    { env: 'MY-NAME' },
    '/env',
    'Send a value in this format: Name of the variable: letters, digits and _; the first character is not a digit.',
  ],
]
for (const [text, pointer, message] of wrongTexts) {
  t.test(`a text ${JSON.stringify(text)} is one error: ${message}`, async t => {
    const { errors } = (await post({ steps: [{ action: 'type', selector: 'a', text }] })).json()
    t.match(errors, [{ pointer: `/steps/0/text${pointer}`, message }])
    t.equal(errors.length, 1)
  })
}

t.test('where an element is captured, neither full_page nor its height has an effect', async t => {
  const sent = { selector: 'main', full_page: true, max_height: 500 }
  const { options, warnings } = (await post(sent)).json().capture_config
  t.match(warnings, [/^\/full_page: /, /^\/max_height: /])
  t.strictSame(options, { selector: 'main' })
})

t.test('values that change nothing are no warning on the other format', async t => {
  const answer = await post({ ...film, image_type: 'png', omit_background: false, full_page: false }, strict)
  t.equal(answer.statusCode, 200)
  t.notOk('image_type' in answer.json().capture_config.options)
})

t.test('the frame rate sets the number of frames', async t => {
  const rows = [
    [24, '0.1s', 2],
    [24, '1.02s', 24],
    [25, '10s', 250],
    [30, '600s', 18_000],
    [50, '0.25s', 13],
    [undefined, '0.25s', 15],
  ] as const
  for (const [fps, record_duration, frame_count] of rows) {
    const { video } = (await post({ ...film, fps, record_duration })).json().capture_config
    t.match(video, { fps: fps ?? 60, frame_count })
  }
  const { errors } = (await post({ ...film, fps: 48 })).json()
  t.match(errors, [{ code: 'not_allowed', message: /one of 24, 25, 30, 50, 60\. The closest match for "48" is 50/ }])
})

t.test('the extension of the file follows the type of the image, whose size is limited', async t => {
  for (const image_type of ['png', 'jpeg', 'webp']) {
    const { output_file } = (await post({ image_type })).json().capture_config
    t.equal(output_file, `example-com-3840x2160.${image_type}`)
  }
  const viewport = { width: 16_384, height: 16, deviceScaleFactor: 1 }
  t.equal((await post({ image_type: 'jpeg', viewport })).statusCode, 200)
  const { errors } = (await post({ image_type: 'webp', viewport })).json()
  t.match(errors, [{ pointer: '/viewport', code: 'out_of_range', message: /webp allows at most 16383 px per side/ }])
})
