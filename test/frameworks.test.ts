// CSS frameworks: pages have their components, keep their boxes beside the whole official sheet, and take components that developers add.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { compile } from 'tailwindcss'
import t from 'tap'
import { type Direction, directions, type Framework, frameworks } from '../schemas/sparkpage.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { kits } from '../src/sparkpage/kits/kits.ts'
import { tailwindKitTheme } from '../src/sparkpage/kits/tailwind.ts'
import { components } from './helpers/components.ts'
import { everyKind } from './helpers/page.ts'
import { openTab } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const cssFrameworks = frameworks.filter(framework => framework !== 'none')
const style = { colors: ['#0E2A47', '#F2B134', '#7A2E1D'] }
async function build(framework: Framework, direction: Direction): Promise<string> {
  return (await buildPage({ style, content: everyKind, framework, direction })).html
}

/** The whole style sheet of a framework as published; that of Tailwind is compiled for the classes of our pages. */
async function officialCss(framework: Framework): Promise<string> {
  const texts = kits[framework].sheets.map(sheet =>
    readFile(new URL(`../node_modules/${sheet}`, import.meta.url), 'utf8'),
  )
  const css = (await Promise.all(texts)).join('\n')
  if (framework !== 'tailwind') return css
  const loadStylesheet = async () => ({ path: 'tailwindcss', base: '', content: css })
  const compiler = await compile(`@import "tailwindcss";\n${tailwindKitTheme}`, { loadStylesheet })
  return compiler.build(classesOf(await build(framework, 'studio')))
}

function classesOf(html: string): string[] {
  return [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '))
}

t.test('the committed rules carry the licence of their framework', async t => {
  for (const framework of cssFrameworks) {
    const committed = await readFile(new URL(`../src/sparkpage/kits/${framework}.css`, import.meta.url), 'utf8')
    t.match(committed, /^\/\*! \S+ \d+\.\d+\.\d+ \| MIT License \| Copyright .* \*\/\n/)
  }
})

t.test('every class of a page is one of its framework, or names a part of a page', async t => {
  for (const framework of cssFrameworks) {
    const official = await officialCss(framework)
    const isOfficial = (name: string) =>
      official.split(`.${name.replace(/[^\w-]/g, '\\$&')}`).some((rest, index) => index > 0 && !/^[\w-]/.test(rest))
    const names = new Set(classesOf(await build(framework, 'studio')))
    t.same(
      [...names].filter(name => !name.startsWith('sp-') && !isOfficial(name)),
      [],
      framework,
    )
  }
})

const origin = 'https://cdn.jsdelivr.net'
/** Frameworks that publish compiled files; Tailwind has none. */
const published = cssFrameworks.filter(framework => framework !== 'tailwind')

function addressesOf(framework: Framework): readonly string[] {
  return kits[framework].sheets.map(sheet => `${origin}/npm/${sheet}`)
}

/** The whole style sheet of a framework in place of its inlined rules. */
function withOfficialSheet(html: string, framework: Framework): string {
  const [layers = ''] = /@layer [\w,]*framework[\w,]*;/.exec(html) ?? []
  const imports = addressesOf(framework).map(address => `@import url(${address}) layer(framework);`)
  const inlined = html.slice(html.indexOf(`/* ${framework}, as far as`), html.indexOf(`/* Theme of ${framework}`))
  return html.replace(inlined, '').replace(layers, `${layers}\n${imports.join('\n')}`)
}

/** Places of all parts of the page, px. */
const boxes = `[...document.querySelectorAll('body, body *:not(svg *, #added, #added *)')].map(element => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return [element.localName + '.' + element.className, [x, y, width, height]]
})`
type Boxes = readonly (readonly [name: string, box: readonly number[]])[]

const maxShift = 24

/** The computed style of added components. */
const addedStyles = `(() => {
  for (const animation of document.getAnimations()) animation.finish()
  return Object.fromEntries([...document.querySelectorAll('#added *')].flatMap((element, index) => {
    const style = getComputedStyle(element)
    return [...style].filter(name => !name.startsWith('--')).map(name => [index + ' ' + element.localName + '.' + element.className + ' ' + name, style.getPropertyValue(name)])
  }))
})()`
/** Themes change colours and corners; a background without a picture has no position, an outline without a style no width. */
const ofTheme = /color|shadow|background-(?:image|position)|radius|outline-width| (?:fill|stroke)$/

t.test('with an official sheet', needs('chromium'), async t => {
  const { tab, visit, resize } = await openTab(t)
  await tab.route(`${origin}/npm/**`, route => {
    const path = new URL(route.request().url()).pathname.replace('/npm/', '')
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/css' }
    return route.fulfill({ headers, path: fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url)) })
  })
  for (const [index, framework] of published.entries()) {
    for (const direction of whole ? directions : directions.slice(index, index + 1)) {
      const html = await build(framework, direction)
      for (const width of [390, 1440]) {
        await visit(html)
        await resize([width, 900])
        const before = await tab.evaluate<Boxes>(boxes)
        await visit(withOfficialSheet(html, framework))
        await resize([width, 900])
        const after = await tab.evaluate<Boxes>(boxes)
        const moved = before.flatMap(([part, box], place) => {
          const [, other = []] = after[place] ?? []
          const shifts = box.map((value, side) => Math.round((other[side] ?? 0) - value))
          return shifts.some(shift => Math.abs(shift) > maxShift) ? [`${part}: ${shifts}`] : []
        })
        t.same(moved.slice(0, 6), [], `${framework}, ${direction}, ${width}: every part keeps its box`)
      }
    }
    const added = `<style>#added,#added *{font-family:sans-serif!important;font-weight:400!important}</style><div id="added">${components[framework]}</div>`
    const links = addressesOf(framework).map(address => `<link rel="stylesheet" href="${address}">`)
    // A page has a font size of its own, which Pico's grows with the window.
    const viewport =
      '<meta name="viewport" content="width=device-width, initial-scale=1"><style>html{font-size:1rem!important}</style>'
    await visit(
      `<!doctype html><html lang="en"><head>${viewport}${links.join('')}</head><body>${added}</body></html>`,
      [1280, 900],
    )
    const official = await tab.evaluate<Readonly<Record<string, string>>>(addedStyles)
    await visit(
      withOfficialSheet(await build(framework, 'gallery'), framework).replace('</body>', `${added}</body>`),
      [1280, 900],
    )
    const found = await tab.evaluate<Readonly<Record<string, string>>>(addedStyles)
    const changed = Object.entries(official).filter(([name, value]) => !ofTheme.test(name) && found[name] !== value)
    t.same(
      changed.slice(0, 40).map(([name, value]) => `${name}: ${value} → ${found[name]}`),
      [],
      `${framework}: added components look as documented`,
    )
  }
})
