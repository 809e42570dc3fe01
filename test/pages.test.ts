// Pages of every framework and responsive type with many palettes and texts: valid, accessible, readable, without overflow.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import t from 'tap'
import { buildPage } from '../src/sparkpage/build.ts'
import { samplesOf } from './helpers/samples.ts'
import { openTab, type Size } from './helpers/tab.ts'
import { javaPath, needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const telephone: Size = [360, 740]
const widths = [320, 360, 768, 1440, 3840]

t.test('the W3C checker finds no error and no warning in HTML and CSS', needs('java'), async t => {
  const folder = t.testdir()
  const samples = samplesOf(whole ? 60 : 4)
  const file = (index: number) => join(folder, `${index}.html`)
  await Promise.all(samples.map(({ input }, index) => writeFile(file(index), buildPage(input).html)))
  await writeFile(join(folder, 'bad.html'), '<!doctype html><style>a{colour:red}</style><title></title>')
  const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
  const words = ['-jar', checker, '--format', 'json', '--exit-zero-always', '--stdout', folder]
  const { stdout } = await promisify(execFile)(javaPath ?? '', words, { maxBuffer: 64 << 20 })
  const found: readonly { readonly url: string; readonly message: string }[] = JSON.parse(stdout).messages
  t.ok(found.filter(({ url }) => url.endsWith('bad.html')).length >= 2, 'it reads HTML and CSS')
  for (const [index, { name }] of samples.entries()) {
    const messages = found.filter(({ url }) => url.endsWith(`/${index}.html`)).map(({ message }) => message)
    t.same(messages, [], name)
  }
  t.comment(`cases: ${samples.length} pages checked by the W3C checker`)
})

/** Characters of the longest line of the headline or the sentence. */
const longestLine = `Math.max(0, ...[...document.querySelectorAll('.sp-title, .sp-lead')].map(({ firstChild }) => {
  const range = document.createRange(), lines = new Map()
  for (let at = 0; at < firstChild.length; at++) {
    range.setStart(firstChild, at), range.setEnd(firstChild, at + 1)
    const { bottom } = range.getBoundingClientRect()
    lines.set(bottom, (lines.get(bottom) ?? 0) + 1)
  }
  return Math.max(...lines.values())
}))`

const violations = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`

/** By how much the page is wider than its window, px. */
const over = 'document.documentElement.scrollWidth - innerWidth'

/** WCAG 2.2, 1.4.12: text spacing that users may set. */
const spacing = `(() => {
  const sheet = document.createElement('style')
  sheet.id = 'spacing'
  sheet.textContent = '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}'
  document.head.append(sheet)
})()`

/** Texts that are cut off: wider than their box. */
const cut = `[...document.querySelectorAll('.sp-title, .sp-lead, .sp-button')]
  .filter(element => element.scrollWidth > element.clientWidth + 1).map(({ className }) => className)`

const titlePx = `parseFloat(getComputedStyle(document.querySelector('.sp-title')).fontSize)`

const points = (text: string) => [...text].length

t.test('in a browser', needs('chromium'), async t => {
  const { tab, visit, resize, box, asked, address } = await openTab(t)
  const measure = async (code: string) => Number(await tab.evaluate(code))

  const samples = samplesOf(whole ? 12 : 1)
  for (const { name, input } of samples) {
    await t.test(name, async t => {
      const { html, cssVariables } = buildPage(input)
      const { headline, sub_headline, cta_button_text } = input.content
      const [titled, button] = [headline + sub_headline !== '', cta_button_text !== '']
      await visit(html)
      t.same(asked, [address], 'asks for nothing else')

      await tab.evaluate(axe.source)
      for (const colorScheme of ['dark', 'light'] as const) {
        await tab.emulateMedia({ colorScheme })
        t.same(await tab.evaluate(violations), [], `axe, ${colorScheme}`)
      }

      for (const width of widths) {
        await resize([width, 900])
        t.ok((await measure(over)) <= 0, `scrolls sideways at ${width}`)
        if (button) {
          const { width: wide, height } = await box('.sp-button')
          t.ok(wide >= 44 && height >= 44, `the button is ${wide} × ${height} at ${width}`)
        }
        const line = width === 320 || points(headline + sub_headline) > 1200 ? 0 : await measure(longestLine)
        t.ok(line <= 85, `${line} characters a line at ${width}`)
      }

      if (titled && input.responsiveType !== 'fixed') {
        const cinema = await measure(titlePx)
        await resize([1440, 900])
        const desktop = await measure(titlePx)
        t.ok(cinema >= 1.25 * desktop, `${desktop} px at 1440, ${cinema} px at 3840`)
      }

      if (button) {
        await resize(telephone)
        const { y, height } = await box('.sp-button')
        if (points(headline) <= 80 && points(sub_headline) <= 160) t.ok(y + height <= 740, `ends at ${y + height}`)
        await tab.keyboard.press('Tab')
        const focused = `(({ className }, { outlineStyle, outlineWidth, outlineColor }) =>
          [/\\bsp-button\\b/.test(className), outlineStyle, outlineWidth, outlineColor])(document.activeElement, getComputedStyle(document.activeElement))`
        const [red, green, blue] = [1, 3, 5].map(at =>
          Number.parseInt(cssVariables['--sp-focus']?.slice(at, at + 2) ?? '', 16),
        )
        t.same(await tab.evaluate(focused), [true, 'solid', '3px', `rgb(${red}, ${green}, ${blue})`], 'focus is seen')
      }

      await resize([320, 740])
      await tab.evaluate('document.documentElement.style.fontSize = "200%"')
      t.ok((await measure(over)) <= 0, 'text of 200 %')
      t.same(await tab.evaluate(cut), [], 'text of 200 %')
      await tab.evaluate('document.documentElement.style.fontSize = ""')
      await tab.evaluate(spacing)
      t.ok((await measure(over)) <= 0, 'WCAG text spacing')
      t.same(await tab.evaluate(cut), [], 'WCAG text spacing')
      await tab.evaluate('document.documentElement.style.fontSize = "200%"')
      t.ok((await measure(over)) <= 0, 'both')
    })
  }
  t.comment(`cases: ${samples.length} pages in a browser, axe in two schemes, ${widths.length} widths`)
})
