// Bodies full of what nobody reads: answers, records and work stay as small as what is read.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import t from 'tap'
import { analyzeVibe } from '../schemas/analysis.ts'
import { captureMedia } from '../schemas/capture.ts'
import { maxListedErrors } from '../schemas/problem-document.ts'
import { buildSparkpage } from '../schemas/sparkpage.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { canonicalStyle } from '../src/sparkpage/style.ts'
import { startService } from './helpers/service.ts'

const service = await startService(t)
const { url: page } = buildSparkpage
const { url: capture } = captureMedia
const { url: analyze } = analyzeVibe

const colors = ['#6D28D9', '#F59E0B', '#0F172A']
const content = { headline: 'Ship', sub_headline: 'From one picture.', cta_button_text: 'Start' }
const build = { style_metadata: { colors }, content }
const target = { target_url: 'https://example.com/' }
const picture = { source_url: 'data:,x' }

const unknown = (count: number): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`new-${index}`, 1]))
const many = unknown(60_000)
const items = Array.from({ length: 100_000 }, () => 1)
const longName = 'n'.repeat(1_000_000)
const constructors = Array.from({ length: 40_000 }, () => ({ constructor: 1 }))

/** A forbidden name at the end of a long path. */
let deepNames: object = { constructor: 1 }
for (let level = 0; level < 30; level++) deepNames = { ['~'.repeat(100)]: deepNames }

/** What the answer to the body without its excess takes, and 100 KB. */
const maxBytes = 140_000

const bodies: readonly (readonly [name: string, url: string, body: object, status: number])[] = [
  ['60,000 members of a build request', page, { ...build, ...many }, 200],
  ['60,000 members of its texts', page, { ...build, content: { ...content, ...many } }, 200],
  ['60,000 members of its settings', page, { ...build, export_settings: many }, 200],
  ['60,000 members of its style', page, { ...build, style_metadata: { colors, ...many } }, 200],
  ['60,000 members of a mood', page, { ...build, style_metadata: { colors, mood: many } }, 200],
  ['60,000 members of a capture request', capture, { ...target, ...many }, 200],
  ['60,000 members of its viewport', capture, { ...target, viewport: many }, 200],
  ['60,000 members of an analysis request', analyze, { ...picture, ...many }, 422],
  ['a long name in a build request', page, { ...build, content: { ...content, [longName]: 1 } }, 200],
  ['a long name in a capture request', capture, { ...target, [longName]: 1 }, 200],
  ['a long framework', page, { ...build, export_settings: { framework: longName } }, 200],
  ['a long format', capture, { ...target, output_format: longName }, 400],
  ['a long name on the way to a forbidden one', page, { ...build, [longName]: { constructor: 1 } }, 400],
  ['a long path to a forbidden name', page, { ...build, deepNames }, 400],
  ['100,000 colours that are none', page, { ...build, style_metadata: { colors: items } }, 400],
  ['40,000 forbidden names', page, { ...build, style_metadata: { colors, extra: constructors } }, 400],
]

for (const [name, url, body, status] of bodies)
  for (const handling of ['lenient', 'strict']) {
    t.test(`${name}, ${handling}: a short answer`, async t => {
      const answer = await service.post(url, body, { prefer: `handling=${handling}` })
      t.ok(handling === 'strict' || answer.statusCode === status, `${answer.statusCode}`)
      t.ok(answer.rawPayload.length < maxBytes, `${answer.rawPayload.length} bytes`)
      t.notOk(answer.payload.includes('n'.repeat(200)))
      t.ok(String(answer.headers['x-warnings'] ?? '').length <= 2000)
      if (answer.statusCode !== 400) return
      const { errors } = answer.json()
      t.ok(errors.length <= maxListedErrors + 1)
      for (const { pointer, message } of errors) t.ok(pointer.length <= 2048 && message.length <= 2048)
    })
  }

