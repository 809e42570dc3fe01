// Words are kind by default and strict on demand.
import fc from 'fast-check'
import t from 'tap'
import { waitConditionEnum } from '../schemas/capture.ts'
import { frameworkEnum, responsiveTypeEnum } from '../schemas/sparkpage.ts'
import type { AliasedEnum } from '../schemas/types.ts'
import { resolveAlias } from '../src/aliased-enum.ts'
import { startService } from './helpers/service.ts'

const spellings: readonly (readonly [AliasedEnum, string, readonly string[]])[] = [
  [
    frameworkEnum,
    'tailwind',
    [
      'tailwind',
      'Tailwind',
      'TAILWIND CSS',
      'Tailwind CSS v4',
      'tailwind_css',
      'tailwind-css-4.1',
      'tailwindcss3',
      'tailwind v4 css',
    ],
  ],
  [
    frameworkEnum,
    'none',
    [
      'none',
      'None',
      'vanilla',
      'Vanilla CSS',
      'plain',
      'plain-css',
      'css',
      'CSS3',
      'html',
      'Plain HTML',
      'no framework',
    ],
  ],
  [
    frameworkEnum,
    'bootstrap',
    [
      'bootstrap',
      'Bootstrap 5',
      'bootstrap5',
      'bootstrap-5.3',
      'BOOTSTRAP_CSS',
      'bootstrap@5.3.8',
      'bs5',
      'BS',
      'Twitter Bootstrap v5',
    ],
  ],
  [frameworkEnum, 'bulma', ['bulma', 'Bulma CSS', 'bulma-1.0', 'bulma v1', 'bulma.io', 'bulmacss']],
  [
    frameworkEnum,
    'pico',
    ['pico', 'Pico.css', 'picocss', 'PICO CSS', 'pico_css_v2', '@picocss/pico', '@picocss/pico@2.1', 'pico2'],
  ],
  [
    frameworkEnum,
    'open-props',
    ['open-props', 'Open Props', 'openprops', 'open_props', 'OpenProps v1.7', 'open props css', 'openProp'],
  ],
  [responsiveTypeEnum, 'mobile-first', ['mobile-first', 'mobile_first', 'Mobile First', 'mobileFirst', 'responsive']],
  [responsiveTypeEnum, 'desktop-first', ['desktop first', 'DESKTOP_FIRST']],
  [
    waitConditionEnum,
    'networkidle',
    ['networkidle', 'networkIdle', 'network_idle', 'networkidle0', 'networkidle2', 'network idle'],
  ],
  [waitConditionEnum, 'domcontentloaded', ['DOMContentLoaded', 'dom-content-loaded', 'interactive']],
  [waitConditionEnum, 'load', ['load', 'LOAD', 'complete']],
  [waitConditionEnum, 'commit', ['commit', 'Commit']],
]

for (const [words, word, sent] of spellings) {
  t.test(`${word} is understood as people write it`, async t => {
    for (const spelling of sent) t.same(resolveAlias(words, spelling), { value: word, known: true }, spelling)
  })
}

t.test('a word with a slip gives the word that was meant, anything else the default', async t => {
  t.same(resolveAlias(frameworkEnum, 'tailwnd'), { value: 'tailwind', known: false })
  t.same(resolveAlias(waitConditionEnum, 'networkidel'), { value: 'networkidle', known: false })
  for (const odd of [
    '',
    ' ',
    'foundation',
    'constructor',
    '__proto__',
    'toString',
    '💥',
    'x'.repeat(100_000),
    '\u0000',
    '\ud800',
  ]) {
    t.same(resolveAlias(frameworkEnum, odd), { value: 'none', known: false }, JSON.stringify(odd.slice(0, 20)))
  }
  t.same(resolveAlias(frameworkEnum, undefined), { value: 'none', known: true })
})

