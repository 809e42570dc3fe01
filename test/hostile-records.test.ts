// Hostile strings through the whole service on every database: each is kept and listed, or refused with its reason, alike on all of them.
import t, { type Test } from 'tap'
import { kinds, type Place } from './databases.ts'
import { hostileMarkup, hostileTargets } from './hostile-texts.ts'
import { at } from './records.ts'
import { startService, stripes } from './service.ts'

const long = 'A name that goes on. '.repeat(5000).slice(0, 100_000)

const texts: readonly string[] = [
  ...hostileMarkup,
  ...hostileTargets,
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

/** Every place of a request that a stranger's words may stand in. */
const requests = (text: string): readonly (readonly [place: string, url: string, body: object])[] => {
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

/** A second later each time it is asked, so that every database sees the same instants. */
const clock = () => {
  let seconds = 0
  return () => {
    seconds += 1
    return at(seconds * 1000)
  }
}

/** What a service answers to all that, and what it lists afterwards. */
const outcome = async (t: Test, { options: { databaseUrl = '' } }: Place) => {
  const environment = { DATABASE_URL: databaseUrl, FETCH_ALLOW_CIDRS: '' }
  const { get, post, store } = await startService(t, environment, { now: clock() })
  const answers: (readonly [string, number, unknown])[] = []
  for (const [i, text] of texts.entries()) {
    for (const [place, url, body] of requests(text)) {
      const { statusCode, headers } = await post(url, body)
      const id = headers['x-page-id'] ?? headers['x-capture-id'] ?? headers['x-analysis-id']
      answers.push([`${place} ${i}`, statusCode, id])
    }
  }
  const listings: string[] = []
  for (const url of exports) listings.push((await get(url)).body)
  const { storage, ...totals } = await store.totals()
  return { answers, listings, totals, records: storage.records }
}

t.test(`${texts.length} strings in ${requests('').length} places`, async t => {
  let first: Awaited<ReturnType<typeof outcome>> | undefined
  for (const { name, skip, start } of kinds)
    await t.test(name, { skip }, async t => {
      const place = await (await start(t))(t)
      const told = await outcome(t, place)
      first ??= told
      t.strictSame(told.totals, first.totals, 'the same records')
      t.strictSame(told.answers, first.answers, 'the same answers')
      for (const [i, url] of exports.entries()) t.equal(told.listings[i], first.listings[i], url)
      const statuses = new Set(told.answers.map(([, status]) => status))
      t.strictSame([...statuses].sort(), [200, 400, 422], 'taken, or refused with a reason')
      t.comment(`cases: ${name}: ${texts.length} strings in ${told.answers.length.toLocaleString('en')} requests`)

      const taken = (what: string): readonly string[] =>
        texts.filter((_, i) => told.answers.some(([place, status]) => place === `${what} ${i}` && status === 200))
      const missing = (what: string, kept: readonly unknown[]) => taken(what).filter(text => !kept.includes(text))
      const inputs = (await place.query('select inputs from pages')).map(row => JSON.parse(String(row.inputs)))
      const configs = (await place.query('select config from captures')).map(row => JSON.parse(String(row.config)))
      t.ok(taken('headline').length > 100 && taken('style_metadata').length > 100 && taken('target_url').length > 5)
      t.strictSame(
        missing(
          'headline',
          inputs.map(({ content }) => content.headline),
        ),
        [],
        'headlines as they were sent',
      )
      t.ok(
        inputs.every(({ style_metadata: style }) => !('summary' in style || 'note' in style)),
        'without what nobody reads',
      )
      t.strictSame(
        missing(
          'target_url',
          configs.map(one => one.target_url),
        ),
        [],
        'and addresses',
      )
    })
})
