// CSS frameworks: our pages contain exactly those of their rules that match, and the other rules would change nothing.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { compile } from 'tailwindcss'
import t from 'tap'
import { type Framework, frameworks, layouts, responsiveTypes } from '../schemas/sparkpage.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { frameworkAdapters } from '../src/sparkpage/frameworks/adapters.ts'
import { linkTo, officialSheets, origin } from '../src/sparkpage/frameworks/official.ts'
import { tailwindTheme } from '../src/sparkpage/frameworks/tailwind-theme.ts'
import { components } from './helpers/components.ts'
import { measured } from './helpers/page.ts'
import { completePage } from './helpers/samples.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

const cssFrameworks = frameworks.filter(framework => framework !== 'none')
const style = { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] }

/** Its pictures are loaded at once: what is measured does not depend on the time. */
const picture = { src: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', alt: 'Sea' }
const content = {
  ...completePage,
  image: picture,
  sections: (completePage.sections ?? []).map(section => ({ ...section, ...(section.image && { image: picture }) })),
}

/** A linked picture is not shown in a full bleed or a seam, but one whose subject was measured is. */
const measuredStyle = { ...style, ...measured({ left: 0.4 }), preview: { src: picture.src, width: 900, height: 600 } }

function build(framework: Framework, changes: Partial<PageInput> = {}) {
  const { layout } = changes
  const { image, ...others } = content
  const shown =
    layout === 'full-bleed' || layout === 'seam' ? { style: measuredStyle, content: others } : { style, content }
  return buildPage({ ...shown, framework, responsiveType: 'mobile-first', ...changes })
}

/** Every arrangement of a page: a layout in a responsive type. */
const arrangements = layouts.flatMap(layout => responsiveTypes.map(responsiveType => ({ layout, responsiveType })))

/** Some arrangements, others for each framework: together all layouts and all types. */
function arrangementsOf(framework: Framework, count: number) {
  const offset = 7 * frameworks.indexOf(framework)
  return sample([...arrangements.slice(offset), ...arrangements.slice(0, offset)], count)
}

/** The whole style sheet of a framework as published; that of Tailwind is compiled for the classes of our pages. */
async function officialCss(framework: Framework): Promise<string> {
  const { sheets } = frameworkAdapters[framework]
  const texts = sheets.map(sheet => readFile(new URL(`../node_modules/${sheet}`, import.meta.url), 'utf8'))
  const content = (await Promise.all(texts)).join('\n')
  if (framework !== 'tailwind') return content
  const loadStylesheet = async () => ({ path: 'tailwindcss', base: '', content })
  const compiler = await compile(`@import "tailwindcss";\n${tailwindTheme}`, { loadStylesheet })
  const pages = arrangements.map(arrangement => build(framework, arrangement).html)
  return compiler.build(pages.flatMap(classesOf))
}

function classesOf(html: string): readonly string[] {
  return [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '))
}

t.test('the committed rules carry the licence of their framework', async t => {
  for (const framework of cssFrameworks) {
    const committed = await readFile(new URL(`../src/sparkpage/frameworks/${framework}.css`, import.meta.url), 'utf8')
    t.match(committed, /^\/\*! \S+ \d+\.\d+\.\d+ \| MIT License \| Copyright .* \*\/\n/)
  }
})

t.test('a page has the components of its framework, as its documentation shows them', async t => {
  const marks: Readonly<Record<Framework, readonly string[]>> = {
    none: ['<h1 class="sp-title">', '<a class="sp-button" ', '<article class="sp-card">', '<footer class="sp-footer">'],
    tailwind: ['inline-flex', 'bg-accent', 'font-title', 'lg:grid-cols-12', 'justify-center gap-8', 'rounded-card'],
    bootstrap: ['btn btn-primary btn-lg', 'display-', '"sp-lead lead', 'card-body', 'navbar-brand', 'row', 'col-lg-'],
    bulma: ['button is-primary', '"sp-title title', '"sp-lead subtitle', 'hero-body', 'card-content', 'navbar-item'],
    pico: ['role="button"', 'class="container"', '<article class="sp-card">', '<nav>', 'class="grid"'],
    'open-props': ['class="sp-button btn"', 'var(--font-lineheight-', 'var(--shadow-', 'var(--radius-'],
  }
  const { sections = [] } = completePage
  const cards = { ...content, sections: sections.map(({ image: _, ...section }) => section) }
  for (const framework of frameworks) {
    const html = (['full-bleed', 'split'] as const)
      .map(layout => build(framework, { layout, direction: 'signal', content: cards }).html)
      .join('')
    for (const mark of marks[framework]) t.ok(html.includes(mark), `${framework}: ${mark}`)
  }
})

t.test('every class of a page is one of its framework, or names a part of a page', async t => {
  const named = [
    'hero',
    'visual',
    'art',
    'copy',
    'title',
    'lead',
    'actions',
    'button',
    'secondary',
    'brand',
    'brand-logo',
    'menu',
    'heading',
    'subheading',
    'text',
    'link',
    'card',
    'item',
    'tile',
    'picture',
    'features',
    'band',
    'closing',
    ...[
      'closing-art',
      'closing-picture',
      'page-picture',
      'between',
      'inset',
      'quote-row',
      'head',
      'wordmark',
      'ruled',
      'flipped',
      'said',
      'quote',
      'cite',
      'face',
      'tiers',
      'highlighted',
      'price',
      'value',
    ],
    'question',
    'summary',
    'answer',
    'figures',
    'figure',
    'logos',
    'logo',
    'logo-name',
    'gallery',
    'shot',
    'steps',
    'step',
    'entries',
    'entry',
    'hours',
    'pair',
    'footer-link',
    'staged',
    'text-last',
    'whole',
    'whole-narrow',
    'edgeless',
    ...layouts,
    'stacked',
    'middle',
    'high',
    'closing-texts',
    'closing-lead',
    'long',
    'line',
    'unquoted',
    'pane',
    'phrase',
  ]
  const parts = named.map(part => `sp-${part}`)
  const ownClasses = ['none', 'open-props']
  for (const framework of cssFrameworks.filter(framework => !ownClasses.includes(framework))) {
    const official = await officialCss(framework)
    const names = arrangements.flatMap(arrangement => classesOf(build(framework, arrangement).html))
    const isOfficial = (name: string) =>
      official.split(`.${name.replace(/[^\w-]/g, '\\$&')}`).some((rest, index) => index > 0 && !/^[\w-]/.test(rest))
    const unknown = new Set(names.filter(name => !parts.includes(name) && !isOfficial(name)))
    t.same([...unknown], [], framework)
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
      : walk(rule.cssRules ?? [], rule instanceof CSSMediaRule ? media + rule.media.mediaText.replaceAll('(width >= ', '(min-width: ') : media))
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
 * The computed style of every element, ::before and ::after, at the end of all transitions: [element and property, value]. Unused
 * custom properties are not in the page, so custom properties are left out.
 */
const computedStyles = `(() => {
  const elements = [...document.querySelectorAll('html, body, body *')]
  for (const animation of document.getAnimations()) animation.finish()
  return elements.flatMap((element, index) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const styles = ['', '::before', '::after'].flatMap(pseudo => {
      const style = getComputedStyle(element, pseudo)
      const isShown = name => !name.startsWith('--') && (name !== 'outline-width' || style.outlineStyle !== 'none')
      // A pseudo-element that is not generated has no other property that shows.
      const names = pseudo && style.content === 'none' ? ['content'] : [...style].filter(isShown)
      // The resolved value of an automatic margin depends on which boxes were laid out last.
      const valueOf = name => name.startsWith('margin') && !pseudo
        ? String(element.computedStyleMap().get(name)) : style.getPropertyValue(name)
      return names.map(name => [[index, element.localName + pseudo, name].join(' '), valueOf(name)])
    })
    return [[index + ' ' + element.localName + ' box', [x, y, width, height].join(' ')], ...styles]
  })
})()`

/** Compares the computed styles without and with a style sheet before that of the page. */
const compareStyles = (css: string): string => `(() => {
  const before = ${computedStyles}
  const sheet = document.createElement('style')
  sheet.textContent = ${JSON.stringify(css)}
  document.querySelector('style').before(sheet)
  const after = new Map(${computedStyles})
  sheet.remove()
  const changed = before.filter(([name, value]) => after.get(name) !== value)
  return { count: before.length, changed: changed.map(([name, value]) => name + ': ' + value + ' → ' + after.get(name)) }
})()`

interface StyleComparison {
  readonly count: number
  readonly changed: readonly string[]
}

/** The rules of a page's own style sheet, which follow those of its framework. */
const ownRules = `[...document.styleSheets].flatMap(sheet => (${rulesIn})(sheet))`
const rootVariables = `Object.fromEntries([...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  .filter(rule => rule.selectorText === ':root').flatMap(({ style }) => [...style]
    .filter(name => name.startsWith('--sp-')).map(name => [name, style.getPropertyValue(name).trim()])))`

/** The colours of the parts of a page, by the roles that they may have. */
const painted = `(() => {
  for (const animation of document.getAnimations()) animation.finish()
  const style = selector => getComputedStyle(document.querySelector(selector))
  const cards = [...document.querySelectorAll('main h2')].map(heading => heading.closest('.sp-card, .sp-closing, .bg-surface, .card, article'))
  return [
    ['body', 'backgroundColor', ['bg']],
    ['.sp-brand', 'color', ['on-stage', 'text']],
    ['.sp-title', 'color', ['on-stage', 'text']],
    ['.sp-lead', 'color', ['on-stage', 'text', 'muted']],
    ['.sp-secondary', 'color', ['on-stage', 'text']],
    ['.sp-hero .sp-button', 'backgroundColor', ['stage-accent', 'accent']],
    ['.sp-hero .sp-button', 'color', ['on-stage-accent', 'on-accent']],
    ['main h2', 'color', ['text']],
    ['main section:not(.sp-hero) p:not(.sp-actions), main .row p.mb-3', 'color', ['text', 'muted']],
    ['footer p', 'color', ['on-foot', 'text']],
  ].map(([selector, property, roles]) => ({ part: selector + ' ' + property, color: style(selector)[property], roles }))
    .concat(cards.filter(Boolean).map(card => ({ part: 'card', color: getComputedStyle(card).backgroundColor, roles: card.matches('.sp-closing') ? ['stage', 'surface'] : ['surface'] })))
})()`

interface Painted {
  readonly part: string
  readonly color: string
  /** The first of them that the page has, or one of several of equal rank. */
  readonly roles: readonly string[]
}

function toRgb(color = ''): string {
  return `rgb(${[1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`
}

/** Of every element that was added: [element and property, value]. */
const addedStyles = `(() => {
  for (const animation of document.getAnimations()) animation.finish()
  return Object.fromEntries([...document.querySelectorAll('#added *')].flatMap((element, index) => {
    const style = getComputedStyle(element)
    return [...style].filter(name => !name.startsWith('--')).map(name => [index + ' ' + element.localName + ' ' + name, style.getPropertyValue(name)])
  }))
})()`
/** Properties whose values contain colours. */
const ofColors = /color|shadow|background-image| (?:fill|stroke)$/
const primaryFills = `[...document.querySelectorAll('[data-primary]')].map(element => getComputedStyle(element).backgroundColor)`

t.test('in a browser', needs('chromium'), async t => {
  const { tab, visit, resize } = await openTab(t)
  const force = await openForcing(tab)
  /** As one text: Playwright encodes each value of an answer, and these have up to a hundred thousand. */
  const evaluate = async <T>(expression: string): Promise<T> =>
    JSON.parse(await tab.evaluate<string>(`JSON.stringify(${expression})`))
  const sheets = await Promise.all(
    cssFrameworks.map(async framework => ({ framework, css: await officialCss(framework) })),
  )

  await t.test('no rule is missing that would match an element in any state', async t => {
    for (const { framework, css } of sheets) {
      for (const arrangement of arrangementsOf(framework, 2)) {
        await visit(build(framework, arrangement).html)
        const found = new Map<string, Rule>()
        for (const state of whole ? allStates : allTogether) {
          await force(state)
          const rules = await evaluate<readonly Rule[]>(matching(css))
          for (const rule of rules) found.set(JSON.stringify(rule), rule)
        }
        const included = await evaluate<readonly Rule[]>(ownRules)
        const missing = [...found.values()].filter(([media, selector, properties]) => {
          const same = included.filter(rule => rule[0] === media && rule[1] === selector)
          const names = new Set(same.flatMap(rule => rule[2]))
          return same.length === 0 || properties.some(name => !name.startsWith('--') && !names.has(name))
        })
        const name = `${framework} ${Object.values(arrangement)}`
        t.ok(found.size > 20, `${name}: ${found.size} rules`)
        t.ok(missing.length <= 0.02 * found.size, `${name}: missing ${JSON.stringify(missing)}`)
        if (framework === 'bootstrap') t.ok([...found.keys()].some(key => key.includes('.btn:hover')))
      }
    }
  })

  await t.test('the variables are those of :root, and every part has the colour of its role', async t => {
    const modes = [
      { prefix: '--sp-', media: 'screen', colorScheme: 'light', some: allStates },
      { prefix: '--sp-dark-', media: 'screen', colorScheme: 'dark', some: allTogether },
      { prefix: '--sp-', media: 'print', colorScheme: 'dark', some: atRest },
    ] as const
    for (const framework of frameworks) {
      for (const layout of whole ? layouts : (['full-bleed', 'poster'] as const)) {
        const { html, cssVariables } = build(framework, { layout })
        await visit(html)
        t.same(await tab.evaluate(rootVariables), cssVariables, framework)
        for (const { prefix, some, ...mode } of modes) {
          await tab.emulateMedia(mode)
          for (const state of whole ? allStates : some) {
            await force(state, 'a')
            const wrong = (await tab.evaluate<readonly Painted[]>(painted)).filter(({ color, roles }) => {
              const stage = roles.filter(role => role.includes('stage') && `${prefix}${role}` in cssVariables)
              const expected = stage.length > 0 ? stage : roles
              return !expected.some(role => color.includes(toRgb(cssVariables[`${prefix}${role}`])))
            })
            t.same(wrong, [], `${framework} ${layout} ${Object.values(mode)} ${state}`)
          }
        }
      }
    }
    await tab.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  await t.test('the whole framework before our rules changes no property of any element', async t => {
    const widths = whole ? [320, 768, 1440, 3840] : [1440]
    let compared = 0
    for (const { framework, css } of sheets) {
      const comparison = compareStyles(css)
      for (const arrangement of arrangementsOf(framework, 2)) {
        await visit(build(framework, arrangement).html)
        const compare = async (name: string) => {
          const { count, changed } = await tab.evaluate<StyleComparison>(comparison)
          t.ok(count > 10_000, `${count} properties were compared`)
          t.same(changed.slice(0, 9), [], `${framework} ${Object.values(arrangement)} ${name}`)
          compared += count
        }
        for (const width of widths) {
          await resize([width, 900])
          await compare(`light ${width}`)
        }
        await tab.emulateMedia({ colorScheme: 'dark' })
        for (const state of whole ? allStates : allTogether) {
          await force(state, 'a, [tabindex]')
          await compare(`dark ${state}`)
        }
        await tab.emulateMedia({ colorScheme: 'light' })
      }
    }
    const count = sample(arrangements, 2).length
    t.comment(`cases: ${cssFrameworks.length} frameworks × ${count} layouts and types × ${widths.length} widths`)
    t.comment(`cases: ${compared.toLocaleString('en')} computed properties compared`)
  })

  await t.test('a page with the linked official sheets is the page with the inlined rules', async t => {
    await tab.route(`${origin}/npm/**`, route => {
      const path = new URL(route.request().url()).pathname.replace(/^\/npm\/(@?[^@]+)@[^/]+/, '$1')
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/css' }
      return route.fulfill({ headers, path: fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url)) })
    })
    for (const framework of cssFrameworks) {
      const links = officialSheets[framework] ?? []
      for (const arrangement of arrangementsOf(framework, 1)) {
        await visit(build(framework, arrangement).html)
        const inlined = await evaluate<readonly string[][]>(computedStyles)
        await visit(build(framework, { ...arrangement, frameworkCss: 'cdn' }).html)
        const loaded = `[...document.styleSheets].flatMap(({ href }) => href ?? [])`
        t.same(
          await tab.evaluate(loaded),
          links.map(({ address }) => address),
          'the browser accepts their hashes',
        )
        const linked = new Map(
          (await evaluate<readonly string[][]>(computedStyles)).map(([name, value]) => [name, value]),
        )
        // Differences that cannot be seen: the official files say `background: 0 0` for `none`, and transparent colours have any channels.
        const same = (value = '') => value.replace('0px 0px', '0% 0%').replace(/rgba\(.*, 0\)/, 'transparent')
        const changed = inlined.filter(([name = '', value]) => same(linked.get(name)) !== same(value))
        t.same(changed.slice(0, 9), [], `${framework} ${Object.values(arrangement)}`)
        t.equal(linked.size, inlined.length)
      }
    }
  })

  await t.test(
    'components added to a page with the linked sheets differ from the official ones in colours only',
    async t => {
      await tab.setViewportSize({ width: 1280, height: 900 })
      for (const framework of cssFrameworks) {
        const markup = components[framework]
        if (markup === undefined) continue
        // One typeface on both sides, so that even heights and widths are comparable.
        const added = `<style>#added,#added *{font-family:sans-serif!important}</style><div id="added">${markup}</div>`
        const links = (officialSheets[framework] ?? []).map(linkTo).join('')
        const viewport = '<meta name="viewport" content="width=device-width, initial-scale=1">'
        await visit(`<!doctype html><html lang="en"><head>${viewport}${links}</head><body>${added}</body></html>`)
        const official = await evaluate<Readonly<Record<string, string>>>(addedStyles)
        for (const responsiveType of whole ? responsiveTypes : (['mobile-first'] as const)) {
          // Where the page narrows the framework's container, what is in it is narrower.
          if (framework === 'bootstrap' && responsiveType === 'fixed') continue
          const { html, cssVariables } = build(framework, { frameworkCss: 'cdn', responsiveType })
          await visit(html.replace('</body>', `${added}</body>`))
          const found = await evaluate<Readonly<Record<string, string>>>(addedStyles)
          const changed = Object.entries(official).filter(
            ([name, value]) => !ofColors.test(name) && found[name] !== value,
          )
          t.same(
            changed.slice(0, 9).map(([name, value]) => `${name}: ${value} → ${found[name]}`),
            [],
            `${framework} ${responsiveType}`,
          )
          t.ok(Object.keys(official).length > 1000)
          const fills: readonly string[] = await tab.evaluate(primaryFills)
          const accent = toRgb(cssVariables['--sp-accent'])
          t.same(
            fills,
            fills.map(() => accent),
            `${framework} ${responsiveType}: primary components have the accent`,
          )
        }
      }
    },
  )
})
