// SVG drawings that are small to send and expensive to parse or to draw.
import { type Bomb, bombsOf } from './bomb.ts'
import { mebibyte } from './bytes.ts'
import { pngOf50Megapixels, zTxtBomb } from './png.ts'

const red = '<path fill="#C83232" d="M0 0h64v64H0z"/>'
const side = 'width="64" height="64"'

function svg(inside: string, attributes = side, before = ''): Buffer {
  return Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`)
}

function times(count: number, of: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => of(at)).join('')
}

function dataUri(type: string, bytes: Uint8Array): string {
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
}

function image(href: string): string {
  return `<image width="64" height="64" href="${href}"/>`
}

/** Each level uses the one before so many times. */
function nestedUse(levels: number, uses: number): Buffer {
  const groups = times(levels, at => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(uses)}</g>`)
  return svg(`<defs><g id="a0">${red}</g>${groups}</defs><use href="#a${levels}"/>`)
}

/** Each entity holds ten of the one before. */
function laughs(levels: number): Buffer {
  const entities = times(levels, at => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
  return svg(`<g>&l${levels};</g>`, side, `<!DOCTYPE svg [<!ENTITY l0 "<path d='M0 0h9v9z'/>">${entities}]>`)
}

/** `primitives` on the whole picture, with a filter region as large as `region` times the object. */
function filtered(primitives: string, region = 1, attributes = side): Buffer {
  const area = `x="-${region}" y="-${region}" width="${region * 2 + 1}" height="${region * 2 + 1}"`
  return svg(`<filter id="f" ${area}>${primitives}</filter><g filter="url(#f)">${red}</g>`, attributes)
}

/** Patterns that are filled with patterns. */
function patterns(levels: number): Buffer {
  const shape = 'width="2" height="2" patternUnits="userSpaceOnUse"'
  const fill = (at: number): string => `<path fill="url(#p${at})" d="M0 0h9999v9999H0z"/>`
  const list = times(levels, at => `<pattern id="p${at + 1}" ${shape}>${fill(at)}</pattern>`)
  return svg(`<defs><pattern id="p0" ${shape}>${red}</pattern>${list}</defs>${fill(levels)}`)
}

/** Masks or clips of masks or clips; `twice` doubles the work at each level. */
function covers(element: 'mask' | 'clipPath', property: 'mask' | 'clip-path', levels: number): Buffer {
  const twice = (at: number): string => `<path ${property}="url(#m${at})" d="M0 0h64v64H0z" fill="#fff"/>`.repeat(2)
  const list = times(levels, at => `<${element} id="m${at + 1}">${twice(at)}</${element}>`)
  return svg(`<defs><${element} id="m0">${red}</${element}>${list}</defs><g ${property}="url(#m${levels})">${red}</g>`)
}

/** Every level of groups is drawn for itself before it is laid over the others. */
function layers(levels: number): Buffer {
  return svg(`${'<g opacity=".99">'.repeat(levels)}${red}${'</g>'.repeat(levels)}`, 'width="4000" height="4000"')
}

/** A drawing in a drawing in a drawing; Base64 makes each a third larger. */
function nestedDrawings(levels: number): Buffer {
  let drawing = svg(red)
  for (let level = 0; level < levels; level++) drawing = svg(image(dataUri('svg+xml', drawing)))
  return drawing
}

/** The same picture, drawn many times. */
function manyImages(bytes: Uint8Array, count: number): Buffer {
  return svg(
    `<defs>${image(dataUri('png', bytes)).replace('<image', '<image id="i"')}</defs>${'<use href="#i"/>'.repeat(count)}`,
  )
}

function longPath(megabytes: number): Buffer {
  const step = 'l9 9-9 9-9-9z'
  return svg(`<path stroke="red" d="M0 0${step.repeat((megabytes * mebibyte) / step.length)}"/>`)
}

/** Rules that each fit every element only after its ancestors have been looked at. */
function manyRules(rules: number, elements: number): Buffer {
  const list = times(rules, at => `g g g g > g:nth-child(${(at % 9) + 1}) ~ .c${at} path{fill:#${(at % 900) + 100}}`)
  const depth = 30
  const shapes = `<path d="M0 0h9v9z"/>`.repeat(elements)
  return svg(`<style>${list}</style>${'<g class="c1">'.repeat(depth)}${shapes}${'</g>'.repeat(depth)}`)
}

function markers(count: number): Buffer {
  const marker = `<marker id="m" markerWidth="9" markerHeight="9">${red.repeat(20)}</marker>`
  return svg(`${marker}<path marker-mid="url(#m)" stroke="red" d="M0 0${'l9 9'.repeat(count)}"/>`)
}

function texts(glyphs: number): Buffer {
  return svg(`<text y="20" font-size="9">${'Wg'.repeat(glyphs / 2)}</text>`)
}

const convolution = `<feConvolveMatrix order="99" kernelMatrix="${'1 '.repeat(99 * 99)}"/>`
const turbulence = '<feTurbulence numOctaves="1000" baseFrequency=".9"/>'

/** Addresses that must not be asked for: what comes out may be a picture without them. */
function reaching(address: string): Buffer {
  const styles = `<style>@import url("${address}");@font-face{font-family:a;src:url(${address})}</style>`
  const uses = `<use href="${address}#a"/><filter id="f"><feImage href="${address}"/></filter><path filter="url(#f)" d="M0 0h9v9z"/>`
  return svg(
    `${styles}${image(address)}${uses}<text font-family="a">&a;</text>${red}`,
    side,
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "${address}">]>`,
  )
}

export const svgBombs: readonly Bomb[] = bombsOf('svg', [
  ['use of use, 12 levels of 10', 'either', () => nestedUse(12, 10)],
  ['use of use, 6 levels of 10', 'either', () => nestedUse(6, 10)],
  ['use of itself', 'either', () => svg('<g id="a"><use href="#a"/><use href="#a"/></g><use href="#a"/>')],
  ['a billion laughs', 'refused', () => laughs(9)],
  ['100,000 laughs', 'either', () => laughs(5)],
  [
    'quadratic laughs',
    'either',
    () => svg('&a;'.repeat(30_000), side, `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(60_000)}">]>`),
  ],
  ['blur of 10,000', 'either', () => filtered('<feGaussianBlur stdDeviation="10000"/>', 1000)],
  [
    '100 blurs of 4000 x 4000',
    'either',
    () => filtered('<feGaussianBlur stdDeviation="50"/>'.repeat(100), 100, 'width="4000" height="4000"'),
  ],
  ['turbulence of 1000 octaves', 'either', () => filtered(turbulence.repeat(20), 100, 'width="4000" height="4000"')],
  [
    'morphology of radius 1000',
    'either',
    () => filtered('<feMorphology operator="dilate" radius="1000"/>'.repeat(5), 100, 'width="4000" height="4000"'),
  ],
  ['convolution of 99 x 99', 'either', () => filtered(convolution.repeat(5), 100, 'width="4000" height="4000"')],
  [
    'lighting and displacement',
    'either',
    () =>
      filtered(
        `${turbulence}<feDiffuseLighting surfaceScale="9"><fePointLight x="1" y="1" z="9"/></feDiffuseLighting><feDisplacementMap in2="SourceGraphic" scale="999"/>`.repeat(
          9,
        ),
        100,
      ),
  ],
  ['filter of 10,000 primitives', 'either', () => filtered('<feOffset dx="1" result="r"/>'.repeat(10_000), 10)],
  ['pattern of pattern, 20 levels', 'either', () => patterns(20)],
  ['mask of masks, 30 levels', 'either', () => covers('mask', 'mask', 30)],
  ['clip of clips, 30 levels', 'either', () => covers('clipPath', 'clip-path', 30)],
  ['2000 layers of 4000 x 4000', 'either', () => layers(2000)],
  ['PNG of 50 MP in it', 'either', () => svg(image(dataUri('png', pngOf50Megapixels())))],
  ['50 PNG of 50 MP in it', 'either', () => svg(image(dataUri('png', pngOf50Megapixels())).repeat(50))],
  ['PNG of 50 MP drawn 1000 times', 'either', () => manyImages(pngOf50Megapixels(), 1000)],
  ['PNG with 200 zTXt in it', 'either', () => svg(image(dataUri('png', zTxtBomb())))],
  ['drawing in a drawing, 30 levels', 'either', () => nestedDrawings(30)],
  [
    'use of use in a drawing in a drawing',
    'either',
    () => svg(image(dataUri('svg+xml', nestedUse(12, 10))).repeat(20)),
  ],
  ['text of 1,000,000 glyphs', 'either', () => texts(1_000_000)],
  ['text of 10,000 glyphs of size 10,000', 'either', () => svg(`<text font-size="10000">${'W'.repeat(10_000)}</text>`)],
  ['path of 20 MB', 'either', () => longPath(20)],
  ['path of 1 MB', 'either', () => longPath(1)],
  ['500,000 elements', 'either', () => svg('<path d="M0 0h9v9z"/>'.repeat(500_000))],
  ['500,000 empty groups', 'either', () => svg('<g/>'.repeat(500_000))],
  ['one element of 400,000 attributes', 'either', () => svg(`<g ${times(400_000, at => `a${at}="1" `)}/>${red}`)],
  ['attribute of 20 MB', 'either', () => svg(`<g id="${'a'.repeat(20 * mebibyte)}"/>${red}`)],
  ['comment of 20 MB', 'either', () => svg(`<!--${'a'.repeat(20 * mebibyte)}-->${red}`)],
  ['1000000000 x 1000000000', 'either', () => svg(red, 'width="1000000000" height="1000000000"')],
  ['1e300 x 1e-300', 'either', () => svg(red, 'width="1e300" height="1e-300"')],
  ['1 x 1000000', 'either', () => svg(red, 'width="1" height="1000000" viewBox="0 0 1 1000000"')],
  ['viewBox of no size', 'either', () => svg(red, 'viewBox="0 0 0 0"')],
  ['viewBox of NaN', 'either', () => svg(red, 'viewBox="NaN NaN NaN NaN" width="NaN" height="NaN"')],
  ['viewBox of 1e-30', 'either', () => svg(red, `${side} viewBox="0 0 1e-30 1e-30"`)],
  ['local file outside', 'either', () => reaching('file:///etc/passwd')],
  ['address outside', 'either', () => reaching('http://127.0.0.1:9/a.svg')],
  [
    'dashes of .0001',
    'either',
    () => svg('<path d="M0 0H1e9" stroke="red" stroke-width="9" stroke-dasharray=".0001"/>'),
  ],
  [
    'list of 1,000,000 dashes',
    'either',
    () => svg(`<path d="M0 0H1e6" stroke="red" stroke-dasharray="${'1 '.repeat(1_000_000)}"/>`),
  ],
  ['100,000 markers', 'either', () => markers(100_000)],
  ['groups 100,000 deep', 'either', () => svg(`${'<g>'.repeat(100_000)}${red}${'</g>'.repeat(100_000)}`)],
  ['groups 1000 deep', 'either', () => svg(`${'<g>'.repeat(1000)}${red}${'</g>'.repeat(1000)}`)],
  ['3000 rules for 20,000 elements', 'either', () => manyRules(3000, 20_000)],
  [
    'gradient of 200,000 stops',
    'either',
    () =>
      svg(
        `<linearGradient id="g">${times(200_000, at => `<stop offset="${at / 200_000}"/>`)}</linearGradient><path fill="url(#g)" d="M0 0h64v64H0z"/>`,
      ),
  ],
])
