// Lenient input: aliases of enum values, warnings about what is ignored, and bodies with far more than the service reads.
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import fc from 'fast-check'
import t from 'tap'
import { waitConditionEnum } from '../schemas/capture.ts'
import { contentNames } from '../schemas/content-names.ts'
import { maxListedErrors } from '../schemas/problem-document.ts'
import { frameworkEnum, responsiveTypeEnum } from '../schemas/sparkpage.ts'
import type { AliasedEnum } from '../schemas/types.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { canonicalStyle } from '../src/sparkpage/style.ts'
import { resolveAlias } from '../src/values/aliased-enum.ts'
import { startService } from './helpers/service.ts'
import { samplePairs } from './helpers/whole.ts'

const service = await startService(t)
const page = '/api/v1/build-sparkpage'
const capture = '/api/v1/capture-media'
const analyze = '/api/v1/analyze-vibe'
const strict = { prefer: 'handling=strict' }

const colors = ['#6D28D9', '#F59E0B', '#0F172A']
const content = { headline: 'Ship', sub_headline: 'From one picture.', cta_button_text: 'Start' }
const build = { style_metadata: { colors }, content }
const target = { target_url: 'https://example.com/' }

function unknownMembers(count: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`new-${index}`, 1]))
}

// ---- Aliases of enum values

/** Spellings, separated by semicolons. */
const spellings: readonly (readonly [AliasedEnum, value: string, spellings: string])[] = [
  [
    frameworkEnum,
    'tailwind',
    'tailwind;Tailwind;TAILWIND CSS;Tailwind CSS v4;tailwind_css;tailwind-css-4.1;tailwindcss3;tailwind v4 css',
  ],
  [frameworkEnum, 'none', 'none;None;vanilla;Vanilla CSS;plain;plain-css;css;CSS3;html;Plain HTML;no framework;'],
  [
    frameworkEnum,
    'bootstrap',
    'Bootstrap 5;bootstrap5;bootstrap-5.3;BOOTSTRAP_CSS;bootstrap@5.3.8;bs5;BS;Twitter Bootstrap v5',
  ],
  [frameworkEnum, 'bulma', 'bulma;Bulma CSS;bulma-1.0;bulma v1;bulma.io;bulmacss'],
  [frameworkEnum, 'pico', 'pico;Pico.css;picocss;PICO CSS;pico_css_v2;@picocss/pico;@picocss/pico@2.1;pico2'],
  [frameworkEnum, 'open-props', 'open-props;Open Props;openprops;open_props;OpenProps v1.7;open props css;openProp'],
  [
    responsiveTypeEnum,
    'mobile-first',
    'mobile-first;mobile_first;Mobile First;mobileFirst;responsive;desktop first;DESKTOP_FIRST;fluid',
  ],
  [waitConditionEnum, 'networkidle', 'networkidle;networkIdle;network_idle;networkidle0;networkidle2;network idle'],
  [waitConditionEnum, 'domcontentloaded', 'DOMContentLoaded;dom-content-loaded;interactive'],
  [waitConditionEnum, 'load', 'load;LOAD;complete'],
  [waitConditionEnum, 'commit', 'commit;Commit'],
]

t.test('recognises common spellings of every value', async t => {
  for (const [known, value, texts] of spellings)
    for (const text of texts.split(';').filter(Boolean)) t.same(resolveAlias(known, text), { value, known: true }, text)
})

t.test('corrects a typing mistake and replaces any other text with the default', async t => {
  t.same(resolveAlias(frameworkEnum, 'tailwnd'), { value: 'tailwind', known: false })
  t.same(resolveAlias(waitConditionEnum, 'networkidel'), { value: 'networkidle', known: false })
  for (const text of ['', ' ', 'foundation', 'constructor', '__proto__', '💥', 'x'.repeat(100_000), '\0', '\ud800'])
    t.same(resolveAlias(frameworkEnum, text), { value: 'none', known: false }, JSON.stringify(text.slice(0, 20)))
  t.same(resolveAlias(frameworkEnum, undefined), { value: 'none', known: true })
  const isAllowed = (text: string) => frameworkEnum.allowed.includes(resolveAlias(frameworkEnum, text).value)
  fc.assert(fc.property(fc.string({ unit: 'binary' }), isAllowed))
})

