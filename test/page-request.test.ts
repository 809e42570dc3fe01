// Requests for pages: limits of every member, words of the options, embedded fonts, and what is refused.
import t from 'tap'
import { buildSparkpage, directionOfLayout, frameworks } from '../schemas/sparkpage.ts'
import { hostileMarkup } from './helpers/hostile-texts.ts'
import { completePage, texts } from './helpers/samples.ts'
import { startService } from './helpers/service.ts'

const service = await startService(t)
const style_metadata = { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] }
const strict = { prefer: 'handling=strict' }

function build(changes: object, headers: Readonly<Record<string, string>> = {}) {
  return service.post('/api/v1/build-sparkpage', { style_metadata, content: completePage, ...changes }, headers)
}

interface RefusedMember {
  readonly pointer: string
  readonly code: string
  readonly message: string
  readonly allowed?: readonly string[]
}

async function refusedBy(changes: object, headers?: Readonly<Record<string, string>>) {
  const answer = await build(changes, headers)
  t.equal(answer.statusCode, 400)
  const errors: readonly RefusedMember[] = answer.json().errors ?? []
  return errors
}

/** The page with a value in each of its addresses. */
function withAddress(address: string) {
  const image = { src: address, alt: 'x' }
  return {
    ...completePage,
    cta_url: address,
    secondary_cta: { text: 'x', url: address },
    brand: { name: 'x', url: address },
    image,
    sections: [{ heading: 'x', text: 'x', image }],
  }
}

const links = ['/content/cta_url', '/content/secondary_cta/url', '/content/brand/url']
const images = ['/content/image/src', '/content/sections/0/image/src']

t.test(
  'an address that a page cannot have is a 400 that names every one of them, with what to send instead',
  async t => {
    for (const address of ['javascript:alert(1)', 'data:text/html,<script>1</script>', 'vbscript:x', '//x/y', 'x"y']) {
      const errors = await refusedBy({ content: withAddress(address) })
      t.same(errors.map(({ pointer }) => pointer).sort(), [...images, ...links].sort(), address)
      for (const { pointer, message } of errors)
        t.match(message, links.includes(pointer) ? /mailto or tel URL/ : /https URL, or a data URI/)
    }
    for (const src of ['http://example.com/a.jpg', 'mailto:a@example.com', 'data:image/png,x'])
      t.match(await refusedBy({ content: { ...completePage, image: { src, alt: '' } } }), [
        { pointer: '/content/image/src' },
      ])
  },
)

t.test('members of a part are required and of the right type, each with its pointer', async t => {
  const pointersOf = async (content: object) =>
    (await refusedBy({ content: { ...texts.plain, ...content } })).map(({ pointer }) => pointer).sort()
  t.same(await pointersOf({ image: {} }), ['/content/image/alt', '/content/image/src'])
  t.same(await pointersOf({ secondary_cta: {} }), ['/content/secondary_cta/text', '/content/secondary_cta/url'])
  t.same(await pointersOf({ brand: { url: 'https://example.com/' } }), ['/content/brand/name'])
  t.same(await pointersOf({ sections: [{ heading: 'x' }, 7] }), ['/content/sections/0/text', '/content/sections/1'])
  for (const [name, value] of Object.entries({
    image: 'https://x/',
    sections: {},
    footer: 7,
    brand: null,
    cta_url: null,
  }))
    t.same(await pointersOf({ [name]: value }), [`/content/${name}`])
})

t.test('a page has at most twelve sections and 5,000 code points in each text', async t => {
  const sections = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ heading: `Part ${index}`, text: 'x' }))
  const answer = await build({ content: { ...texts.plain, sections: sections(12) } })
  t.equal(answer.statusCode, 200)
  for (let index = 0; index < 12; index++) t.match(answer.json().generated_html, `>Part ${index}<`)
  t.match(await refusedBy({ content: { ...texts.plain, sections: sections(13) } }), [{ pointer: '/content/sections' }])
  const [longest, longer] = ['😀'.repeat(5000), '😀'.repeat(5001)]
  const parts = (text: string) => ({
    ...texts.plain,
    secondary_cta: { text, url: '#a' },
    brand: { name: text },
    image: { src: 'https://example.com/a.jpg', alt: text },
    sections: [{ heading: text, text }],
    footer: text,
  })
  t.equal((await build({ content: parts(longest) })).statusCode, 200)
  t.same((await refusedBy({ content: parts(longer) })).map(({ pointer }) => pointer).sort(), [
    '/content/brand/name',
    '/content/footer',
    '/content/image/alt',
    '/content/secondary_cta/text',
    '/content/sections/0/heading',
    '/content/sections/0/text',
  ])
})

const spellings: Readonly<Record<string, readonly string[]>> = {
  '/export_settings/layout': [
    'Full Bleed',
    'full_bleed',
    'hero',
    'two-columns',
    'Center',
    'FRAME',
    'automatic',
    'poster',
  ],
  '/export_settings/scheme': ['Dark', 'LIGHT', 'system', 'light-dark', 'automatic', 'both'],
  '/export_settings/fonts': ['Embedded', 'embed', 'inline', 'none', 'local', 'SYSTEM'],
  '/export_settings/framework_css': ['Inline', 'CDN', 'link', 'embedded'],
}