t.test('twenty unknown members are named, and the others counted: in the header, the page and the script', async t => {
  const built = await service.post(page, { ...build, content: { ...content, ...unknown(25) } })
  const { generated_html } = built.json()
  t.match(generated_html, '<!-- /content/new-19: Unknown property &#34;new-19&#34;. -->')
  t.notMatch(generated_html, 'new-20')
  t.match(generated_html, '<!-- And 5 more. -->')
  const captured = await service.post(capture, { ...target, ...unknown(25) })
  const { capture_config, playwright_script } = captured.json()
  t.equal(capture_config.warnings.length, maxListedErrors + 1)
  t.equal(capture_config.warnings.at(-1), 'And 5 more.')
  t.match(playwright_script, 'And 5 more.')
  t.match(captured.headers['x-warnings'], /new-19.*, truncated;pointer="";detail="And 5 more."$/)
  const exact = await service.post(capture, { ...target, ...unknown(20) })
  t.notMatch(exact.headers['x-warnings'], 'truncated')
})

t.test(
  'a header that is too short for twenty says how many it leaves out, and the most telling come first',
  async t => {
    const long = Object.fromEntries(Object.keys(unknown(30)).map(name => [`${name}-${'é'.repeat(40)}`, 1]))
    const { headers } = await service.post(page, { ...build, content: { ...content, headline: '', ...long } })
    const header = String(headers['x-warnings'])
    t.ok(header.length > 1000 && header.length <= 2000)
    const named = header.match(/unknown_member/g)?.length ?? 0
    t.match(header, new RegExp(`^content_empty;.*, truncated;pointer="";detail="And ${30 - named} more."$`))
  },
)

t.test('under strict handling the errors say how many there are in all', async t => {
  const body = { ...target, viewport: { width: '1' }, ...unknown(100) }
  const answer = await service.post(capture, body, { prefer: 'handling=strict' })
  const { errors, detail } = answer.json()
  t.equal(errors.length, maxListedErrors + 1)
  t.match(errors[0], { pointer: '/viewport/width', code: 'wrong_type' })
  t.match(errors.at(-1), { pointer: '', code: 'truncated', message: 'And 81 more.' })
  t.match(detail, /And 100 more\.$/)
})

t.test('a name is suggested only where it is similar', async t => {
  const rows = [
    ['targetUrl', 'target_url'],
    ['output_fromat', 'output_format'],
    ['url', undefined],
    ['x'.repeat(100), undefined],
  ] as const
  for (const [name, meant] of rows) {
    const answer = await service.post(capture, { ...target, [name]: 1 }, { prefer: 'handling=strict' })
    const [{ message, allowed }] = answer.json().errors
    if (meant === undefined) t.notMatch(message, 'Did you mean', name)
    else t.match(message, `Unknown property "${name}". Did you mean "${meant}"?`)
    t.ok(allowed.includes('target_url'))
  }
})

t.test('what is ignored is neither part of an id nor stored', async t => {
  const { post } = await startService(t)
  const secret = 'nobody reads this'
  const style = { colors, mood: { words: ['serene'] }, palette: [{ hex: '#6D28D9', share: 0.5 }], harmony: 'analogous' }
  const asked = { ...build, style_metadata: style }
  const spread = {
    ...asked,
    secret,
    content: { ...content, secret },
    style_metadata: {
      ...style,
      secret,
      summary: secret,
      mood: { words: ['calm', secret], activity: 1, secret },
      palette: [{ hex: '#6D28D9', share: 0.5, name: secret }, secret],
      harmony: { name: 'Analogous', angle: 9, secret },
      corners: [{ secret }],
    },
    export_settings: { secret, framework: 'none' },
  }
  const idOf = async (url: string, body: object) => {
    const { statusCode, headers } = await post(url, body)
    t.equal(statusCode, 200)
    return [headers['x-project-id'], headers['x-page-id'], headers['x-capture-id']]
  }
  t.same(await idOf(page, spread), await idOf(page, asked))
  t.same(await idOf(capture, { ...target, secret, viewport: { secret } }), await idOf(capture, target))
  t.same(await idOf(capture, { ...target, wait_until: secret }), await idOf(capture, target))
  const database = new DatabaseSync(join(t.testdirName, 'automation-service.db'))
  const rows = ['select inputs from pages', 'select config from captures'].map(text => database.prepare(text).all())
  database.close()
  t.same(
    rows.map(({ length }) => length),
    [1, 1],
  )
  t.match(JSON.stringify(rows), 'Ship')
  t.notMatch(JSON.stringify(rows), secret)
})

