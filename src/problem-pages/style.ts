// The style of the pages about problems.
import { createHash } from 'node:crypto'
import { look } from '../look.ts'

const own = `
h1, h2, p, ul, dl, dd, pre, table { margin: 0; padding: 0; }
.page { display: grid; gap: clamp(2rem, 1.5rem + 2vw, 3.5rem); padding-top: clamp(.5rem, 2vw, 2rem); }
.page > * { min-width: 0; max-width: 62rem; }
h1 { font-size: var(--title); line-height: 1.12; letter-spacing: -.025em; text-wrap: balance; }
h2 { font-size: 1rem; line-height: 1.3; }
a { color: var(--link); text-underline-offset: .35em; }
code, pre { font-family: var(--mono); font-size: var(--small); }
.kind { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .75rem; margin-bottom: 1.1rem; color: var(--muted); }
.status { padding: .1rem .6rem; border-radius: .5rem; background: var(--accent); color: var(--on-accent); font: 650 var(--small)/1.6 var(--mono); }
.kind code { overflow-wrap: anywhere; }
.lead { max-width: 38em; margin-top: 1.1rem; color: var(--muted); font-size: var(--large); text-wrap: pretty; }
.two { display: grid; gap: 1px; overflow: hidden; border: 1px solid var(--line); border-radius: var(--radius); background: var(--line); }
.two > div { padding: clamp(1.1rem, .8rem + 1.2vw, 1.9rem); background: var(--bg); }
.two > .cure { background: var(--surface); }
.two p { margin-top: .5rem; font-size: var(--large); line-height: 1.5; text-wrap: pretty; }
.part { display: grid; gap: .9rem; }
pre { overflow-x: auto; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); line-height: 1.6; white-space: pre-wrap; overflow-wrap: anywhere; }
ul { display: grid; gap: .45rem; list-style: none; }
.rows { gap: 0; border-top: 1px solid var(--line); }
.rows li { display: grid; gap: 0 1.5rem; padding-block: .7rem; border-bottom: 1px solid var(--line); }
.rows code { overflow-wrap: anywhere; }
.rows span { color: var(--muted); text-wrap: pretty; }
.status-of { display: grid; gap: .9rem; }
.status-of h2 { font: 650 var(--large)/1.3 var(--mono); }
@media (min-width: 48rem) {
  .two { grid-template-columns: 1fr 1fr; }
  .rows li { grid-template-columns: minmax(13rem, 2fr) 5fr; align-items: baseline; }
  .status-of { grid-template-columns: 6rem 1fr; }
  .status-of .rows { margin-top: .2rem; }
}
@media print { .top nav, .foot { display: none; } }
`

export const style = look + own

/** These pages run no script and take no style but this one. */
export const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
