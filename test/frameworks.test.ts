// CSS frameworks: our pages contain exactly those of their rules that match, and the other rules would change nothing.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { compile } from 'tailwindcss'
import t from 'tap'
import type { PageContent } from '../schemas/page-content.ts'
import { type Framework, frameworks, responsiveTypes } from '../schemas/sparkpage.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { frameworkAdapters } from '../src/sparkpage/frameworks/adapters.ts'
import { schemes } from '../src/sparkpage/style.ts'
import { texts } from './helpers/samples.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const cssFrameworks = frameworks.filter(framework => framework !== 'none')
const colors = ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC']

function build(
  framework: Framework,
  responsiveType: PageInput['responsiveType'] = 'mobile-first',
  content: PageContent = texts.plain,
) {
  return buildPage({ style: { colors }, content, framework, responsiveType })
}

/** The whole style sheet of a framework as published; that of Tailwind is compiled for the classes of our pages. */
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
    for (const content of [texts['only a sentence'], texts['only a button']])
      t.notOk(build(framework, 'fluid', content).html.includes('<hgroup'), `${framework}: no group for a single text`)
  }
})

/** The style rules of a sheet, split by selector, or those whose selectors match: [media queries, selector, properties]. */
const rulesIn = `(sheet, matches = () => true) => {
  const part = list => {
    if (!list.includes(',')) return [list]
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
      ? part(rule.selectorText).filter(matches).map(selector => [media, selector, [...rule.style]])
      : walk(rule.cssRules ?? [], rule instanceof CSSMediaRule ? media + rule.media.mediaText : media))
  return walk(sheet.cssRules, '')
}`

type Rule = readonly [media: string, selector: string, properties: readonly string[]]

/** The rules of a style sheet that match an element of the page or a pseudo-element of one. */
const matching = (css: string): string => `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(css)})
  const matches = selector => {
    const bare = selector.replace(/::(before|after|selection)$/, '') || '*'
    return !bare.includes('::') && document.querySelector(bare) !== null
  }
  return (${rulesIn})(sheet, matches)
})()`

/** Pseudo-classes that apply together; the last state includes all others. */
const allStates = [
  [],
  ['hover'],
  ['focus', 'focus-within'],
  ['focus', 'focus-visible', 'focus-within'],
  ['hover', 'active'],
  ['hover', 'active', 'focus', 'focus-visible', 'focus-within'],
]
const atRest = allStates.slice(0, 1)
const allTogether = allStates.slice(-1)

