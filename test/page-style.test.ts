// The style of a page in other forms than the style itself: the id of a stored analysis, and the whole response of analyze-vibe.
import t from 'tap'
import { startService, stripes } from './helpers/service.ts'

const analyze = '/api/v1/analyze-vibe'
const build = '/api/v1/build-sparkpage'
const content = { headline: 'Ship your story', sub_headline: 'From one picture', cta_button_text: 'Start' }
const picture = await stripes(['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'])
const strict = { prefer: 'handling=strict' }

const service = await startService(t)
const { get, post } = service
const answer = (await post(analyze, { source_url: picture, preview: true })).json()
const { analysis, ...style } = answer.style_metadata
const whole = (await post(build, { style_metadata: answer.style_metadata, content })).json()

t.test('the id of an analysis alone gives the page of its style, with the preview', async t => {
  const sent: unknown[] = [{ id: analysis.id }, analysis, { id: analysis.id, engine: 7 }]
  for (const known of sent) {
    const built = await post(build, { style_metadata: { analysis: known }, content }, strict)
    t.match(built, { statusCode: 200, headers: { 'x-warnings': undefined } })
    t.strictSame(built.json(), whole)
  }
  t.match(whole.generated_html, ' src="data:image/webp;base64,')
})

t.test('a form takes the id of an analysis, too', async t => {
  const form = new FormData()
  form.set('style_metadata', JSON.stringify({ analysis: { id: analysis.id } }))
  form.set('content', JSON.stringify(content))
  const { headers, body } = new Response(form)
  const payload = Buffer.from(await new Response(body).arrayBuffer())
  const built = await post(build, payload, { 'content-type': String(headers.get('content-type')) })
  t.strictSame(built.json(), whole)
})

t.test(
  'properties that are sent beside the id replace those of the analysis; colors beside it leave it unread',
  async t => {
    const replaced = await post(build, { style_metadata: { analysis: { id: analysis.id }, scheme: 'dark' }, content })
    const dark = await post(build, { style_metadata: { ...style, scheme: 'dark' }, content })
    t.equal(replaced.json().page.id, dark.json().page.id)
    t.not(replaced.json().page.id, whole.page.id)
    const own = { colors: ['#0E7490'], analysis: { id: 'ana_unknown' } }
    const colored = await post(build, { style_metadata: own, content })
    t.equal(colored.statusCode, 200)
    const plain = await post(build, { style_metadata: { colors: ['#0E7490'] }, content })
    t.equal(colored.json().page.id, plain.json().page.id)
  },
)

t.test('an id without an analysis, or of another kind of record, is 404 record_not_found', async t => {
  const capture = (await post('/api/v1/capture-media', { target_url: 'https://example.com/' })).json().capture.id
  const ids = [`ana_${'0'.repeat(32)}`, whole.page.id, whole.page.project_id, capture, '', ' ', `${analysis.id} `, '\0']
  for (const id of ids)
    for (const headers of [{}, strict]) {
      const built = await post(build, { style_metadata: { analysis: { id } }, content }, headers)
      t.equal(built.statusCode, 404, id)
      t.match(built.json(), { code: 'record_not_found', detail: /style_metadata\.analysis\.id/, success: false })
    }
  const incomplete = await post(build, { style_metadata: { analysis: { id: 'ana_unknown' } } })
  t.match(incomplete.json(), { status: 400, errors: [{ pointer: '/content' }] }, 'other errors come first')
})

t.test('without colors and without an id that is a text the colors are missing', async t => {
  for (const style_metadata of [
    {},
    { mood: 'calm' },
    { analysis: null },
    { analysis: {} },
    { analysis: analysis.id },
    { analysis: [analysis.id] },
    { analysis: { id: 7 } },
    { analysis: { id: null } },
  ]) {
    const refused = await post(build, { style_metadata, content })
    const errors = [{ pointer: '/style_metadata/colors', code: 'required' }]
    t.match(refused.json(), { status: 400, errors }, JSON.stringify(style_metadata))
    t.equal(refused.json().errors.length, 1)
  }
})

t.test(
  'the whole response of analyze-vibe counts as its style, with a warning; strict handling refuses it',
  async t => {
    for (const wrapped of [answer, { style_metadata: answer.style_metadata }, { ...answer, json: [1] }]) {
      const built = await post(build, { style_metadata: wrapped, content })
      t.equal(built.statusCode, 200)
      t.match(built.headers['x-warnings'], /^whole_response;pointer="\/style_metadata";detail="Send the property/)
      t.strictSame(built.json().page, whole.page, 'the page is the same')
      const refused = await post(build, { style_metadata: wrapped, content }, strict)
      const errors = [
        { pointer: '/style_metadata', code: 'whole_response', message: /Send the property style_metadata/ },
      ]
      t.match(refused.json(), { status: 400, errors })
    }
    const stored = await get(`/api/v1/pages/${whole.page.id}`, { headers: { accept: 'application/json' } })
    t.equal(stored.json().generated_html, whole.generated_html, 'the record is without the warning')
    const shortened = { style_metadata: { analysis: { id: analysis.id } }, success: true }
    t.strictSame((await post(build, { style_metadata: shortened, content })).json().page, whole.page)
  },
)

t.test('one level is unwrapped, and only where nothing else says what the style is', async t => {
  const twice = await post(build, { style_metadata: { style_metadata: answer }, content })
  t.match(twice.json(), { status: 400, errors: [{ pointer: '/style_metadata/colors' }] })
  const own = { colors: ['#0E7490'], style_metadata: answer.style_metadata }
  const built = await post(build, { style_metadata: own, content }, strict)
  t.match(built, { statusCode: 200, headers: { 'x-warnings': undefined } })
  const plain = await post(build, { style_metadata: { colors: ['#0E7490'] }, content })
  t.equal(built.json().page.id, plain.json().page.id)
  for (const style_metadata of [{ style_metadata: 'x' }, { style_metadata: [] }, { style_metadata: null }])
    t.match((await post(build, { style_metadata, content })).json(), { status: 400 })
  const texts = JSON.stringify(content)
  const reserved = `{"style_metadata":{"__proto__":1,"style_metadata":{"colors":["#0E7490"]}},"content":${texts}}`
  t.match((await post(build, reserved)).json().errors, [{ code: 'forbidden_name' }])
  t.equal((await post(build, '[]')).statusCode, 400)
})

t.test('a whole response in a body above 1 MiB keeps its preview', async t => {
  const { preview } = answer.style_metadata
  const long = { ...preview, src: preview.src.replace(/=+$/, '') + 'A'.repeat(80_000) }
  const image = { src: `data:image/png;base64,${'A'.repeat(1_200_000)}`, alt: '' }
  const sections = [{ heading: 'One', text: '' }]
  const padded = { ...content, sections, image: undefined }
  const bodies = [answer, answer.style_metadata].map(sent => {
    const text = JSON.stringify({ style_metadata: sent, content: padded, ignored: image })
    return text.replaceAll(JSON.stringify(preview), JSON.stringify(long))
  })
  const [wrapped, plain] = await Promise.all(bodies.map(body => post(build, body)))
  t.ok(wrapped?.json().generated_html.includes('A'.repeat(80_000)))
  t.equal(wrapped?.json().page.id, plain?.json().page.id)
})
