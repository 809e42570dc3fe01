// The CSS of the problem pages; the playground has the same colours, fonts and sizes. The icon of every page.

/** Data URI of an SVG: a violet square with a quarter circle. */
export const favicon =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%208%208'%3E%3Cpath%20fill='%236d28d9'%20d='M0%200h8v8H0z'/%3E%3Cpath%20fill='%23fff'%20d='M2%202h4a4%204%200%200%201-4%204z'/%3E%3C/svg%3E"

const light = `
  --bg: #faf9ff;
  --surface: #eeedf6;
  --text: #1b1729;
  --muted: #484459;
  --border: #8a879b;
  --line: #d9d8e2;
  --link: #6d28d9;
  --focus: #6d28d9;
  --bad: #a4133c;`

const dark = `
  --bg: #161422;
  --surface: #221e34;
  --text: #f0eff8;
  --muted: #c7c5d4;
  --border: #6c697c;
  --line: #353147;
  --link: #cfc5ff;
  --focus: #cfc5ff;
  --bad: #ff9fb2;`

/** Custom properties, base rules, and the header and footer of a page. The font size grows on very large screens, whose viewing distance is greater. */
export const baseCss = `
:root {
  color-scheme: light dark;${light}
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
@media (prefers-color-scheme: dark) {
:root {${dark}
}
}
*, ::before, ::after { box-sizing: border-box; }
html { font-size: max(100%, 50% + .56vw); -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 1rem/1.55 var(--font); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; }
.top, .foot, .page { width: min(100% - 2 * var(--space), 78rem); margin-inline: auto; }
.top, .foot { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; padding-block: 1.5rem; font-size: var(--small); }
.top nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; }
.top a, .foot a { color: var(--muted); text-decoration: none; }
.top a:hover, .foot a:hover { color: var(--text); text-decoration: underline; text-underline-offset: .2em; }
.top .mark { color: var(--text); font-weight: 650; }
.foot { margin-top: clamp(3rem, 2rem + 4vw, 6rem); border-top: 1px solid var(--line); color: var(--muted); }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
`