/** @returns a function that forces a state such as hover on elements. */
async function openForcing(tab: Page) {
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
 * Compares the computed style of every element, ::before and ::after, at the end of all transitions, without and with a
 * style sheet before that of the page. Unused custom properties are not in the page, so custom properties are left out.
 */
const compareStyles = (css: string): string => `(() => {
  const elements = [...document.querySelectorAll('*')].filter(({ localName }) => localName !== 'style')
  const computed = () => {
    for (const animation of document.getAnimations()) animation.finish()
    return new Map(elements.flatMap((element, index) => ['', '::before', '::after'].flatMap(pseudo => {
      const style = getComputedStyle(element, pseudo)
      // A pseudo-element that is not generated has no other property that shows.
      const names = pseudo && style.content === 'none' ? ['content'] : [...style].filter(name => !name.startsWith('--'))
      return names.map(name => [[index, element.localName + pseudo, name].join(' '), style.getPropertyValue(name)])
    })))
  }
  const before = computed()
  const sheet = document.createElement('style')
  sheet.textContent = ${JSON.stringify(css)}
  document.querySelector('style').before(sheet)
  const after = computed()
  sheet.remove()
  const changed = [...before].filter(([name, value]) => after.get(name) !== value)
  return { count: before.size, changed: changed.map(([name, value]) => name + ': ' + value + ' → ' + after.get(name)) }
})()`

interface StyleComparison {
  readonly count: number
  readonly changed: readonly string[]
}

t.test('in a browser', needs('chromium'), async t => {
  const { tab, visit, resize } = await openTab(t)
  const force = await openForcing(tab)
  const sheets = await Promise.all(
    cssFrameworks.map(async framework => ({ framework, css: await officialCss(framework) })),
  )

  await t.test('no rule is missing that would match an element in any state', async t => {
    for (const { framework, css } of sheets) {
      await visit(build(framework).html)
      const found = new Map<string, Rule>()
      for (const state of whole ? allStates : allTogether) {
        await force(state)
        const rules: readonly Rule[] = await tab.evaluate(matching(css))
        for (const rule of rules) found.set(JSON.stringify(rule), rule)
      }
      const included: readonly Rule[] = await tab.evaluate(
        `[...document.styleSheets].flatMap(sheet => (${rulesIn})(sheet))`,
      )
      const missing = [...found.values()].filter(([media, selector, properties]) => {
        const same = included.filter(rule => rule[0] === media && rule[1] === selector)
        const names = new Set(same.flatMap(rule => rule[2]))
        return same.length === 0 || properties.some(name => !name.startsWith('--') && !names.has(name))
      })
      t.ok(found.size > 20, `${framework}: ${found.size} rules`)
      t.ok(missing.length <= 0.02 * found.size, `${framework}: missing ${JSON.stringify(missing)}`)
      if (framework === 'bootstrap') t.ok([...found.keys()].some(key => key.includes('.btn:hover')))
    }
  })

  await t.test('the variables are those of :root, and every part has the colour of its role', async t => {
    const rootVariables = `Object.fromEntries([...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
      .filter(rule => rule.selectorText === ':root').flatMap(({ style }) => [...style]
        .filter(name => name.startsWith('--sp-')).map(name => [name, style.getPropertyValue(name).trim()])))`
    const painted = `(() => {
      for (const animation of document.getAnimations()) animation.finish()
      const style = selector => getComputedStyle(document.querySelector(selector))
      const button = style('.sp-button')
      return {
        bg: style('body').backgroundColor, text: style('.sp-title').color, muted: style('.sp-lead').color,
        accent: button.backgroundColor, 'on-accent': button.color, edge: button.borderTopColor,
        root: style('html').backgroundColor,
      }
    })()`
    const rgb = (color = '') => `rgb(${[1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
    const modes = [
      { prefix: '--sp-', media: 'screen', colorScheme: 'light', some: allStates },
      { prefix: '--sp-dark-', media: 'screen', colorScheme: 'dark', some: allTogether },
      { prefix: '--sp-', media: 'print', colorScheme: 'dark', some: atRest },
    ] as const
    const roles = ['bg', 'text', 'muted', 'accent', 'on-accent', 'edge'] as const
    for (const framework of frameworks) {
      const { html, cssVariables } = build(framework)
      await visit(html)
      t.same(await tab.evaluate(rootVariables), cssVariables, framework)
      for (const { prefix, some, ...mode } of modes) {
        await tab.emulateMedia(mode)
        const expected = Object.fromEntries(roles.map(role => [role, rgb(cssVariables[prefix + role])]))
        for (const state of whole ? allStates : some) {
          await force(state, 'a')
          const found: Readonly<Record<string, string>> = await tab.evaluate(painted)
          const name = `${framework} ${Object.values(mode)} ${state}`
          t.match(found, expected, name)
          t.ok([expected.bg, 'rgba(0, 0, 0, 0)'].includes(found.root), `${name}: behind the page`)
        }
      }
    }
    await tab.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  await t.test('the whole framework before our rules changes no property of any element', async t => {
    const types = whole ? responsiveTypes : responsiveTypes.slice(0, 1)
    const widths = whole ? [320, 480, 768, 1024, 1280, 1440, 1920, 3840] : [1440]
    // By default the page as it is in the light scheme, and in all states together in the dark one.
    const plainSchemes = whole ? schemes : schemes.slice(0, 1)
    const stateSchemes = whole ? schemes : schemes.slice(1)
    let compared = 0
    for (const { framework, css } of sheets) {
      const comparison = compareStyles(css)
      for (const responsiveType of types) {
        await visit(build(framework, responsiveType).html)
        const compare = async (name: string) => {
          const { count, changed } = await tab.evaluate<StyleComparison>(comparison)
          t.ok(count > 10_000, `${count} properties were compared`)
          t.same(changed.slice(0, 9), [], `${framework} ${responsiveType} ${name}`)
          compared += count
        }
        for (const colorScheme of plainSchemes) {
          await tab.emulateMedia({ colorScheme })
          for (const width of widths) {
            await resize([width, 900])
            await compare(`${colorScheme} ${width}`)
          }
        }
        for (const state of whole ? allStates.slice(1) : allTogether) {
          await force(state, 'a, [tabindex]')
          for (const colorScheme of stateSchemes) {
            await tab.emulateMedia({ colorScheme })
            await compare(`${colorScheme} ${state}`)
          }
        }
      }
    }
    t.comment(`cases: ${cssFrameworks.length} frameworks × ${types.length} types × ${widths.length} widths`)
    t.comment(`cases: ${compared.toLocaleString('en')} computed properties compared`)
  })
})
