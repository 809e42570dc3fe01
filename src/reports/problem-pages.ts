// HTML pages about problems: their causes, what to do, an example, and which operations return them.
import { createHash } from 'node:crypto'
import { html } from 'ghtml'
import { type Operation, pathOfOperation } from '../../schemas/operation.ts'
import { fieldErrorKinds } from '../../schemas/problem-document.ts'
import { type ProblemCode, problemCodes, problemKinds } from '../../schemas/problems.ts'

/** Data URI of an SVG: a violet square with a quarter circle. */
export const favicon =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%208%208'%3E%3Cpath%20fill='%236d28d9'%20d='M0%200h8v8H0z'/%3E%3Cpath%20fill='%23fff'%20d='M2%202h4a4%204%200%200%201-4%204z'/%3E%3C/svg%3E"

interface ProblemPage {
  readonly code: ProblemCode
  /** An example of the response body. */
  readonly sample: object
  /** The operations that can return the problem; empty: any endpoint can. */
  readonly operations: readonly Operation[]
}

/** @returns the HTML document about one problem. */
export function renderProblemPage({ code, sample, operations }: ProblemPage): string {
  const { status, title, cause, advice } = problemKinds[code]
  return renderDocument({
    title: `${title} (${status} ${code}) · Automation Service`,
    description: advice,
    main: html`<div>
<p class="kind"><span class="status">${status}</span><code>${code}</code></p>
<h1>${title}</h1>
</div>
<div class="two">
<div><h2>Why it happens</h2><p>${cause}</p></div>
<div class="cure"><h2>What to do</h2><p>${advice}</p></div>
</div>
!${renderFieldErrors(code)}<section class="part" aria-labelledby="answer">
<h2 id="answer">Example of the response</h2>
<pre>${JSON.stringify(sample, null, 2)}</pre>
</section>
<section class="part" aria-labelledby="where">
<h2 id="where">Operations that return it</h2>
!${renderOperations(operations)}</section>
`,
  })
}

/** The codes that `errors` can contain: only one problem has that member. */
function renderFieldErrors(code: ProblemCode): string {
  if (code !== 'invalid_request') return ''
  const rows = Object.entries(fieldErrorKinds).map(
    ([kind, meaning]) => html`<li><code>${kind}</code><span>${meaning}</span></li>
`,
  )
  return html`<section class="part" aria-labelledby="field-errors">
<h2 id="field-errors">Codes of field errors</h2>
<ul class="rows">
!${rows}</ul>
</section>
`
}

function renderOperations(operations: readonly Operation[]): string {
  if (operations.length === 0) return '<p>Every endpoint can return it.</p>\n'
  const rows = operations.map(operation => {
    const { tags, operationId, summary } = operation.schema
    return html`<li><a href="../docs/#/${tags[0]}/${operationId}"><code>${operation.method} ${pathOfOperation(operation)}</code></a><span>${summary}.</span></li>
`
  })
  return html`<ul class="rows">
!${rows}</ul>
`
}

/** @returns the HTML document that lists all problems by status. */
export function renderProblemIndex(): string {
  const statuses = [...new Set(problemCodes.map(code => problemKinds[code].status))].sort((a, b) => a - b)
  return renderDocument({
    title: 'All problems · Automation Service',
    description: 'Every error that the service returns: its status, its cause and what to do.',
    main: html`<div>
<h1>Errors, their causes and what to do</h1>
<p class="lead">Every failure is a problem document with a stable <code>code</code> and, in <code>type</code>, the URL of one of these pages.</p>
</div>
!${statuses.map(renderStatus)}`,
  })
}

function renderStatus(status: number): string {
  const rows = problemCodes
    .filter(code => problemKinds[code].status === status)
    .map(
      code => html`<li><a href="${code}"><code>${code}</code></a><span>${problemKinds[code].title}.</span></li>
`,
    )
  return html`<section class="status-of" aria-labelledby="s${status}">
<h2 id="s${status}">${status}</h2>
<ul class="rows">
!${rows}</ul>
</section>
`
}

interface PageParts {
  readonly title: string
  readonly description: string
  /** HTML. */
  readonly main: string
}

/** A page one level below the root of the service; links are relative, so that they work behind any prefix. */
function renderDocument({ title, description, main }: PageParts): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="!${favicon}">
<style>!${css}</style>
</head>
<body>
<header class="top">
<a class="mark" href="../">Automation Service</a>
<nav aria-label="Documents"><a href="../docs/">API reference</a><a href="./">All problems</a></nav>
</header>
<main class="page">
!${main}</main>
<footer class="foot"><span>Problem documents follow RFC 9457.</span><a href="../../openapi.yaml">openapi.yaml</a></footer>
</body>
</html>
`
}

/** The font size grows on very large screens, whose viewing distance is greater. */
const css = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#faf9ff, #161422);
  --surface: light-dark(#eeedf6, #221e34);
  --text: light-dark(#1b1729, #f0eff8);
  --muted: light-dark(#484459, #c7c5d4);
  --line: light-dark(#d9d8e2, #353147);
  --link: light-dark(#6d28d9, #cfc5ff);
  --accent: #6d28d9;
  --on-accent: #ffffff;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --small: .875rem;
  --large: clamp(1.125rem, 1.05rem + .35vw, 1.25rem);
  --title: clamp(1.75rem, 1.35rem + 1.8vw, 2.75rem);
  --space: clamp(1.25rem, 1rem + 1vw, 2rem);
  --radius: .75rem;
}
*, ::before, ::after { box-sizing: border-box; }
html { font-size: max(100%, 50% + .56vw); -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 1rem/1.55 var(--font); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; }
.top, .foot, .page { width: min(100% - 2 * var(--space), 78rem); margin-inline: auto; }
.top, .foot { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; padding-block: 1.5rem; font-size: var(--small); }
.top nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
.top a, .foot a { color: var(--muted); text-decoration: none; }
.top a:hover, .foot a:hover { color: var(--text); text-decoration: underline; text-underline-offset: .2em; }
.top .mark { color: var(--text); font-weight: 650; }
.foot { margin-top: clamp(3rem, 2rem + 4vw, 6rem); border-top: 1px solid var(--line); color: var(--muted); }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
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

/** Content-Security-Policy of these pages: no script, and no style but theirs. */
export const problemPagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
