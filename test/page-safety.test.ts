// Hostile strings in every text of a page and in every member of a style: none of them runs or changes the document.
import t from 'tap'
import { frameworks } from '../schemas/sparkpage.ts'
import { sanitizeText } from '../src/sparkpage/content.ts'
import { hostileMarkup } from './helpers/hostile-texts.ts'
import { startService } from './helpers/service.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

/** What strings that are read as other texts may change: the headline's size follows its length, and what is read as an address leads there, and units have elements of their own. */
const skeleton = `[...document.querySelectorAll('body *:not(em, wbr, .sp-unit, .sp-wide-unit)')].map(element =>
  [element.localName, element.id, element.className.baseVal ?? element.className].join())`
/** Triggers handlers that wait for the user. */
const triggerHandlers = `for (const element of document.querySelectorAll('body *')) {
  for (const type of ['focus', 'mouseover', 'mouseenter', 'pointerdown', 'toggle', 'error', 'load'])
    element.dispatchEvent(new Event(type, { bubbles: true }))
}`

t.test(`${hostileMarkup.length} hostile strings neither run nor change the document`, needs('chromium'), async t => {
  const service = await startService(t)
  const { tab, visit, asked, address } = await openTab(t)
  for (const [turn, framework] of frameworks.entries()) {
    const build = (strings: readonly string[]) =>
      service.post('/api/v1/build-sparkpage', {
        style_metadata: hostileStyle(strings),
        content: hostileContent(strings),
        export_settings: { framework, fonts: 'system', direction: 'studio' },
      })
    const benign = (await build(['plain'])).json()
    await visit(benign.generated_html)
    const plain = await tab.evaluate(skeleton)
    const groups = whole ? hostileMarkup.map(text => [text]) : hostileGroups(turn)
    for (const strings of groups) {
      const name = `${framework} ${strings.join(' | ')}`
      const answer = await build(strings)
      t.equal(answer.statusCode, 200, name)
      const { generated_html, css_variables } = answer.json()
      await visit(generated_html)
      t.same(await tab.evaluate(skeleton), plain, name)
      t.equal(await tab.evaluate('document.querySelector("h1").textContent'), hostileHeadline(strings), name)
      await tab.evaluate(triggerHandlers)
      t.equal(await tab.evaluate('typeof hit'), 'undefined', name)
      t.same([...new Set(asked)], [address, hostilePicture], name)
      t.same(Object.keys(css_variables), Object.keys(benign.css_variables), name)
      t.notMatch(Object.values(css_variables).join('\n'), /hit|leak|[<>{}@;]/, name)
    }
  }
  t.comment(`cases: ${hostileMarkup.length} hostile strings in ${frameworks.length} frameworks`)
})

/** Texts of a page with every part. */
const textCount = 10

/** Each hostile string in one of the texts of one page; every framework has them in other texts. */
function hostileGroups(turn: number): readonly (readonly string[])[] {
  const texts = [...hostileMarkup.slice(turn), ...hostileMarkup.slice(0, turn)]
  return Array.from({ length: Math.ceil(texts.length / textCount) }, (_, at) =>
    texts.slice(textCount * at, textCount * (at + 1)),
  )
}

/** Strings in members of a style: bare, in a list, in an object and in a list of objects. */
function hostileStyle(strings: readonly string[]) {
  const members = ['mood', 'scheme', 'complexity', 'harmony', 'palette', 'roles', 'composition', 'placeholder']
  const text = strings[0] ?? ''
  const values = members.map((name, index) => {
    const value = strings[Math.floor(index / 3)] ?? text
    const forms = [value, [value], { words: [value], background: value, name: value }, [{ hex: value, share: value }]]
    return [name, forms[index % forms.length]]
  })
  const member = `x-${text.replace(/^(?:__proto__|constructor)$/, 'plain')}`
  return { colors: ['#6D28D9', '#F59E0B'], summary: text, [member]: text, ...Object.fromEntries(values) }
}

const hostilePicture = 'https://page.test/picture.png'

function hostileContent(strings: readonly string[]) {
  const text = (index: number) => `A ${strings[index % strings.length] ?? ''} b`
  return {
    headline: text(0),
    sub_headline: text(1),
    cta_button_text: text(2),
    secondary_cta: { text: text(3), url: '#a' },
    brand: { name: text(4) },
    image: { src: hostilePicture, alt: text(5) },
    sections: [
      { type: 'text', heading: text(6), text: text(7) },
      { type: 'text', heading: 'A', text: 'B', image: { src: hostilePicture, alt: text(8) } },
    ],
    footer: text(9),
  }
}

function hostileHeadline(strings: readonly string[]): string {
  return sanitizeText(hostileContent(strings).headline)
}
