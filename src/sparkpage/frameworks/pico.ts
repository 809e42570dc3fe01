// Pages in the idiom of Pico CSS 2: semantic elements, containers, grid, article, nav and details.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { Arrangement, HeroClasses, Idiom } from '../idiom.ts'
import type { FirstScreen } from '../layout.ts'

function container(type: ResponsiveType): string {
  return type === 'fluid' ? 'container-fluid' : 'container'
}

const columnRules: Readonly<Partial<Record<ResponsiveType, string>>> = {
  'desktop-first':
    'main .grid{grid-template-columns:repeat(auto-fit,minmax(0,1fr))}\n@media (max-width:63.9375rem){main .grid{grid-template-columns:minmax(0,1fr)}}',
  fluid: 'main .grid{grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr))}',
}
/** The containers of the page: those of components that are added keep Pico's widths. */
const ownContainers = ':is(body>header,main>*,body>footer)>.container'

const widthRules: Readonly<Partial<Record<ResponsiveType, string>>> = {
  'mobile-first': `${ownContainers}{max-width:min(78rem,84vw + 3rem)}`,
  'desktop-first': `${ownContainers}{max-width:min(78rem,84vw + 3rem)}`,
  fluid: '.container-fluid{padding-inline:max(1rem,5.6vw)}',
  adaptive: `@media (min-width:121rem){${ownContainers}{max-width:min(78rem,84vw + 3rem)}}`,
  fixed: `${ownContainers}{max-width:960px}`,
}

/** Pico has no classes for the first screen and the frame of a picture: the elements that it styles have them. */
function sceneRules(type: ResponsiveType, { layout, isTextFirst, isWhole }: FirstScreen): string {
  const body =
    'body{display:flex;flex-direction:column;min-height:100vh;min-height:100svh;overflow-x:clip}body>main{flex:1;display:flex;flex-direction:column;padding-block:0}body>header{font-size:.85rem}body>header>div{display:flex;align-items:center;gap:1.5rem}body>header .sp-brand{margin-inline-end:auto}body>header nav{flex-wrap:wrap;gap:.25rem 1.5rem}'
  const hero =
    'main>.sp-hero{position:relative;isolation:isolate;display:flex;min-height:100vh;min-height:100svh;margin-bottom:0}main>.sp-hero>div:last-child{display:flex;flex-direction:column;justify-content:center;padding-block:2.5rem}'
  const rules: Readonly<Record<FirstScreen['layout'], string>> = {
    'full-bleed':
      'main>.sp-hero{align-items:flex-end}.sp-hero>.sp-visual{position:absolute;z-index:-2;inset:0}.sp-copy{align-items:end}',
    seam: `main>.sp-hero{align-items:center}.sp-hero>.sp-visual{position:absolute;z-index:-2;inset:0}${isTextFirst ? '' : '.sp-copy>div{grid-column:2}'}`,
    split: beside(type, isTextFirst, isWhole),
    poster: beside(type, isTextFirst, isWhole),
    framed: beside(type, isTextFirst, true),
    centered: `.sp-copy{text-align:center}.sp-copy :is(.sp-title,.sp-lead){margin-inline:auto}.sp-hero .sp-visual{${isWhole ? '' : 'position:relative;flex:1 0 34vh;'}border-radius:min(var(--sp-radius-large),1.75rem)}${isWhole ? '' : '.sp-hero .sp-visual>img{position:absolute}'}`,
  }
  return `${body}\n${hero}\n${rules[layout]}`
}

/** Narrow windows have no space for the links of the header. */
const navRules: Readonly<Partial<Record<ResponsiveType, string>>> = {
  'mobile-first': 'body>header nav{display:none}@media (min-width:64rem){body>header nav{display:flex}}',
  'desktop-first': '@media (max-width:63.9375rem){body>header nav{display:none}}',
  adaptive: 'body>header nav{display:none}@media (min-width:64rem){body>header nav{display:flex}}',
}

function beside(type: ResponsiveType, isTextFirst: boolean, isWhole: boolean): string {
  // One column: the picture below the texts.
  if (type === 'fixed')
    return `.sp-hero .sp-visual{border-radius:min(var(--sp-radius-large),1.75rem);${isWhole ? 'width:min(100%,46vh*var(--sp-aspect,1.5))' : 'aspect-ratio:16/9;max-height:46vh'}}`
  const order = isTextFirst ? '' : '.sp-hero .grid>:last-child{order:-1}'
  const frame = isWhole
    ? '.sp-hero .grid{align-items:center}.sp-hero .sp-visual{border-radius:min(var(--sp-radius-large),1.75rem)}'
    : '.sp-hero .grid{flex:1;align-items:center}.sp-hero .grid>:last-child{position:relative;align-self:stretch;min-height:40vh}.sp-hero .sp-visual{position:absolute;inset:0;border-radius:min(var(--sp-radius-large),1.75rem)}'
  return order + frame
}

