// The frameworks: their rules in our pages are theirs, all that match, and nothing else of them would show.
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import t from 'tap'
import { frameworks, responsiveTypes } from '../schemas/sparkpage.ts'
import { officials, type WithRules } from '../scripts/css/official.ts'
import { subsetOf } from '../scripts/css/subset.ts'
import { buildPage, type PageInput } from '../src/page/build.ts'
import { chromiumPath, needs } from './tools.ts'

const withRules = frameworks.filter(framework => framework !== 'none')
const input: PageInput = {
  style: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] },
  content: {
    headline: 'Ship your story',
    sub_headline: 'From one picture to a page people remember, wherever they happen to open it.',
    cta_button_text: 'Start free',
  },
  framework: 'none',
  responsiveType: 'mobile-first',
}
const build = (changes: Partial<PageInput> = {}) => buildPage({ ...input, ...changes }).html

t.test('the committed rules are those that the installed packages give for our pages', async t => {
  for (const framework of withRules) {
    const committed = readFileSync(new URL(`../src/page/frameworks/${framework}.css`, import.meta.url), 'utf8')
    t.equal(await subsetOf(framework), committed, `${framework}: npm run build:css`)
  }
})

/** Selectors of a list, parted at the commas outside of brackets. */
const selectors = `text => {
  const found = ['']
  let depth = 0
  for (const sign of text) {
    depth += '(['.includes(sign) - ')]'.includes(sign)
    if (sign === ',' && depth === 0) found.push('')
    else found[found.length - 1] += sign
  }
  return found.map(one => one.trim())
}`

/** Every style rule under its media query, a selector each: [media, selector, its properties but custom ones, all of them]. */
const rulesIn = `sheet => {
  const part = ${selectors}
  const walk = (rules, media) => [...rules].flatMap(rule => {
    if (rule instanceof CSSStyleRule) {
      const all = [...rule.style]
      return part(rule.selectorText).map(selector => [media, selector, all.filter(name => !name.startsWith('--')), all])
    }
    return walk(rule.cssRules ?? [], rule instanceof CSSMediaRule ? media + rule.media.mediaText : media)
  })
  return walk(sheet.cssRules, '')
}`

/** The rules of a text that match some element or its ::before, ::after, ::selection. */
const matching = (css: string): string => `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(css)})
  const elements = [...document.querySelectorAll('*')]
  const matches = selector => {
    const bare = selector.replace(/::(before|after|selection)$/, '') || '*'
    return !bare.includes('::') && elements.some(element => element.matches(bare))
  }
  return (${rulesIn})(sheet).filter(([, selector]) => matches(selector))
})()`

type Found = readonly (readonly [string, string, readonly string[], readonly string[]])[]

t.test('in a browser', needs('chromium'), async t => {
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  const tab = await browser.newPage()
  const session = await tab.context().newCDPSession(tab)
  await session.send('DOM.enable')
  await session.send('CSS.enable')

  await tab.setContent(build())
  for (const framework of withRules) {
    await t.test(`no rule of ${framework} is missing`, async t => {
      const css = await officials[framework].css()
      await tab.setContent(build({ framework }))
      const { root } = await session.send('DOM.getDocument', { depth: -1 })
      const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '*' })
      const found = new Map<string, Found[number]>()
      for (const forcedPseudoClasses of [[], ['hover'], ['focus','focus-visible','focus-within'], ['hover', 'active'], ['hover','active','focus','focus-visible','focus-within'], ['focus']]) {
        for (const nodeId of nodeIds) await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })
        const rules: Found = await tab.evaluate(matching(css))
        for (const rule of rules) found.set(rule[0] + '|' + rule[1] + '|' + rule[3].join(), rule)
      }
      const held: Found = await tab.evaluate(`[...document.styleSheets].flatMap(${rulesIn})`)
      const has = ([media, selector, properties]: Found[number]) => {
        const same = held.filter(one => one[0] === media && one[1] === selector)
        const own = new Set(same.flatMap(one => one[3]))
        return same.length > 0 && properties.every(name => own.has(name))
      }
      const missing = [...found.values()].filter(rule => !has(rule))
      console.log(framework, found.size, missing.length, missing.slice(0,10))
      const silent = [...found.values()].filter(([,, own]) => own.length === 0)
      console.log('only custom', silent.length)
    })
  }
})