t.test('any text at all gives an allowed word', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text =>
      frameworkEnum.allowed.includes(resolveAlias(frameworkEnum, text).value),
    ),
  )
})

const service = await startService(t)
const page = '/api/v1/build-sparkpage'
const build = {
  style_metadata: { colors: ['#6D28D9'], anything: { at: ['all'] } },
  content: { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' },
}
const odd = {
  ...build,
  content: { ...build.content, headlin: 'x' },
  export_settings: { framework: 'foundation', responsive_type: 'elastic', 'quote"\\é': 1 },
}

t.test('unknown words and members are named in x-warnings and the request goes through', async t => {
  const answer = await service.post(page, odd)
  t.equal(answer.statusCode, 200)
  const header = String(answer.headers['x-warnings'])
  t.match(header, /unknown_word;pointer="\/export_settings\/framework";detail="Unknown value \\"foundation\\"/)
  t.match(header, /unknown_word;pointer="\/export_settings\/responsive_type"/)
  t.match(header, /unknown_member;pointer="\/content\/headlin";detail="[^,]*Did you mean \\"headline\\"\?/)
  t.match(header, 'pointer="/export_settings/quote\\"\\\\%c3%a9"')
  t.match(header, /^[\x20-\x7e]*$/)
  t.match(answer.json().generated_html, 'foundation', 'the page says so too')
  t.equal(answer.headers['preference-applied'], undefined)
})

t.test('the header stays short, whatever was sent', async t => {
  const members = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member-${index}`, index]))
  const answer = await service.post(page, { ...build, export_settings: { ...members, framework: 'é'.repeat(5000) } })
  t.equal(answer.statusCode, 200)
  t.ok(String(answer.headers['x-warnings']).length <= 2000)
})

t.test('under strict handling the same request is a 400 that lists what is allowed', async t => {
  const answer = await service.post(page, odd, { prefer: 'respond-async, handling=strict' })
  t.equal(answer.statusCode, 400)
  t.equal(answer.headers['preference-applied'], 'handling=strict')
  const faults = new Map(answer.json().errors.map((fault: { pointer: string }) => [fault.pointer, fault]))
  t.match(faults.get('/export_settings/framework'), {
    code: 'unknown_word',
    allowed: ['none', 'tailwind'],
    message: /closest match is "none"/,
  })
  t.match(faults.get('/content/headlin'), { code: 'unknown_member' })
})

t.test('strict handling adds its faults to those of the types', async t => {
  const answer = await service.post(page, { ...odd, content: {} }, { prefer: 'handling=strict' })
  const codes = answer.json().errors.map(({ code }: { code: string }) => code)
  t.ok(codes.includes('required') && codes.includes('unknown_word'))
})

for (const [prefer, applied] of [
  ['handling=strict', 'handling=strict'],
  ['Handling = "Strict"', 'handling=strict'],
  ['handling=lenient, handling=strict', 'handling=lenient'],
  ['return=minimal', undefined],
  ['handling=other', undefined],
] as const) {
  t.test(`Prefer: ${prefer} is answered by ${applied ?? 'nothing'}`, async t => {
    const answer = await service.post(page, build, { prefer })
    t.equal(answer.statusCode, 200)
    t.equal(answer.headers['preference-applied'], applied)
  })
}

t.test('the members of a style belong to the caller, whatever they are', async t => {
  const answer = await service.post(
    page,
    { ...build, style_metadata: { ...build.style_metadata, mood: 7, palette: 'none', corners: [], extra: null } },
    { prefer: 'handling=strict' },
  )
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['x-warnings'], undefined)
})

t.test('a script tells of the word that was replaced', async t => {
  const { capture_config, playwright_script } = (
    await service.post('/api/v1/capture-media', { target_url: 'https://example.com/', wait_until: 'whenever' })
  ).json()
  t.equal(capture_config.wait_until, 'load')
  t.equal(capture_config.warnings.length, 1)
  t.match(playwright_script, 'whenever')
})