function css(type: ResponsiveType, screen: FirstScreen): string {
  return `html:root:root{--pico-font-family:var(--sp-font-text);--pico-font-family-sans-serif:var(--sp-font-text);--pico-background-color:var(--sp-bg);--pico-color:var(--sp-text);--pico-h1-color:inherit;--pico-h2-color:inherit;--pico-h3-color:inherit;--pico-muted-color:var(--sp-muted);--pico-primary:var(--sp-link);--pico-primary-hover:var(--sp-link);--pico-card-background-color:var(--sp-surface);--pico-card-sectioning-background-color:var(--sp-surface);--pico-card-border-color:var(--sp-border);--pico-muted-border-color:var(--sp-border);--pico-primary-background:var(--sp-accent);--pico-primary-border:var(--sp-accent);--pico-primary-hover-background:var(--sp-accent);--pico-primary-hover-border:var(--sp-accent);--pico-primary-inverse:var(--sp-on-accent);--pico-primary-focus:var(--sp-border);--pico-contrast:var(--sp-text);--pico-contrast-hover:var(--sp-text)}
${type === 'fixed' ? '' : 'html{font-size:max(var(--pico-font-size),1.3888vw)}'}
.sp-title,.sp-heading,.sp-subheading,.sp-quote,.sp-value,.sp-price,.sp-brand{--pico-font-family:var(--sp-font-title);--pico-font-weight:var(--sp-weight-title);font-family:var(--sp-font-title);letter-spacing:var(--sp-tracking-title)}
.sp-staged{--pico-color:var(--sp-text);--pico-contrast:var(--sp-text);--pico-contrast-hover:var(--sp-text)}
article{box-shadow:none}
.sp-summary,[open]>.sp-summary{color:inherit!important;font-weight:600}
footer ul{padding:0}footer li{list-style:none}
.sp-title{--pico-font-size:max(calc(var(--sp-step-4)*.8),2.25rem);--pico-line-height:var(--sp-leading-title)}
.sp-heading,.sp-quote{--pico-font-size:calc(var(--sp-step-3)*.85);font-size:calc(var(--sp-step-3)*.85);line-height:1.12}
.sp-lead{max-width:30em;font-size:max(calc(var(--sp-step-2)*.82),1.125rem)}
.sp-framed .sp-visual.sp-art{width:100%;aspect-ratio:4/3;max-height:50vh}
.sp-actions{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.75rem}
.sp-brand{font-size:1.25rem;text-decoration:none}
.sp-button{border-radius:var(--sp-radius);border:0;font-weight:600}
.sp-secondary{color:inherit}
.sp-card,.sp-closing{box-shadow:none;border-radius:min(var(--sp-radius-large),1.5rem)}
.sp-card{--pico-card-background-color:var(--sp-surface);margin-bottom:0;padding:1.75rem}
.sp-band .sp-card{--pico-card-background-color:var(--sp-bg)}
.sp-highlighted{--pico-card-background-color:var(--sp-highlight);--pico-color:var(--sp-on-highlight)}
.sp-closing{padding:clamp(2rem,4.4vw,4rem)}
main>*{margin-bottom:0}
${[widthRules[type], columnRules[type], navRules[type]].filter(Boolean).join('\n')}
${sceneRules(type, screen)}`
}

const components =
  'html:root:root{--pico-form-element-background-color:var(--sp-bg);--pico-form-element-color:var(--sp-text);--pico-form-element-border-color:var(--sp-border);--pico-form-element-placeholder-color:var(--sp-muted);--pico-form-element-active-background-color:var(--sp-bg);--pico-form-element-active-border-color:var(--sp-focus);--pico-form-element-focus-color:var(--sp-focus);--pico-switch-background-color:var(--sp-border);--pico-switch-checked-background-color:var(--sp-accent);--pico-progress-background-color:var(--sp-surface);--pico-progress-color:var(--sp-accent);--pico-table-border-color:var(--sp-border);--pico-code-background-color:var(--sp-surface);--pico-code-color:var(--sp-text);--pico-h3-color:var(--sp-text);--pico-h4-color:var(--sp-text);--pico-h5-color:var(--sp-text);--pico-h6-color:var(--sp-text);--pico-dropdown-background-color:var(--sp-bg);--pico-dropdown-color:var(--sp-text);--pico-dropdown-border-color:var(--sp-border)}'

/** A row of equal columns; those of fixed pages have rules of their own. */
function columns(type: ResponsiveType): string {
  return type === 'fixed' ? '' : 'grid'
}

function hero(_arrangement: Arrangement, _screen: FirstScreen, type: ResponsiveType): HeroClasses {
  return { section: '', container: '', row: columns(type), copy: '', pane: '', visual: '' }
}

export const pico: Idiom = {
  page: '',
  main: '',
  container,
  section: '',
  head: '',
  columns,
  column: () => '',
  grid: columns,
  cell: () => '',
  hasRows: true,
  card: '',
  cardBody: '',
  title: () => '',
  lead: '',
  heading: '',
  subheading: '',
  paragraph: '',
  small: '',
  value: '',
  quote: '',
  list: '',
  question: '',
  summary: '',
  answer: '',
  image: '',
  actions: '',
  button: '',
  secondary: 'contrast',
  buttonAttributes: 'role="button"',
  header: '',
  headerInner: container,
  brand: 'contrast',
  nav: () => '',
  navLink: 'contrast',
  footer: '',
  footerInner: 'grid',
  footerColumn: '',
  footerLink: 'contrast',
  hero,
  css,
  components: () => components,
}