// ---- Warnings and strict handling

const mistaken = {
  ...build,
  content: { ...content, headlin: 'x' },
  export_settings: { framework: 'foundation', responsive_type: 'elastic', 'quote"\\é': 1 },
}

t.test('unknown values and properties are reported in x-warnings', async t => {
  const answer = await service.post(page, mistaken)
  t.equal(answer.statusCode, 200)
  const header = String(answer.headers['x-warnings'])
  t.match(header, /unknown_value;pointer="\/export_settings\/framework";detail="Unknown value \\"foundation\\"/)
  t.match(header, /unknown_value;pointer="\/export_settings\/responsive_type"/)
  t.match(header, /unknown_member;pointer="\/content\/headlin";detail="[^,]*Did you mean \\"headline\\"\?/)
  t.match(header, 'pointer="/export_settings/quote\\"\\\\%c3%a9"')
  t.match(header, /^[\x20-\x7e]*$/)
  t.notMatch(answer.json().generated_html, 'foundation', 'nothing about the request is in the page')
  t.equal(answer.headers['preference-applied'], undefined)
})

t.test('strict handling turns warnings into errors, together with those of validation', async t => {
  const answer = await service.post(page, mistaken, { prefer: 'respond-async, handling=strict' })
  t.equal(answer.statusCode, 400)
  t.equal(answer.headers['preference-applied'], 'handling=strict')
  const errors = new Map(answer.json().errors.map((error: { readonly pointer: string }) => [error.pointer, error]))
  t.match(errors.get('/export_settings/framework'), {
    code: 'unknown_value',
    allowed: ['none', 'tailwind'],
    message: /closest match is "none"/,
  })
  t.match(errors.get('/content/headlin'), { code: 'unknown_member' })
  const types = await service.post(page, { ...build, export_settings: { framework: 7 } }, strict)
  t.match(types.json().errors, { length: 1, 0: { pointer: '/export_settings/framework', code: 'type' } })
  const both = await service.post(page, { ...mistaken, content: {} }, strict)
  const codes = both.json().errors.map(({ code }: { readonly code: string }) => code)
  t.ok(codes.includes('required') && codes.includes('unknown_value'))
})

t.test('reads the handling preference as RFC 7240 defines it', async t => {
  for (const [prefer, applied] of [
    ['handling=strict', 'handling=strict'],
    ['Handling = "Strict"', 'handling=strict'],
    ['handling=lenient, handling=strict', 'handling=lenient'],
    ['return=minimal', undefined],
    ['handling=other', undefined],
  ] as const) {
    const answer = await service.post(page, build, { prefer })
    t.equal(answer.statusCode, 200)
    t.equal(answer.headers['preference-applied'], applied, prefer)
  }
})

t.test('unknown members of a style are not reported', async t => {
  const style_metadata = { colors, mood: 7, palette: 'none', corners: [], extra: null, anything: { at: ['all'] } }
  const answer = await service.post(page, { ...build, style_metadata }, strict)
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['x-warnings'], undefined)
})

t.test('suggests a name only where it is similar', async t => {
  for (const [name, suggested] of [
    ['targetUrl', 'target_url'],
    ['output_fromat', 'output_format'],
    ['url', undefined],
    ['x'.repeat(100), undefined],
  ] as const) {
    const [{ message, allowed }] = (await service.post(capture, { ...target, [name]: 1 }, strict)).json().errors
    if (suggested === undefined) t.notMatch(message, 'Did you mean', name)
    else t.match(message, `Unknown property "${name}". Did you mean "${suggested}"?`)
    t.ok(allowed.includes('target_url'))
  }
})

t.test('lists twenty unknown members and counts the others: in the header and the script', async t => {
  const captured = await service.post(capture, { ...target, ...unknownMembers(25) })
  const { capture_config, playwright_script } = captured.json()
  t.equal(capture_config.warnings.length, maxListedErrors + 1)
  t.equal(capture_config.warnings.at(-1), 'And 5 more.')
  t.match(playwright_script, 'And 5 more.')
  t.match(captured.headers['x-warnings'], /new-19.*, truncated;pointer="";detail="And 5 more."$/)
  const exact = await service.post(capture, { ...target, ...unknownMembers(20) })
  t.notMatch(exact.headers['x-warnings'], 'truncated')
  const body = { ...target, viewport: { width: '1' }, ...unknownMembers(100) }
  const { errors, detail } = (await service.post(capture, body, strict)).json()
  t.equal(errors.length, maxListedErrors + 1)
  t.match(errors[0], { pointer: '/viewport/width', code: 'wrong_type' })
  t.match(errors.at(-1), { pointer: '', code: 'truncated', message: 'And 81 more.' })
  t.match(detail, /And 100 more\.$/)
})

t.test(
  'the header has at most 2,000 characters, begins with the warnings of the handler and counts the rest',
  async t => {
    const long = Object.fromEntries(Object.keys(unknownMembers(30)).map(name => [`${name}-${'é'.repeat(40)}`, 1]))
    const { headers } = await service.post(page, { ...build, content: { ...content, headline: '', ...long } })
    const header = String(headers['x-warnings'])
    t.ok(header.length > 1000 && header.length <= 2000)
    const listed = header.match(/unknown_member/g)?.length ?? 0
    t.match(header, new RegExp(`^content_empty;.*, truncated;pointer="";detail="And ${30 - listed} more."$`))
  },
)

t.test('an option beside the object that it belongs in is reported with its place', async t => {
  const answer = await service.post(page, { ...build, framework: 'bulma', theme: 'dark', success: true, timestamp: '' })
  t.equal(answer.statusCode, 200)
  t.equal(
    answer.headers['x-warnings'],
    'unknown_member;pointer="/framework";detail="Unknown property \\"framework\\". Send it in \\"export_settings\\".", unknown_member;pointer="/theme";detail="Unknown property \\"theme\\"."',
  )
  const refused = await service.post(page, { ...build, framework: 'bulma' }, strict)
  t.match(refused.json(), { status: 400, errors: [{ pointer: '/framework', code: 'unknown_member' }] })
})

// ---- Strings in the place of other types

t.test('strings that hold a number, true or false, and empty ones are read with a warning, or refused', async t => {
  const options = {
    full_page: 'true',
    hide_cookie_banners: ' False ',
    quality: '85',
    image_type: 'jpeg',
    max_height: ' 900 ',
    accept_status: ['404', 410],
    delay: '',
    selector: '',
    color_scheme: '',
    reduced_motion: '',
    platform: ' ',
    motion: '',
    locale: '',
    fps: '',
    steps: '',
    hide_selectors: '',
    omit_background: '',
    timezone: '',
    storage_state: '',
    wait_for_selector: '',
  }
  const meant = { full_page: true, hide_cookie_banners: false, quality: 85, image_type: 'jpeg', max_height: 900 }
  const answer = await service.post(capture, { ...target, ...options })
  const plain = await service.post(capture, { ...target, ...meant, accept_status: [404, 410] })
  t.match([answer.statusCode, plain.statusCode], [200, 200])
  t.equal(answer.headers['x-capture-id'], plain.headers['x-capture-id'])
  const { warnings } = answer.json().capture_config
  t.match(warnings, [/^\/full_page: Send true, not a string\./])
  t.equal(warnings.length, Object.keys(options).length - 1)
  t.match(answer.headers['x-warnings'], 'text_value;pointer="/accept_status/0";detail="Send 404, not a string."')
  t.match(answer.headers['x-warnings'], 'text_value;pointer="/delay";detail="Omit the property instead of')
  const refused = await service.post(capture, { ...target, delay: '', full_page: 'true' }, strict)
  t.match(refused.json(), {
    status: 400,
    errors: [{ pointer: '/full_page', code: 'text_value' }, { pointer: '/delay' }],
  })
})

t.test('members of a page are read in the same way, at every depth', async t => {
  const items = [{ title: 'a', highlighted: 'TRUE', url: '', image: '' }]
  const more = { nav: 'false', cta_url: '', image: '', brand: { name: 'b', url: '', logo: '' }, footer_columns: '' }
  const sections = [{ heading: '', text: '', items, image: '' }]
  const answer = await service.post(page, { ...build, content: { ...content, ...more, sections } })
  const plain = await service.post(page, {
    ...build,
    content: {
      ...{ ...content, nav: false, brand: { name: 'b' } },
      sections: [{ heading: '', text: '', items: [{ title: 'a', highlighted: true }] }],
    },
  })
  t.match([answer.statusCode, plain.statusCode], [200, 200])
  t.equal(answer.headers['x-page-id'], plain.headers['x-page-id'])
  t.match(answer.headers['x-warnings'], 'text_value;pointer="/content/sections/0/items/0/highlighted"')
})

t.test('members of sections and items under other names are read, with a warning, and no text is lost', async t => {
  const long = 'x'.repeat(300)
  const cases: readonly (readonly [sent: object, meant: object])[] = [
    [
      { question: 'Why?', answer: 'So.' },
      { title: 'Why?', text: 'So.' },
    ],
    [
      { name: 'Ida', title: 'Baker', bio: 'At four.' },
      { title: 'Ida', role: 'Baker', text: 'At four.' },
    ],
    [
      { quote: 'Good.', name: 'Ida', position: 'Guest' },
      { text: 'Good.', cite: 'Ida', role: 'Guest' },
    ],
    [
      { heading: 'Pro', label: 'Popular', price: '9 €', features: ['One', 'Two'] },
      { title: 'Pro', price: '9 €', text: 'Popular\n\nOne\nTwo' },
    ],
    [
      { year: 1987, event: 'Founded' },
      { value: '1987', title: 'Founded' },
    ],
    [
      { title: 'A', link: 'https://example.com/', buttonText: 'Go' },
      { title: 'A', url: 'https://example.com/', cta_text: 'Go' },
    ],
    [{ question: long }, { text: long }],
    [{ title: 'A', link: '/a' }, { title: 'A' }],
    [
      { dish: 'Cod', amount: 24, currency: '€' },
      { title: 'Cod', price: '24', period: '€' },
    ],
    [
      { title: 'Room', headline: 'With a view' },
      { title: 'Room', text: 'With a view' },
    ],
    [
      { Title: 'Room', allergens: ['Fish', 'Milk'], facts: { beds: 2, floor: 'third' } },
      { title: 'Room', text: 'Fish\nMilk\n\n2\nthird' },
    ],
    [{ title: 'Fast', icon: 'rocket', id: 'f1', accent: '#f80' }, { title: 'Fast' }],
  ]
  const send = (section: object) => service.post(page, { ...build, content: { ...content, sections: [section] } })
  for (const [sent, meant] of cases) {
    const answer = await send({ items: [sent] })
    t.equal(answer.headers['x-page-id'], (await send({ items: [meant] })).headers['x-page-id'], JSON.stringify(sent))
    t.match(answer.headers['x-warnings'], 'unknown_member;pointer="/content/sections/0/items/0/')
  }
  const named = await send({ type: 'faq', title: 'FAQ', body: 'Ask.', questions: [{ q: 'Why?', a: 'So.' }] })
  const plain = await send({ type: 'faq', heading: 'FAQ', text: 'Ask.', items: [{ title: 'Why?', text: 'So.' }] })
  t.equal(named.headers['x-page-id'], plain.headers['x-page-id'])
  t.match(
    named.headers['x-warnings'],
    'pointer="/content/sections/0/title";detail="Send \\"heading\\" instead of \\"title\\"."',
  )
})

t.test('every name of the table is read as the member that it means', async t => {
  const texts = { title: 'Title', text: 'Text', price: '1 €', period: 'a day', value: '7', cite: 'Ida', role: 'Guest' }
  const item = { ...texts, url: 'https://example.com/', cta_text: 'Go' }
  const send = async (sections: readonly object[]) =>
    (await service.post(page, { ...build, content: { ...content, sections } })).headers['x-page-id']
  const meant = await send([{ heading: '', items: [item] }])
  for (const [member, names] of Object.entries(contentNames.item.members))
    for (const name of names.split(' ')) {
      // Beside a title a name is that of a person.
      if (name !== 'name') t.equal(await send([{ heading: '', items: [renamed(item, member, name)] }]), meant, name)
    }
  const section = { heading: 'Heading', text: 'Text', items: [item] }
  const whole = await send([section])
  for (const [member, names] of Object.entries(contentNames.section.members))
    for (const name of names.split(' ')) {
      t.equal(await send([renamed(section, member, name)]), whole, name)
    }
  const all = { ...content, cta_url: 'https://example.com/', footer: 'Footer', sections: [section] }
  const complete = (await service.post(page, { ...build, content: all })).headers['x-page-id']
  for (const [member, names] of Object.entries(contentNames.content.members))
    for (const name of [...names.split(' '), member.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())]) {
      const answer = await service.post(page, { ...build, content: renamed(all, member, name) })
      t.equal(answer.headers['x-page-id'], complete, name)
    }
})

