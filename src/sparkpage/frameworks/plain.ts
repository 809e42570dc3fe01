// Pages without a framework, and with Open Props, whose custom properties our own rules take: our own grid.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import { type FirstScreen, layoutRules } from '../layout.ts'
import {
  actions,
  block,
  brandLink,
  type Closing,
  classes,
  closingHeading,
  escapeText,
  type Hero,
  heading,
  image,
  lead,
  lightBox,
  type PageSection,
  type PageTemplate,
  paragraphs,
  sectionHeading,
  sectionLinks,
} from '../page-parts.ts'

const structure: Omit<PageTemplate, 'hero' | 'scrims' | 'css'> = {
  page: 'sp-page',
  main: () => 'sp-main',
  header: ({ brand, links }) =>
    block('header', classes('sp-header'), brandLink(brand), block('nav', classes('sp-nav'), ...sectionLinks(links))),
  feature: feature =>
    block(
      'section',
      classes('sp-section', 'sp-feature', feature.isFlipped ? 'sp-flipped' : ''),
      image(feature.image, classes('sp-picture')),
      block('div', '', ...texts(feature)),
    ),
  cards: sections =>
    block(
      'div',
      classes('sp-section', 'sp-cards'),
      ...sections.map(section => block('section', classes('sp-card'), ...texts(section))),
    ),
  rows: sections =>
    block(
      'div',
      classes('sp-section'),
      ...sections.map(section =>
        block('section', classes('sp-row'), sectionHeading(section), block('div', '', paragraphs(section.paragraphs))),
      ),
    ),
  closing: part => closing(part, ''),
  footer: text => block('footer', classes('sp-footer'), `<p>${escapeText(text)}</p>`),
}

function texts(section: PageSection): readonly string[] {
  return [sectionHeading(section), paragraphs(section.paragraphs)]
}

function closing(part: Closing, button: string): string {
  return block(
    'section',
    classes('sp-section'),
    block('div', classes('sp-closing'), closingHeading(part), actions(part, { button, secondary: button })),
  )
}

function hero(part: Hero, button: string): string {
  return block(
    'section',
    classes('sp-hero', `sp-${part.screen.layout}`),
    lightBox(part),
    block(
      'div',
      classes('sp-container'),
      block('div', classes('sp-copy'), heading(part), lead(part), actions(part, { button, secondary: button })),
    ),
  )
}

