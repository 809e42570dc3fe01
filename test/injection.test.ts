// Hostile strings in every text and every member of a style: nothing runs, nothing leaves, the document stays the same.
import t from 'tap'
import { frameworks } from '../schemas/sparkpage.ts'
import { hostileMarkup as hostile } from './helpers/hostile-texts.ts'
import { startService } from './helpers/service.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const skeleton = `[...document.querySelectorAll('*')].map(element =>
  [element.localName, element.id, element.getAttribute('class'), ...element.getAttributeNames()].join())`

/** Handlers that wait for a reader: everything is focused, hovered and clicked as far as it stays on the page. */
const poke = `for (const element of document.querySelectorAll('body *')) {
  for (const type of ['focus', 'mouseover', 'mouseenter', 'pointerdown', 'toggle', 'error', 'load'])
    element.dispatchEvent(new Event(type, { bubbles: true }))
}`

const members = [
  'mood',
  'typography',
  'scheme',
  'corners',
  'density',
  'complexity',
  'harmony',
  'palette',
  'tokens',
] as const

/** The string in every place of a style, in turn bare, in a list and in an object. */
const styleOf = (text: string) => ({
  colors: ['#6D28D9', '#F59E0B', '#0F172A'],
  summary: text,
  [`x-${text.replace(/^(?:__proto__|constructor)$/, 'plain')}`]: text,
  ...Object.fromEntries(
    members.map((name, index) => [
      name,
      [text, [text], { words: [text], category: text, label: text, name: text }, [{ hex: text, share: text }]][
        index % 4
      ],
    ]),
  ),
})

const contentOf = (text: string) => ({
  headline: `A ${text} b`,
  sub_headline: text.padEnd(3, '.'),
  cta_button_text: `Go ${text}`,
})

t.test(`${hostile.length} strings in every place`, needs('chromium'), async t => {
  const service = await startService(t)
  const { tab, visit, asked, address } = await openTab(t)
  const dialogs: string[] = []
  tab.on('dialog', dialog => {
    dialogs.push(dialog.message())
    dialog.dismiss().catch(() => undefined)
  })
  const build = (text: string, framework: string) =>
    service.post('/api/v1/build-sparkpage', {
      style_metadata: styleOf(text),
      content: contentOf(text),
      export_settings: { framework, responsive_type: 'fluid' },
    })
  let built = 0
  for (const [turn, framework] of frameworks.entries()) {
    const benign = await build('plain', framework)
    await visit(benign.json().generated_html)
    const plain = await tab.evaluate(skeleton)
    const mine = whole ? hostile : hostile.filter((_, index) => index % frameworks.length === turn)
    for (const text of mine) {
      const answer = await build(text, framework)
      t.equal(answer.statusCode, 200, text)
      const { generated_html, css_variables } = answer.json()
      await visit(generated_html)
      t.same(await tab.evaluate(skeleton), plain, text)
      await tab.evaluate(poke)
      t.equal(await tab.evaluate('typeof hit'), 'undefined', text)
      t.same(asked, [address], text)
      t.same(Object.keys(css_variables), Object.keys(benign.json().css_variables), text)
      t.notMatch(Object.values(css_variables).join('\n'), /hit|leak|[<>{}@;]/, text)
      built += 1
    }
  }
  t.comment(`cases: ${hostile.length} hostile strings in ${built} pages of ${frameworks.length} frameworks`)
  t.same(dialogs, [])
})

t.test('a hostile colour is a fault, and a hostile name of a framework or type falls back', async t => {
  const service = await startService(t)
  for (const text of hostile) {
    const body = { style_metadata: { colors: [text] }, content: contentOf('plain') }
    t.equal((await service.post('/api/v1/build-sparkpage', body)).statusCode, 400, text)
    const settings = { framework: text, responsive_type: text }
    const named = { style_metadata: styleOf('plain'), content: contentOf('plain'), export_settings: settings }
    const answer = await service.post('/api/v1/build-sparkpage', named, { accept: 'text/html' })
    t.equal(answer.statusCode, 200, text)
    t.notMatch(answer.payload.replace(/<!--.*?-->/gs, ''), /hit=1|leak/, text)
  }
})

t.test('a hostile address is a fault, or one that a browser opens as a page', async t => {
  const service = await startService(t)
  for (const text of hostile) {
    const content = { ...contentOf('plain'), cta_url: text }
    const body = { style_metadata: { colors: ['#6D28D9'] }, content }
    const answer = await service.post('/api/v1/build-sparkpage', body, { accept: 'text/html' })
    if (answer.statusCode === 400) t.match(answer.json().errors, [{ pointer: '/content/cta_url' }])
    else t.match(/<a [^>]*href="([^"]*)"/.exec(answer.payload)?.[1], /^(?:#|https?:|mailto:|tel:)/, text)
  }
})
