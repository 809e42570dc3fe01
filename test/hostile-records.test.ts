// Hostile strings through the whole service: every database stores and lists, or rejects, the same ones.
import t, { type Test } from 'tap'
import { kinds, type TestDatabase } from './helpers/databases.ts'
import { hostileMarkup, hostileTargets } from './helpers/hostile-texts.ts'
import { at } from './helpers/records.ts'
import { startService, stripes } from './helpers/service.ts'
import { sample } from './helpers/whole.ts'

const long = 'A name that goes on. '.repeat(5000).slice(0, 100_000)

const texts: readonly string[] = [
  ...sample(hostileMarkup, 15),
  ...sample(hostileTargets, 15),
  "'; drop table pages; --",
  '$1 ? :a @b %s {}',
  'NUL \0 amid',
  '\ud800 lone \udfff',
  '\u202eright to left',
  '\u001b[31mred\u001b[0m\u009b2J',
  '👩‍👩‍👧 e\u0301 ﷽ 漢字 ｶﾞ',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  long,
]

const picture = await stripes(['#6D28D9', '#F59E0B'])

/** Every member of a request that may contain free text. */
const requests = (text: string): readonly (readonly [member: string, url: string, body: object])[] => {
  const content = { headline: 'Hello', sub_headline: 'there', cta_button_text: 'Go' }
  const page = { style_metadata: { colors: ['#6D28D9'] }, content }
  const build = '/api/v1/build-sparkpage'
  return [
    ['project_id', build, { ...page, project_id: text }],
    ['headline', build, { ...page, content: { ...content, headline: text } }],
    ['sub_headline', build, { ...page, content: { ...content, sub_headline: text } }],
    ['cta_button_text', build, { ...page, content: { ...content, cta_button_text: text } }],
    ['cta_url', build, { ...page, content: { ...content, cta_url: text } }],
    ['colors', build, { ...page, style_metadata: { colors: [text] } }],
    ['style_metadata', build, { ...page, style_metadata: { colors: ['#6D28D9'], summary: text, note: [text] } }],
    ['framework', build, { ...page, export_settings: { framework: text } }],
    ['target_url', '/api/v1/capture-media', { target_url: text }],
    ['source_url', '/api/v1/analyze-vibe', { source_url: text }],
    ['api_key', '/api/v1/analyze-vibe', { source_url: picture, api_key: text }],
  ]
}

const exports = ['txt/projects', 'txt/analysis', 'pdf/projects', 'pdf/analysis'].map(type => `/api/v1/export/${type}`)

/** One second later at each call, so that every database stores the same timestamps. */
const clock = () => {
  let seconds = 0
  return () => {
    seconds += 1
    return at(seconds * 1000)
  }
}

/** The responses to all requests, and the listings afterwards. */
const outcome = async (t: Test, { options: { databaseUrl = '' } }: TestDatabase) => {
  const environment = { DATABASE_URL: databaseUrl, FETCH_ALLOW_CIDRS: '' }
  const { get, post, store } = await startService(t, environment, { now: clock() })
  const answers: (readonly [string, number, unknown])[] = []
  for (const [i, text] of texts.entries()) {
    for (const [member, url, body] of requests(text)) {
      const { statusCode, headers } = await post(url, body)
      const id = headers['x-page-id'] ?? headers['x-capture-id'] ?? headers['x-analysis-id']
      answers.push([`${member} ${i}`, statusCode, id])
    }
  }
  const listings: string[] = []
  for (const url of exports) listings.push((await get(url)).body)
  const { storage, ...totals } = await store.totals()
  return { answers, listings, totals, records: storage.records }
}

t.test(`${texts.length} strings in ${requests('').length} members`, async t => {
  let first: Awaited<ReturnType<typeof outcome>> | undefined
  for (const { name, skip, start } of kinds)
    await t.test(name, { skip }, async t => {
      const database = await (await start(t))(t)
      const result = await outcome(t, database)
      first ??= result
      t.strictSame(result.totals, first.totals, 'the same records')
      t.strictSame(result.answers, first.answers, 'the same answers')
      for (const [i, url] of exports.entries()) t.equal(result.listings[i], first.listings[i], url)
      const statuses = new Set(result.answers.map(([, status]) => status))
      t.strictSame([...statuses].sort(), [200, 400, 422], 'accepted or rejected')
      t.comment(`cases: ${name}: ${texts.length} strings in ${result.answers.length.toLocaleString('en')} requests`)

      const accepted = (what: string): readonly string[] =>
        texts.filter((_, i) => result.answers.some(([member, status]) => member === `${what} ${i}` && status === 200))
      const missing = (what: string, stored: readonly unknown[]) =>
        accepted(what).filter(text => !stored.includes(text))
      const inputs = (await database.query('select inputs from pages')).map(row => JSON.parse(String(row.inputs)))
      const configs = (await database.query('select config from captures')).map(row => JSON.parse(String(row.config)))
      t.ok(
        accepted('headline').length > texts.length * 0.75 &&
          accepted('style_metadata').length > texts.length * 0.75 &&
          accepted('target_url').length > 0,
      )
      t.strictSame(
        missing(
          'headline',
          inputs.map(({ content }) => content.headline),
        ),
        [],
        'headlines are stored as sent',
      )
      t.ok(
        inputs.every(({ style_metadata: style }) => !('summary' in style || 'note' in style)),
        'unknown members are not stored',
      )
      t.strictSame(
        missing(
          'target_url',
          configs.map(one => one.target_url),
        ),
        [],
        'addresses are stored as sent',
      )
    })
})