const gridRules = `*,::before,::after{box-sizing:border-box}
.sp-page{--sp-header:max(4.5rem,2.3rem + 2.1vw);display:flex;flex-direction:column;min-height:100vh;min-height:100svh}
.sp-main{display:flex;flex-direction:column;flex:1 0 auto}
.sp-hero{position:relative;isolation:isolate;display:flex;flex-direction:column;flex:1 0 auto;overflow:hidden}
.sp-hero:not(:last-child){min-height:100vh;min-height:100svh}
.sp-header+.sp-main>.sp-hero:not(:last-child){min-height:calc(100svh - var(--sp-header))}
.sp-light{position:absolute;inset:0;z-index:-1}
.sp-container{display:grid;flex:1 0 auto;width:100%;padding:var(--sp-space-4) var(--sp-gutter)}
.sp-copy{display:flex;flex-direction:column;align-items:flex-start;gap:var(--sp-space-2);min-width:0}
.sp-title,.sp-lead,.sp-actions{max-width:100%;margin:0}
.sp-lead{max-width:min(32em,100%)}
.sp-actions{display:flex;flex-wrap:wrap;align-items:center;gap:var(--sp-space-1) var(--sp-space-2);padding-top:var(--sp-space-1)}
.sp-header{display:flex;align-items:center;min-height:var(--sp-header);gap:clamp(1.5rem,4vw,4rem);padding:.5rem var(--sp-gutter)}
.sp-nav{display:flex;flex:1 1 0;gap:clamp(1.25rem,2vw,2.5rem);min-width:6rem;overflow-x:auto;white-space:nowrap}
.sp-nav>:first-child{margin-inline-start:auto}
.sp-nav>a{flex:none;max-width:14em;overflow:hidden;text-overflow:ellipsis;padding-block:.5em;color:inherit;text-decoration:none}
.sp-nav>a:hover{text-decoration:underline .12em;text-underline-offset:.35em}
.sp-section{width:100%;max-width:calc(90rem + 2*var(--sp-gutter));margin-inline:auto;padding:var(--sp-space-4) var(--sp-gutter)}
.sp-section+.sp-section{padding-top:0}
.sp-cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:var(--sp-space-3)}
.sp-feature{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:var(--sp-space-3) var(--sp-space-4);align-items:center}
.sp-flipped>img{order:1}
.sp-row{display:grid;align-items:baseline;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:var(--sp-space-1) var(--sp-space-4);padding-block:var(--sp-space-3);border-top:1px solid var(--sp-border)}
.sp-closing{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:var(--sp-space-2) var(--sp-space-4);padding:clamp(var(--sp-space-3),5vw,8rem);border-radius:var(--sp-radius-large);background:var(--sp-surface)}
.sp-closing>.sp-heading{flex:1 1 18rem;max-width:18em;margin:0}
.sp-picture{display:block;width:100%;aspect-ratio:4/3;object-fit:cover;border-radius:var(--sp-radius-large)}
.sp-heading{margin:0 0 .6em;text-wrap:balance;overflow-wrap:anywhere}
.sp-section p,.sp-footer p{max-width:38em;margin:0 0 1em;white-space:pre-line;overflow-wrap:anywhere}
.sp-footer{padding:var(--sp-space-3) var(--sp-gutter);border-top:1px solid var(--sp-border)}`

const panelRule =
  '.sp-hero>.sp-container>.sp-copy{width:fit-content;padding:var(--sp-space-3);border-radius:var(--sp-radius-large);background:var(--sp-bg)}'

export const plain: PageTemplate = {
  ...structure,
  hero: part => hero(part, ''),
  scrims: { 'full-bleed': 'beside', centered: 'beside' },
  css: (type, screen) => `${gridRules}
body{margin:0;-webkit-font-smoothing:antialiased;font:500 var(--sp-step-1)/1.6 var(--sp-font-text)}
.sp-title,.sp-heading{font:var(--sp-weight-title) var(--sp-step-4)/var(--sp-leading-title) var(--sp-font-title);letter-spacing:var(--sp-tracking-title)}
.sp-heading{font-size:var(--sp-step-3)}
.sp-card>.sp-heading,.sp-row>.sp-heading{font-size:var(--sp-step-2)}
.sp-lead{font-size:var(--sp-step-2);line-height:1.5}
.sp-brand{color:inherit;font:var(--sp-weight-title) var(--sp-step-2)/1.2 var(--sp-font-title);text-decoration:none;overflow-wrap:anywhere}
.sp-button,.sp-secondary{display:inline-flex;align-items:center;justify-content:center;max-width:100%;min-height:3.75rem;padding:.75em 1.75em;border-radius:var(--sp-radius);font-size:var(--sp-step-1);font-weight:700;line-height:1.2;text-align:center;text-decoration:none}
.sp-button{min-width:min(12rem,70vw);background:var(--sp-accent);color:var(--sp-on-accent);box-shadow:0 0 0 .125rem var(--sp-edge)}
.sp-button:hover{transform:translateY(-.15rem);box-shadow:0 0 0 .3rem var(--sp-edge)}
.sp-secondary{padding-inline:0;color:inherit;text-decoration:underline .12em;text-underline-offset:.35em}
.sp-secondary:hover{text-decoration-thickness:.2em}
.sp-card{padding:var(--sp-space-3);border-radius:min(var(--sp-radius-large),1.5rem);background:var(--sp-surface)}
.sp-section p,.sp-footer p{color:var(--sp-muted)}
${layoutRules(screen, type)}
${screen.scrim === 'panel' ? panelRule : ''}`,
}