t.test('options are read as people write them; an unknown word falls back with a warning, or is a 400', async t => {
  for (const [pointer, { allowed, fallback }] of Object.entries({ ...buildSparkpage.aliasedEnums })) {
    const words = spellings[pointer]
    if (words === undefined) continue
    const name = pointer.replace('/export_settings/', '')
    for (const word of [...allowed, ...words]) {
      const answer = await build({ content: texts.plain, export_settings: { [name]: word } }, strict)
      t.equal(answer.statusCode, 200, `${name}: ${word}`)
      t.equal(answer.headers['x-warnings'], undefined, `${name}: ${word}`)
    }
    const plain = (await build({ export_settings: { [name]: fallback } })).json()
    const unknown = await build({ export_settings: { [name]: 'zebra' } })
    t.match(unknown.headers['x-warnings'], `unknown_value;pointer="${pointer}"`)
    t.same(unknown.json().css_variables, plain.css_variables, `${name} falls back to ${fallback}`)
    const errors = await refusedBy({ export_settings: { [name]: 'zebra' } }, strict)
    t.match(errors, [{ pointer, code: 'unknown_value', allowed }])
    t.match(await refusedBy({ export_settings: { [name]: 7 } }), [{ pointer }])
  }
})

t.test('a layout gives the direction with its first screen, unless one is named', async t => {
  const directionOf = async (export_settings: object) =>
    (await build({ export_settings }, strict)).headers['x-direction']
  for (const [layout, direction] of Object.entries(directionOfLayout)) t.equal(await directionOf({ layout }), direction)
  t.equal(await directionOf({ layout: 'poster', direction: 'stage' }), 'stage')
})

t.test('earlier names of responsive types are mobile-first, without a warning', async t => {
  const plain = (await build({})).json()
  for (const responsive_type of ['desktop-first', 'fluid', 'adaptive', 'Desktop First']) {
    const answer = await build({ export_settings: { responsive_type } }, strict)
    t.equal(answer.headers['x-warnings'], undefined)
    t.equal(answer.json().generated_html, plain.generated_html, responsive_type)
  }
})

t.test('fonts are embedded unless the request asks for those of the system', async t => {
  const pageWith = async (fonts: string | undefined, content: object = completePage) =>
    (await build({ content, export_settings: { fonts, direction: 'signal' } })).json()
  const embedded = await pageWith('embedded')
  t.match(
    embedded.generated_html,
    /@font-face\{font-family:"Bricolage Grotesque"[^}]*src:url\(data:font\/woff2;base64,/,
  )
  t.match(embedded.css_variables['--sp-font-title'], /^"Bricolage Grotesque",/)
  t.same(await pageWith(undefined), embedded, 'the default')
  const system = await pageWith('system')
  t.notMatch(system.generated_html, '@font-face')
  t.notMatch(system.css_variables['--sp-font-title'], 'Bricolage')
  const arabic = await pageWith('embedded', texts.Arabic)
  t.notMatch(arabic.generated_html, '@font-face', 'the face has no letter of the texts')
  t.equal(arabic.css_variables['--sp-font-title'], system.css_variables['--sp-font-title'])
  const mixed = await pageWith('embedded', { ...texts.plain, sub_headline: 'Žluťoučký' })
  t.match(mixed.generated_html, 'unicode-range:', 'a face of several files')
})

t.test('a hostile string is refused or harmless in every address, option and colour', async t => {
  for (const [index, text] of hostileMarkup.entries()) {
    const framework = frameworks[index % frameworks.length]
    t.match(await refusedBy({ style_metadata: { colors: [text] } }), [{ pointer: '/style_metadata/colors/0' }])
    const names = ['framework', 'responsive_type', 'framework_css', 'layout', 'scheme', 'fonts']
    const options = await build({ export_settings: Object.fromEntries(names.map(name => [name, text])) })
    t.equal(options.statusCode, 200, text)
    t.notMatch(options.json().generated_html.replace(/<!--.*?-->/gs, ''), /hit=1|leak/, text)
    const answer = await build({ content: withAddress(text), export_settings: { framework } })
    if (answer.statusCode !== 200) {
      for (const { pointer } of answer.json().errors) t.ok([...links, ...images].includes(pointer), text)
    } else {
      const page = answer.json().generated_html
      for (const [, href] of page.matchAll(/<a [^>]*href="([^"]*)"/g))
        t.match(href, /^(?:#|https?:|mailto:|tel:)/, text)
      for (const [, src] of page.matchAll(/<img [^>]*src="([^"]*)"/g)) t.match(src, /^(?:https:|data:image\/)/, text)
    }
  }
})

t.test('an answer with Accept: text/html has a policy that allows its fonts, pictures and linked sheets', async t => {
  const { headers, payload } = await build({ export_settings: { framework: 'bulma' } }, { accept: 'text/html' })
  const sent = String(headers['content-security-policy'])
  for (const source of [
    "style-src 'unsafe-inline' https://cdn.jsdelivr.net;",
    'img-src data: https:;',
    'font-src data:;',
  ])
    t.ok(sent.includes(source), source)
  t.notMatch(sent, 'script-src')
  t.match(payload, "style-src 'unsafe-inline' https://cdn.jsdelivr.net; img-src 'self' data: https:; font-src data:")
})