t.test('what the content has under unknown names is a section', async t => {
  const cases: readonly (readonly [sent: object, meant: object])[] = [
    [{ faq: [{ q: 'Why?', a: 'So.' }] }, { type: 'questions', items: [{ title: 'Why?', text: 'So.' }] }],
    [{ rooms: [{ name: 'Double', cost: '90 €' }] }, { items: [{ title: 'Double', price: '90 €' }] }],
    [{ about: { title: 'Us', story: 'Since 1987.' } }, { type: 'text', heading: 'Us', text: 'Since 1987.' }],
    [{ story: 'Since 1987 by the sea.' }, { type: 'text', heading: '', text: 'Since 1987 by the sea.' }],
    [{ sections: ['We bake.'] }, { heading: '', text: 'We bake.' }],
    [
      { sections: [{ heading: 'Why', items: ['Fast', 'Fresh'] }] },
      { heading: 'Why', items: [{ title: 'Fast' }, { title: 'Fresh' }] },
    ],
    [
      { sections: [{ heading: 'Why', items: [{ title: 'A' }], rooms: [{ title: 'B' }] }] },
      { heading: 'Why', items: [{ title: 'A' }, { title: 'B' }] },
    ],
  ]
  for (const [sent, section] of cases) {
    const answer = await service.post(page, { ...build, content: { ...content, ...sent } })
    const plain = await service.post(page, { ...build, content: { ...content, sections: [section] } })
    t.equal(answer.statusCode, 200, answer.payload.slice(0, 400))
    t.equal(answer.headers['x-page-id'], plain.headers['x-page-id'], JSON.stringify(sent))
    t.match(answer.headers['x-warnings'], /pointer="\/content\//)
  }
})

t.test('objects of empty strings, as an empty form sends, are absent', async t => {
  const blank = { image: { src: '', alt: ' ' }, secondary_cta: { text: '', url: '' }, brand: { name: '' } }
  const answer = await service.post(page, { ...build, content: { ...content, ...blank } })
  const plain = await service.post(page, build)
  t.match([answer.statusCode, plain.statusCode], [200, 200])
  t.equal(answer.headers['x-page-id'], plain.headers['x-page-id'])
  const warning =
    'text_value;pointer="/content/secondary_cta";detail="Omit the property instead of sending empty strings."'
  t.match(answer.headers['x-warnings'], warning)
  const half = await service.post(page, { ...build, content: { ...content, secondary_cta: { text: 'a', url: '' } } })
  t.match(half.json(), { status: 400, errors: [{ pointer: '/content/secondary_cta/url' }] })
})

t.test('the types of the specification are strict', async t => {
  for (const [url, body, pointer] of [
    [capture, { ...target, viewport: { width: '1920' } }, '/viewport/width'],
    [capture, { ...target, viewport: { deviceScaleFactor: '' } }, '/viewport/deviceScaleFactor'],
    [capture, { ...target, viewport: '' }, '/viewport'],
    [capture, { ...target, output_format: '' }, '/output_format'],
    [capture, { ...target, record_duration: '' }, '/record_duration'],
    [capture, { target_url: '' }, '/target_url'],
    [capture, { ...target, delay: null }, '/delay'],
    [capture, { ...target, full_page: 1 }, '/full_page'],
    [analyze, { source_url: 'data:,', media_type: '' }, '/media_type'],
    [analyze, { source_url: 'data:,', analysis_depth: '' }, '/analysis_depth'],
    [analyze, { source_url: 'data:,', target_platform: '' }, '/target_platform'],
    [page, { ...build, project_id: '' }, '/project_id'],
    [page, { ...build, export_settings: '' }, '/export_settings'],
    [page, { ...build, style_metadata: { colors: '', analysis: { id: 'x' } } }, '/style_metadata/colors'],
    [page, { ...build, content: '' }, '/content'],
  ] as const) {
    const answer = await service.post(url, body)
    t.match(answer.json(), { status: 400, errors: [{ pointer }] }, pointer)
  }
})

// ---- Options without effect

t.test('an option without effect on the format is ignored with a warning, or refused', async t => {
  const { post } = await startService(t)
  const body = { target_url: 'https://example.com/', motion: 'scroll', colour_scheme: 'dark' }
  const answer = await post('/api/v1/capture-media', body)
  t.match(
    answer.headers['x-warnings'],
    /^not_applicable;pointer="\/motion".*, unknown_member;pointer="\/colour_scheme"/,
  )
  const { warnings, options } = answer.json().capture_config
  t.match(warnings, [/^\/motion: The property motion has no effect on png\./, /^\/colour_scheme: Unknown property/])
  t.equal(options.motion, undefined)
  const same = await post('/api/v1/capture-media', { target_url: body.target_url })
  t.equal(same.headers['x-capture-id'], answer.headers['x-capture-id'])
  const { colour_scheme, ...known } = body
  const strict = await post('/api/v1/capture-media', known, { prefer: 'handling=strict' })
  t.match(strict.json(), { status: 400, errors: [{ pointer: '/motion', code: 'not_applicable' }] })
})

t.test('options of a capture are checked', async t => {
  const { post } = await startService(t)
  const wrong = {
    full_page: 'yes',
    selector: 'p {',
    color_scheme: 'blue',
    reduced_motion: 'maybe',
    hide_selectors: ['.a', 'a >'],
    hide_cookie_banners: 1,
    wait_for_selector: 'text=Hello',
    delay: '61s',
    storage_state: 'folder/',
    platform: 7,
    motion: 'zoom',
  }
  const answer = await post('/api/v1/capture-media', { target_url: 'https://example.com/', ...wrong })
  t.equal(answer.statusCode, 400)
  const pointers: readonly string[] = answer.json().errors.map(({ pointer }: { pointer: string }) => pointer)
  t.strictSame(
    pointers.toSorted(),
    Object.keys(wrong)
      .map(name => (name === 'hide_selectors' ? '/hide_selectors/1' : `/${name}`))
      .toSorted(),
  )
})

// ---- What is ignored costs nothing

t.test('what is ignored is neither part of an id nor stored', async t => {
  const { post } = await startService(t)
  const extra = 'ignored-member'
  const style = { colors, mood: { words: ['serene'] }, palette: [{ hex: '#6D28D9', share: 0.5 }], harmony: 'analogous' }
  const plain = { ...build, style_metadata: style }
  const withExtras = {
    ...plain,
    extra,
    content: { ...content, extra },
    style_metadata: {
      ...style,
      extra,
      summary: extra,
      mood: { words: ['calm', extra], activity: 1, extra },
      palette: [{ hex: '#6D28D9', share: 0.5, name: extra }, extra],
      harmony: { name: 'Analogous', angle: 9, extra },
      corners: [{ extra }],
    },
    export_settings: { extra, framework: 'none' },
  }
  const idsOf = async (url: string, body: object) => {
    const { statusCode, headers } = await post(url, body)
    t.equal(statusCode, 200)
    return [headers['x-project-id'], headers['x-page-id'], headers['x-capture-id']]
  }
  t.same(await idsOf(page, withExtras), await idsOf(page, plain))
  t.same(await idsOf(capture, { ...target, extra, viewport: { extra } }), await idsOf(capture, target))
  t.same(await idsOf(capture, { ...target, wait_until: extra }), await idsOf(capture, target))
  const database = new DatabaseSync(join(t.testdirName, 'automation-service.db'))
  const rows = ['select inputs from pages', 'select config from captures'].map(text => database.prepare(text).all())
  database.close()
  t.same(
    rows.map(({ length }) => length),
    [1, 1],
  )
  t.match(JSON.stringify(rows), 'Ship')
  t.notMatch(JSON.stringify(rows), extra)
})

t.test('a style reduced to what a page reads gives the same page', async () => {
  const words = fc.constantFrom(
    'calm',
    'bold',
    'elegant',
    'playful',
    'serif',
    'mono',
    'slab',
    'round',
    'script',
    'condensed',
    'sharp',
    'soft',
    'compact',
    'airy',
    'dark',
    'simple',
    'detailed',
    'analogous',
    'complementary',
    'one',
    'across',
    'nothing',
  )
  const hint = fc.oneof(
    words,
    fc.array(words, { maxLength: 3 }),
    fc.record({ label: words, other: words }),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const hints = ['mood', 'scheme', 'complexity', 'harmony', 'roles', 'composition', 'media', 'faces']
  const entry = fc.record({ hex: fc.constantFrom('#6d28d9', '#F59E0B', '#000'), share: fc.double(), more: words })
  const style = fc.record({
    colors: fc.constantFrom([], ['#6D28D9'], colors, ['#000', '#000']),
    palette: fc.oneof(hint, fc.array(entry, { maxLength: 4 })),
    ...Object.fromEntries(hints.map(name => [name, hint])),
  })
  const pageOf = async (given: Parameters<typeof canonicalStyle>[0]) =>
    (await buildPage({ style: given, content })).html
  await fc.assert(
    fc.asyncProperty(style, async given => (await pageOf(given)) === (await pageOf(canonicalStyle(given)))),
  )
})

const many = unknownMembers(60_000)
const longName = 'n'.repeat(1_000_000)
const reserved = Array.from({ length: 40_000 }, () => ({ constructor: 1 }))

/** A reserved name at the end of a long path. */
let deepNames: object = { constructor: 1 }
for (let level = 0; level < 30; level++) deepNames = { ['~'.repeat(100)]: deepNames }

/** The size of an answer to the same body without the excess, and 100 KB. */
const maxBytes = 140_000

const excessive: readonly (readonly [name: string, url: string, body: object, status: number])[] = [
  ['60,000 members of a build request', page, { ...build, ...many }, 200],
  ['60,000 members of its texts', page, { ...build, content: { ...content, ...many } }, 200],
  ['60,000 members of its settings', page, { ...build, export_settings: many }, 200],
  ['60,000 members of its style', page, { ...build, style_metadata: { colors, ...many } }, 200],
  ['60,000 members of a mood', page, { ...build, style_metadata: { colors, mood: many } }, 200],
  ['60,000 members of a capture request', capture, { ...target, ...many }, 200],
  ['60,000 members of its viewport', capture, { ...target, viewport: many }, 200],
  ['60,000 members of an analysis request', analyze, { source_url: 'data:,x', ...many }, 422],
  ['a long name in a build request', page, { ...build, content: { ...content, [longName]: 1 } }, 200],
  ['a long name in a capture request', capture, { ...target, [longName]: 1 }, 200],
  ['a long framework', page, { ...build, export_settings: { framework: longName } }, 200],
  ['a long format', capture, { ...target, output_format: longName }, 400],
  ['a long name before a reserved one', page, { ...build, [longName]: { constructor: 1 } }, 400],
  ['a long path to a reserved name', page, { ...build, deepNames }, 400],
  ['100,000 invalid colours', page, { ...build, style_metadata: { colors: Array(100_000).fill(1) } }, 400],
  ['300,000 objects', page, { ...build, style_metadata: { colors, mood: Array(300_000).fill({}) } }, 413],
  ['40,000 reserved names', page, { ...build, style_metadata: { colors, extra: reserved } }, 400],
]

t.test('an excessive body gets a short answer', async t => {
  for (const [[name, url, body, status], handling] of samplePairs(excessive, ['lenient', 'strict'])) {
    const answer = await service.post(url, body, { prefer: `handling=${handling}` })
    t.ok(handling === 'strict' || answer.statusCode === status, `${name}: ${answer.statusCode}`)
    t.ok(answer.rawPayload.length < maxBytes, `${name}: ${answer.rawPayload.length} bytes`)
    t.notOk(answer.payload.includes('n'.repeat(200)), name)
    t.ok(String(answer.headers['x-warnings'] ?? '').length <= 2000, name)
    if (answer.statusCode !== 400) continue
    const { errors } = answer.json()
    t.ok(errors.length <= maxListedErrors + 1, name)
    for (const { pointer, message } of errors) t.ok(pointer.length <= 2048 && message.length <= 2048, name)
  }
})

/** An object with one member under another name. */
function renamed(value: Readonly<Record<string, unknown>>, member: string, name: string) {
  const { [member]: moved, ...others } = value
  return { ...others, [name]: moved }
}
