// CSS frameworks: our pages contain exactly those of their rules that match, and the other rules would change nothing.
import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { compile } from 'tailwindcss'
import t from 'tap'
import { type Framework, frameworks, responsiveTypes } from '../schemas/sparkpage.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { frameworkAdapters } from '../src/sparkpage/frameworks/adapters.ts'
import { palettes, samplesOf, texts } from './helpers/samples.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const cssFrameworks = frameworks.filter(framework => framework !== 'none')
const build = (framework: Framework, responsiveType: PageInput['responsiveType'] = 'mobile-first', text = 'plain') => {
  const content = texts[text] ?? { headline: '', sub_headline: '', cta_button_text: '' }
  return buildPage({ style: { colors: [...(palettes.brand ?? [])] }, content, framework, responsiveType })
}

/** The whole style sheet of a framework as its makers publish it; that of Tailwind is compiled for the classes of our pages. */
async function officialCss(framework: Framework): Promise<string> {
  const { sheets, classes } = frameworkAdapters[framework]
  const texts = sheets.map(sheet => readFile(new URL(`../node_modules/${sheet}`, import.meta.url), 'utf8'))
  const content = (await Promise.all(texts)).join('\n')
  if (framework !== 'tailwind') return content
  const loadStylesheet = async () => ({ path: 'tailwindcss', base: '', content })
  const compiler = await compile('@import "tailwindcss";', { loadStylesheet })
  return compiler.build(Object.values(classes).flatMap(list => list.split(' ')))
}

t.test('the committed rules carry the licence of their framework', async t => {
  for (const framework of cssFrameworks) {
    const committed = await readFile(new URL(`../src/sparkpage/frameworks/${framework}.css`, import.meta.url), 'utf8')
    t.match(committed, /^\/\*! \S+ \d+\.\d+\.\d+ \| MIT License \| Copyright .* \*\/\n/)
  }
})

t.test('a page has the components of its framework', async t => {
  const marks: Readonly<Record<Framework, readonly string[]>> = {
    none: ['<h1 id="sp-title" class="sp-title">', '<a class="sp-button" '],
    tailwind: ['inline-flex items-center', 'text-balance', 'antialiased'],
    bootstrap: ['class="sp-button btn btn-primary btn-lg"', 'class="sp-title display-3"', 'class="sp-lead lead"'],
    bulma: ['class="sp-button button is-primary is-large"', 'class="sp-title title"', 'class="sp-lead subtitle"'],
    pico: ['<hgroup class="sp-heading">', 'role="button"'],
    'open-props': ['class="sp-button btn"', 'var(--font-lineheight-3)'],
  }
  for (const framework of frameworks) {
    const { html } = build(framework)
    for (const mark of marks[framework]) t.ok(html.includes(mark), `${framework}: ${mark}`)
  }
  for (const framework of frameworks) {
    for (const text of ['only a sentence', 'only a button'])
      t.notOk(build(framework, 'fluid', text).html.includes('<hgroup'), `${framework}: no group for a single text`)
  }
})

t.test('a page with 1 KB of text has at most 4.5 KB in the median and 8 KB in the worst case, compressed', async t => {
  const lengths = new Map<Framework, number[]>(frameworks.map(framework => [framework, []]))
  for (const { input, name } of samplesOf(whole ? 60 : 12)) {
    const letters = Object.values(input.content).join('')
    if (Buffer.byteLength(letters) > 1024) continue
    const { length } = brotliCompressSync(buildPage(input).html)
    if (length > 8192) t.fail(`${name}: ${length}`)
    lengths.get(input.framework)?.push(length)
  }
  const median = (list: readonly number[]) => list.toSorted((one, other) => one - other)[list.length >> 1] ?? 0
  for (const [framework, list] of lengths)
    t.comment(`${framework}: median ${median(list)}, largest ${Math.max(...list)} of ${list.length} pages`)
  const all = [...lengths.values()].flat()
  t.ok(median(all) <= 4500)
  t.comment(`cases: ${all.length} pages measured`)
})

/** Every style rule of a sheet, split by selector: [media queries, selector, properties]. */
const rulesIn = `sheet => {
  const part = list => {
    const found = ['']
    let depth = 0
    for (const sign of list) {
      depth += '(['.includes(sign) - ')]'.includes(sign)
      if (sign === ',' && depth === 0) found.push('')
      else found[found.length - 1] += sign
    }
    return found.map(one => one.trim())
  }
  const walk = (rules, media) => [...rules].flatMap(rule =>
    rule instanceof CSSStyleRule
      ? part(rule.selectorText).map(selector => [media, selector, [...rule.style]])
      : walk(rule.cssRules ?? [], rule instanceof CSSMediaRule ? media + rule.media.mediaText : media))
  return walk(sheet.cssRules, '')
}`

type Rule = readonly [media: string, selector: string, properties: readonly string[]]

/** The rules of a style sheet that match an element of the page or a pseudo-element of one. */
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

const states = [
  [],
  ['hover'],
  ['focus', 'focus-within'],
  ['focus', 'focus-visible', 'focus-within'],
  ['hover', 'active'],
  ['hover', 'active', 'focus', 'focus-visible', 'focus-within'],
]

/** Forces a state such as hover on every element of the page. */
const forcing = async (tab: Page) => {
  const session = await tab.context().newCDPSession(tab)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  return async (forcedPseudoClasses: string[], selector = '*') => {
    const { root } = await session.send('DOM.getDocument', { depth: -1 })
    const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
    for (const nodeId of nodeIds) await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })
  }
}

/**
 * The computed style of every element, ::before and ::after, at the end of every transition. Custom properties are left
 * out: those that nothing uses are not in the page.
 */