t.test('a style reduced to what a page reads gives the same page', async () => {
  const words = fc.constantFrom(
    ...['calm', 'bold', 'elegant', 'playful', 'serif', 'mono', 'slab', 'round', 'script', 'condensed', 'sharp', 'soft'],
    ...['compact', 'airy', 'dark', 'simple', 'detailed', 'analogous', 'complementary', 'one', 'across', 'nothing'],
  )
  const hint = fc.oneof(
    words,
    fc.array(words, { maxLength: 3 }),
    fc.record({ label: words, other: words }),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const hints = ['mood', 'typography', 'scheme', 'corners', 'density', 'complexity', 'harmony']
  const entry = fc.record({ hex: fc.constantFrom('#6d28d9', '#F59E0B', '#000'), share: fc.double(), more: words })
  const style = fc.record({
    colors: fc.constantFrom([], ['#6D28D9'], colors, ['#000', '#000']),
    palette: fc.oneof(hint, fc.array(entry, { maxLength: 4 })),
    ...Object.fromEntries(hints.map(name => [name, hint])),
  })
  const pageOf = (given: Parameters<typeof canonicalStyle>[0]) =>
    buildPage({ style: given, content, framework: 'none', responsiveType: 'fluid' }).html
  fc.assert(fc.property(style, given => pageOf(given) === pageOf(canonicalStyle(given))))
})

t.test('known members as long as they may be are served', async t => {
  const text = 'Ä'.repeat(5000)
  const texts = {
    headline: text,
    sub_headline: text,
    cta_button_text: text,
    cta_url: `https://example.com/${'a'.repeat(8000)}`,
  }
  const word = 'w'.repeat(400_000)
  const settings = { framework: word, responsive_type: word }
  t.equal((await service.post(page, { ...build, content: texts, export_settings: settings })).statusCode, 200)
  const long = { target_url: `https://example.com/${'a'.repeat(8000)}`, wait_until: 'w'.repeat(900_000) }
  t.equal((await service.post(capture, long)).statusCode, 200)
})

/** The longest time that the event loop was held while work was done, ms. */
const longestBlock = async (work: () => Promise<unknown>): Promise<number> => {
  let last = performance.now()
  let longest = 0
  const tick = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(tick, 1)
  await work()
  clearInterval(timer)
  tick()
  return longest
}

const parseTime = (text: string): number => {
  const times = [1, 2, 3].map(() => {
    const begin = performance.now()
    JSON.parse(text)
    return performance.now() - begin
  })
  return Math.max(...times)
}

for (const [name, url, body, status] of [
  ['60,000 members of a style', page, { ...build, style_metadata: { colors, ...many } }, 200],
  ['60,000 members of the texts', page, { ...build, content: { ...content, ...many } }, 200],
  ['60,000 members of a capture request', capture, { ...target, ...many }, 200],
  ['a list of 300,000 objects', page, { ...build, style_metadata: { colors, mood: Array(300_000).fill({}) } }, 200],
  ['a list of 300,000 numbers', page, { ...build, style_metadata: { colors: Array(300_000).fill(1) } }, 400],
  ['members beside a data URI', page, { ...build, data: `;base64,${'A'.repeat(20_000)}`, ...many }, 200],
] as const) {
  t.test(`${name}: the event loop is held hardly longer than parsing takes, however many ask`, async t => {
    const text = JSON.stringify(body)
    const parse = parseTime(text)
    const bound = 2 * parse + 60
    // Other processes delay timers too: of several rounds the shortest counts.
    let block = Number.POSITIVE_INFINITY
    for (let round = 0; round < 12 && block >= bound; round++)
      block = Math.min(block, await longestBlock(() => Promise.all([1, 2, 3].map(() => service.post(url, text)))))
    t.comment(`parsing ${parse.toFixed(0)} ms, longest block ${block.toFixed(0)} ms`)
    t.equal((await service.post(url, text)).statusCode, status)
    t.ok(block < bound, `${block.toFixed(0)} ms beside ${parse.toFixed(0)} ms`)
  })
}

t.test('an address that does not exist stays one, whatever its body holds', async t => {
  const answer = await service.app.inject({ method: 'POST', url: '/api/v1/nowhere', payload: { constructor: 1 } })
  t.equal(answer.statusCode, 404)
})