/** Pages fit 4K windows: the root size grows beyond 1920 px, unless the columns have fixed widths. */
function openPropsSizes(type: ResponsiveType): string {
  const root = 'html{font-size:clamp(100%,.8333vw,200%)}\n'
  if (type === 'fixed') return ''
  return type === 'adaptive' ? root : `${root}html:root{--sp-gutter:clamp(var(--size-5),8.2vw,20rem)}\n`
}

/** The light in a frame with a shadow, or the texts on a panel with one. */
function openPropsScreen({ layout, scrim }: FirstScreen): string {
  if (scrim === 'panel')
    return '.sp-hero>.sp-container>.sp-copy{align-self:end;width:fit-content;padding:var(--size-fluid-4);border-radius:var(--radius-3);background:var(--surface-1);box-shadow:var(--shadow-4)}'
  const frame =
    '.sp-hero{--sp-frame:var(--size-fluid-5)}\n.sp-hero>.sp-light{border-radius:var(--radius-3);box-shadow:var(--shadow-4)}'
  return layout === 'framed' ? frame : `${frame}\n.sp-hero>.sp-light{margin:var(--size-fluid-3)}`
}

export const openProps: PageTemplate = {
  ...structure,
  hero: part => hero(part, 'btn'),
  closing: part => closing(part, 'btn'),
  scrims: { 'full-bleed': 'panel', centered: 'panel' },
  css: (
    type,
    screen,
  ) => `html:root{--brand:var(--sp-accent);--link:var(--sp-link);--text-1:var(--sp-text);--text-2:var(--sp-muted);--surface-1:var(--sp-bg);--surface-2:var(--sp-surface);--surface-3:var(--sp-surface);--surface-4:var(--sp-surface);--font-sans:var(--sp-font-text);--font-system-ui:var(--sp-font-text);--sp-radius-large:var(--radius-3)}
${openPropsSizes(type)}${gridRules}
body{margin:0;font-family:var(--font-sans);font-size:var(--font-size-1);line-height:var(--font-lineheight-3)}
.sp-copy{gap:var(--size-fluid-3)}
.sp-title,.sp-heading,.sp-brand{font-family:var(--sp-font-title);font-weight:var(--sp-weight-title);line-height:var(--font-lineheight-1);letter-spacing:var(--sp-tracking-title);max-inline-size:none}
.sp-title{font-size:max(calc(var(--sp-step-4)*.86),2.3rem)}
.sp-heading{font-size:var(--font-size-fluid-2);max-inline-size:var(--size-header-3)}
.sp-lead{font-size:var(--font-size-3);line-height:var(--font-lineheight-4);max-inline-size:var(--size-content-3)}
.sp-brand{color:inherit;font-size:var(--font-size-3);text-decoration:none;overflow-wrap:anywhere}
.sp-button,.sp-secondary{--_size:var(--font-size-2);--_radius:var(--radius-round);--_ink-shadow:none;min-height:var(--size-9);padding-inline:var(--size-6);font-weight:var(--font-weight-7);white-space:normal;text-align:center}
.sp-button{--_bg:var(--brand);--_text:var(--sp-on-accent);--_border:var(--sp-edge);min-width:min(13rem,70vw);background:var(--brand);color:var(--sp-on-accent);box-shadow:0 0 0 var(--border-size-2) var(--sp-edge)}
.sp-button:hover{box-shadow:0 0 0 var(--border-size-3) var(--sp-edge)}
.sp-secondary{--_bg:transparent;--_text:currentColor;--_border:currentColor;background:none;color:inherit;box-shadow:none}
.sp-card{padding:var(--size-fluid-3);border-radius:var(--radius-3);background:var(--surface-2);box-shadow:var(--shadow-2)}
.sp-section p,.sp-footer p{color:var(--text-2);max-inline-size:var(--size-content-3)}
${layoutRules(screen, type)}
${openPropsScreen(screen)}`,
}