const computed = `(() => {
  for (const animation of document.getAnimations()) animation.finish()
  const sheets = new Set(document.querySelectorAll('style'))
  return [...document.querySelectorAll('*')].filter(element => !sheets.has(element)).flatMap((element, index) =>
    ['', '::before', '::after'].map(pseudo => {
      const style = getComputedStyle(element, pseudo)
      const names = [...style].filter(name => !name.startsWith('--'))
      return [index + element.localName + pseudo, names.map(name => name + ': ' + style.getPropertyValue(name)).join('\\n')]
    }))
})()`

type Computed = readonly (readonly [element: string, properties: string])[]

t.test('in a browser', needs('chromium'), async t => {
  const { tab, visit, resize } = await openTab(t)
  const force = await forcing(tab)

  await t.test('no rule is missing that would match an element in any state', async t => {
    for (const framework of cssFrameworks) {
      const css = await officialCss(framework)
      await visit(build(framework).html)
      const found = new Map<string, Rule>()
      for (const state of states) {
        await force(state)
        const rules: readonly Rule[] = await tab.evaluate(matching(css))
        for (const rule of rules) found.set(JSON.stringify(rule), rule)
      }
      const held: readonly Rule[] = await tab.evaluate(`[...document.styleSheets].flatMap(${rulesIn})`)
      const missing = [...found.values()].filter(([media, selector, properties]) => {
        const same = held.filter(rule => rule[0] === media && rule[1] === selector)
        const names = new Set(same.flatMap(rule => rule[2]))
        return same.length === 0 || properties.some(name => !name.startsWith('--') && !names.has(name))
      })
      const kept = `${found.size - missing.length} of ${found.size}`
      t.ok(found.size > 20 && missing.length <= 0.02 * found.size, `${framework}: ${kept} ${JSON.stringify(missing)}`)
      if (framework === 'bootstrap') t.ok([...found.keys()].some(key => key.includes('.btn:hover')))
    }
  })

  await t.test('every part has the colour of its role in every framework, state, scheme and in print', async t => {
    const painted = `(() => {
      for (const animation of document.getAnimations()) animation.finish()
      const style = selector => getComputedStyle(document.querySelector(selector))
      const button = style('.sp-button')
      return {
        bg: style('body').backgroundColor, text: style('.sp-title').color, muted: style('.sp-lead').color,
        accent: button.backgroundColor, 'on-accent': button.color, edge: button.borderTopColor,
        ground: style('html').backgroundColor,
      }
    })()`
    const rgb = (color = '') => `rgb(${[1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
    const looks = [
      { prefix: '--sp-', media: 'screen', colorScheme: 'light' },
      { prefix: '--sp-dark-', media: 'screen', colorScheme: 'dark' },
      { prefix: '--sp-', media: 'print', colorScheme: 'dark' },
    ] as const
    const roles = ['bg', 'text', 'muted', 'accent', 'on-accent', 'edge'] as const
    for (const framework of frameworks) {
      const { html, cssVariables } = build(framework)
      await visit(html)
      for (const { prefix, ...look } of looks) {
        await tab.emulateMedia(look)
        const expected = Object.fromEntries(roles.map(role => [role, rgb(cssVariables[prefix + role])]))
        for (const state of states) {
          await force(state, 'a')
          const found: Readonly<Record<string, string>> = await tab.evaluate(painted)
          const name = `${framework} ${Object.values(look)} ${state}`
          t.match(found, expected, name)
          t.ok([expected.bg, 'rgba(0, 0, 0, 0)'].includes(found.ground), `${name}: the ground behind the page`)
        }
      }
    }
    await tab.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  await t.test('the whole framework before our rules changes no property of any element', async t => {
    const types = whole ? responsiveTypes : responsiveTypes.slice(0, 1)
    const widths = whole ? [320, 480, 768, 1024, 1280, 1440, 1920, 3840] : [360, 1440]
    let looks = 0
    let compared = 0
    for (const framework of cssFrameworks) {
      const css = await officialCss(framework)
      for (const responsiveType of types) {
        const { html } = build(framework, responsiveType)
        const taken: Computed[][] = []
        for (const page of [html, html.replace('<style>', () => `<style>${css}</style><style>`)]) {
          await visit(page)
          const all: Computed[] = []
          for (const colorScheme of ['light', 'dark'] as const) {
            await tab.emulateMedia({ colorScheme })
            for (const width of widths) {
              await resize([width, 900])
              all.push(await tab.evaluate(computed))
            }
            for (const state of whole || colorScheme === 'light' ? states.slice(1) : []) {
              await force(state, 'a, [tabindex]')
              all.push(await tab.evaluate(computed))
            }
          }
          taken.push(all)
        }
        const [ours = [], theirs = []] = taken
        const drift = ours.flatMap((one, at) =>
          one.flatMap(([element, properties], index) => {
            const other = theirs[at]?.[index]?.[1] ?? ''
            const same = new Set(other.split('\n'))
            const differ = properties.split('\n').filter(line => !same.has(line))
            return differ.map(property => `${at} ${element} ${property}`)
          }),
        )
        const lines = ours.flat().reduce((sum, [, properties]) => sum + properties.split('\n').length, 0)
        t.ok(lines > 100_000 && theirs.length === ours.length, `${lines} properties were compared`)
        t.same(drift.slice(0, 9), [], `${framework} ${responsiveType}`)
        looks += ours.length
        compared += lines
      }
    }
    await tab.emulateMedia({ colorScheme: 'light' })
    const kinds = `${cssFrameworks.length} frameworks × ${types.length} types`
    t.comment(`cases: ${kinds} in ${looks} looks (schemes, ${widths.length} widths, ${states.length - 1} states)`)
    t.comment(`cases: ${compared.toLocaleString('en')} computed properties compared`)
  })
})
