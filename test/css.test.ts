// The tool that reduces a framework to the rules that our pages match: selectors, layers, custom properties.
import { generate, parse, type Selector, type StyleSheet } from 'css-tree'
import t from 'tap'
import { type Element, elementsOf } from '../scripts/css/element.ts'
import { matchesSome } from '../scripts/css/matches.ts'
import { plain } from '../scripts/css/plain.ts'
import { reduce } from '../scripts/css/reduce.ts'
import { shake } from '../scripts/css/shake.ts'

const html = `<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><style>p > a{}</style></head>
<body class="a b"><!-- <p> --><svg viewBox="0 0 1 1"><path d="M0 0"/></svg><main><h1 id="t">x</h1>
<p class="c w-(--x)">y</p><a href="#x" data-k="one two" title="en-US">z</a></main></body>
</html>`
const elements = elementsOf(html)

const sheetOf = (css: string): StyleSheet => {
  const sheet = parse(css, { parseCustomProperty: true })
  if (sheet.type !== 'StyleSheet') throw new TypeError(css)
  return sheet
}
const selectorOf = (text: string): Selector => {
  const selector = parse(text, { context: 'selector' })
  if (selector.type !== 'Selector') throw new TypeError(text)
  return selector
}

t.test('reads a document as a tree', async t => {
  const path = ({ name, parent }: Element): string => (parent ? `${path(parent)} ${name}` : name)
  t.same(elements.map(path), [
    'html',
    'html head',
    'html head meta',
    'html head style',
    'html body',
    'html body svg',
    'html body svg path',
    'html body main',
    'html body main h1',
    'html body main p',
    'html body main a',
  ])
  t.same(Object.fromEntries(elements.at(-1)?.attributes ?? []), { href: '#x', 'data-k': 'one two', title: 'en-US' })
})

const matching =
  '*; h1; .a.b; #t; main>h1; body h1; h1+p; h1~a; :root; html>body; [href]; [href="#x"]; [data-k~=two]; [title|=en]; [lang|=en]; [href^="#"]; [href$=x]; [data-k*="e t"]; a:hover; a:not(:hover); a:link; a:visited; :any-link; h1:first-child; a:last-child; p:only-of-type; main>p:first-of-type; p:last-of-type; p:nth-child(2); :is(h2,p); :where(.c); main:has(>a); h1:has(+p); h1:has(~a); main:has(.c); h1::before; p:after; ::selection; :not(dialog); body:not(.x) a; &; :defined; svg:not([fill]); .w-\\(--x\\); html:only-child; body:is(:hover)>main a'.split(
    '; ',
  )
const strange =
  'h2; .x; #u; a:is; main /deep/ a; main:has(/deep/ a); body>h1; p+h1; a~h1; h1:last-child; [hidden]; [href=""]; [href^=""]; [href$=""]; [href*=""]; p:link; a:disabled; ::placeholder; main:has(>.x); :not(*); a:not(:any-link); :host; p:only-child; h1:has(+a); [data-k=two]; [data-k|=two]; ::-moz-focus-inner; :nth-child(1)>h2; body:not(.a) a; main:has(x+y); style+p'.split(
    '; ',
  )

t.test('a selector matches if it can match in any state', async t => {
  for (const text of matching) t.ok(matchesSome(selectorOf(text), elements), text)
  for (const text of strange) t.notOk(matchesSome(selectorOf(text), elements), text)
})

t.test('removes rules that match nothing, however nested, and keeps the others unchanged', async t => {
  const sheet = sheetOf(`@charset "utf-8";/*! x */@import "x";@property --x{syntax:"*";inherits:false}
    h1,h2{top:0}h2{top:0}@media print{h2{top:0}}@media print{h1{top:0}@supports (top:0){.x{top:0}}}
    @keyframes turn{from{top:0}50%{top:1px}}@font-face{font-family:x}@layer one,two;`)
  reduce(sheet, elements)
  t.equal(generate(sheet), 'h1{top:0}@media print{h1{top:0}}@keyframes turn{from{top:0}50%{top:1px}}@layer one,two;')
})

t.test('turns layers into plain rules in their order, and resolves colour queries', async t => {
  const sheet =
    sheetOf(`@layer one,two;p{top:3px}@layer two{p{top:2px}}@layer one{p{top:1px}}@layer{p{top:0}}@layer two{a{top:2px}}
    @supports (color:color(display-p3 0 0 0)){a{top:4px}}@supports (top:0){a{top:5px}}@media print{@supports not (color:rgb(from red r g b)){a{top:6px}}}`)
  plain(sheet)
  t.equal(
    generate(sheet),
    'p{top:1px}p{top:2px}a{top:2px}p{top:0}p{top:3px}a{top:4px}@supports (top:0){a{top:5px}}@media print{a{top:6px}}',
  )
})

t.test('keeps custom properties that are used, and keyframes that are animated', async t => {
  const sheet =
    sheetOf(`:root{--a:var(--b,var(--c));--b:1;--c:2;--d:var(--e);--e:var(--d);--f:3;--g:var( --a )}.x{--h:4}
    p{top:var(--a)}a{animation:turn 1s}@keyframes turn{to{top:0}}@keyframes idle{to{top:0}}@media print{:root{--d:5}}`)
  shake(sheet, ['--f'])
  t.equal(
    generate(sheet),
    ':root{--a:var(--b,var(--c));--b:1;--c:2;--f:3}p{top:var(--a)}a{animation:turn 1s}@keyframes turn{to{top:0}}',
  )
})
