// Pages in the idiom of Pico CSS 2: semantic elements, main.container, hgroup, grid, article and nav.
import type { ResponsiveType } from '../../../schemas/sparkpage.ts'
import type { FirstScreen } from '../layout.ts'
import {
  actions,
  block,
  brandLink,
  type Closing,
  cardsPerRow,
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

function container(type: ResponsiveType): string {
  return type === 'fluid' ? 'container-fluid' : 'container'
}

/** Pico's links are buttons by their role; the second action is a link. */
function buttons(texts: Closing): string {
  return actions(texts, { secondary: 'contrast', attributes: 'role="button"' }).replace(
    /(<a class="sp-secondary[^>]*?) role="button"/,
    '$1',
  )
}

function copy(hero: Hero): readonly string[] {
  const group = hero.title !== '' && hero.lead !== '' ? block('hgroup', '', heading(hero), lead(hero)) : ''
  return [group || [heading(hero), lead(hero)].filter(Boolean).join('\n'), buttons(hero)]
}

function hero(part: Hero): string {
  const { layout, isTextFirst, scrim } = part.screen
  const grid = part.responsiveType === 'fixed' ? '' : 'grid'
  switch (layout) {
    case 'full-bleed':
    case 'centered': {
      const texts = scrim === 'panel' ? [block('div', classes('sp-card'), ...copy(part))] : copy(part)
      return block('section', classes('sp-hero'), lightBox(part), ...texts)
    }
    case 'framed':
      return block(
        'section',
        classes('sp-hero'),
        block('figure', '', lightBox(part)),
        block('div', classes(grid), block('div', '', heading(part)), block('div', '', lead(part), buttons(part))),
      )
    case 'split':
    case 'poster': {
      const figure = block('figure', '', lightBox(part))
      const texts = block('div', '', ...copy(part))
      return block(
        'section',
        classes('sp-hero'),
        block('div', classes(grid), ...(isTextFirst ? [texts, figure] : [figure, texts])),
      )
    }
  }
}

function card(section: PageSection): string {
  return block('article', classes('sp-card'), sectionHeading(section), paragraphs(section.paragraphs))
}

const columnRules: Readonly<Partial<Record<ResponsiveType, string>>> = {
  'desktop-first':
    'main>*>.grid{grid-template-columns:repeat(2,minmax(0,1fr))}\n@media (max-width:63.9375rem){main>*>.grid{grid-template-columns:minmax(0,1fr)}}',
  fluid: 'main>*>.grid{grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}',
}
const widthRules: Readonly<Partial<Record<ResponsiveType, string>>> = {
  'mobile-first': 'body>.container{max-width:min(72rem,84vw + 3rem)}',
  'desktop-first': 'body>.container{max-width:min(72rem,84vw + 3rem)}',
  fluid: '.container-fluid{padding-inline:max(1rem,8vw)}',
  adaptive: '@media (min-width:121rem){body>.container{max-width:min(72rem,84vw + 3rem)}}',
  fixed: 'body>.container{max-width:960px}',
}

/** Pico has no classes for the ground and the frame of a picture: the elements that it styles have them. */
function sceneRules({ layout, textSide, isTextFirst }: FirstScreen): string {
  const body =
    'body{display:flex;flex-direction:column;min-height:100vh;min-height:100svh;overflow-x:clip}body>header{padding-block:.5rem;min-height:5rem}body>main{flex:1;display:flex;flex-direction:column;padding-block:0}'
  const section =
    'main>section:first-child{flex:1 0 auto;display:flex;flex-direction:column;justify-content:center;margin-bottom:0;padding-block:2rem}main>section:first-child:not(:last-child){min-height:100vh;min-height:100svh}header+main>section:first-child:not(:last-child){min-height:calc(100svh - 5rem)}'
  const figure =
    '.sp-hero figure{position:relative;overflow:hidden;min-height:30vh;margin:0;border-radius:var(--sp-radius-large)}.sp-hero figure>*{position:absolute;inset:0}'
  if (layout === 'full-bleed' || layout === 'centered') {
    const place =
      layout === 'centered'
        ? 'text-align:center;align-items:center'
        : textSide === 'top' || textSide === 'bottom'
          ? `justify-content:${textSide === 'top' ? 'flex-start' : 'flex-end'}`
          : `align-items:flex-${isTextFirst ? 'start' : 'end'}`
    const width = layout === 'centered' ? '60rem' : '40rem'
    return `${body}${section}main>section:first-child{position:relative;isolation:isolate;${place}}main>section:first-child>*{max-width:min(100%,${width})}
${layout === 'centered' ? '.sp-hero .sp-actions{justify-content:center}.sp-hero .sp-lead{margin-inline:auto}\n' : ''}.sp-hero>.sp-card{padding:clamp(2rem,5vw,4rem) clamp(1.5rem,5vw,5rem);border-radius:min(var(--sp-radius-large),1.5rem);background:var(--sp-bg)}
.sp-hero>.sp-card>:last-child{margin-bottom:0}
main>section:first-child>[aria-hidden],main>section:first-child>:has(>img){position:absolute;z-index:-1;inset:0 calc(50% - 50vw);max-width:none}`
  }
  if (layout === 'framed')
    return `${body}${section}${figure}main>section:first-child{justify-content:stretch}main>section:first-child>figure{flex:1 0 30vh;margin-bottom:2rem}main>section:first-child>.grid{align-items:end}`
  const stage =
    layout === 'poster'
      ? 'main>section:first-child{box-shadow:0 0 0 100vmax var(--sp-stage);clip-path:inset(0 -100vmax)}'
      : ''
  return `${body}${section}${figure}${stage}main>section:first-child>.grid{flex:1;align-items:${layout === 'poster' ? 'end' : 'center'}}.grid>figure{align-self:stretch}`
}

function css(type: ResponsiveType, screen: FirstScreen): string {
  return `html:root:root{--pico-font-family:var(--sp-font-text);--pico-font-family-sans-serif:var(--sp-font-text);--pico-background-color:var(--sp-bg);--pico-color:var(--sp-text);--pico-h1-color:inherit;--pico-h2-color:inherit;--pico-muted-color:var(--sp-muted);--pico-primary:var(--sp-link);--pico-primary-hover:var(--sp-link);--pico-card-background-color:var(--sp-surface);--pico-card-sectioning-background-color:var(--sp-surface);--pico-card-border-color:var(--sp-border);--pico-muted-border-color:var(--sp-border);--pico-primary-background:var(--sp-accent);--pico-primary-border:var(--sp-accent);--pico-primary-hover-background:var(--sp-accent);--pico-primary-hover-border:var(--sp-accent);--pico-primary-inverse:var(--sp-on-accent);--pico-primary-focus:var(--sp-border);--pico-contrast:var(--sp-text);--pico-contrast-hover:var(--sp-text)}
${type === 'fixed' ? '' : 'html{font-size:max(var(--pico-font-size),.8333vw)}'}
.sp-title,.sp-heading,.sp-brand{--pico-font-family:var(--sp-font-title);--pico-font-weight:var(--sp-weight-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance;overflow-wrap:anywhere}
.sp-title{--pico-font-size:max(calc(var(--sp-step-4)*.72),2.1rem);--pico-line-height:var(--sp-leading-title)}
hgroup{--pico-typography-spacing-vertical:2rem}hgroup>h1{margin-bottom:1.25rem}
.sp-heading{--pico-font-size:1.75rem}
.sp-card{--pico-border-radius:min(var(--sp-radius-large),1.5rem);--pico-card-box-shadow:none;--pico-card-background-color:var(--sp-surface);--pico-block-spacing-vertical:1.5rem;--pico-block-spacing-horizontal:1.5rem}
.sp-card>:last-child{margin-bottom:0}
.sp-card>.sp-heading{--pico-font-size:1.25rem}
.sp-closing{--pico-block-spacing-vertical:2.5rem;--pico-block-spacing-horizontal:2.5rem}
.sp-closing.grid{align-items:center}
.sp-closing>*{margin-bottom:0}
.sp-closing>.sp-actions{justify-self:end}
main>*>.grid>img{border-radius:var(--sp-radius-large)}
main>*>.grid:has(>img){align-items:center}
main>*>section.grid{align-items:baseline}
main>*>.grid{--pico-grid-column-gap:clamp(1rem,3vw,3rem)}
main>:not(:first-child){padding-block:max(2rem,5vh);margin-bottom:0}
hgroup>:not(:first-child):last-child,.sp-lead{--pico-color:inherit;--pico-muted-color:inherit;--pico-font-size:1.125rem;max-width:34em;font-size:1.125rem}
.sp-actions{--pico-border-radius:var(--sp-radius);display:flex;flex-wrap:wrap;align-items:center;gap:.75rem 1.5rem}
.sp-button{display:inline-flex;align-items:center;justify-content:center;--pico-form-element-spacing-vertical:.75rem;--pico-form-element-spacing-horizontal:1.5rem;--pico-font-weight:700;min-width:min(11.5rem,70vw);min-height:max(3rem,56px);text-align:center;box-shadow:0 0 0 .125rem var(--sp-edge)}
.sp-button:hover{box-shadow:0 0 0 .3rem var(--sp-edge)}
.sp-secondary{color:inherit;font-weight:700}
body>header>nav>ul:last-child:not(:first-child){flex:1 1 0;min-width:6rem;margin-inline-end:0;overflow-x:auto;white-space:nowrap}
body>header>nav>ul:last-child>:last-child{padding-inline-end:0}
body>header>nav>ul:last-child>*{flex:none;max-width:14em;overflow:hidden;text-overflow:ellipsis}
body>header>nav>ul:last-child>:first-child{margin-inline-start:auto}
${[widthRules[type], columnRules[type]].filter(Boolean).join('\n')}
${sceneRules(screen)}`
}

/** Pico's forms, tables and code have colours of their own. */
const components =
  'html:root:root{--pico-form-element-background-color:var(--sp-bg);--pico-form-element-color:var(--sp-text);--pico-form-element-border-color:var(--sp-border);--pico-form-element-placeholder-color:var(--sp-muted);--pico-form-element-active-background-color:var(--sp-bg);--pico-form-element-active-border-color:var(--sp-focus);--pico-form-element-focus-color:var(--sp-focus);--pico-switch-background-color:var(--sp-border);--pico-switch-checked-background-color:var(--sp-accent);--pico-progress-background-color:var(--sp-surface);--pico-progress-color:var(--sp-accent);--pico-table-border-color:var(--sp-border);--pico-code-background-color:var(--sp-surface);--pico-code-color:var(--sp-text);--pico-h3-color:var(--sp-text);--pico-h4-color:var(--sp-text);--pico-h5-color:var(--sp-text);--pico-h6-color:var(--sp-text);--pico-dropdown-background-color:var(--sp-bg);--pico-dropdown-color:var(--sp-text);--pico-dropdown-border-color:var(--sp-border)}'

export const pico: PageTemplate = {
  components: () => components,
  page: '',
  main: container,
  header: ({ brand, links }, type) =>
    block(
      'header',
      classes(container(type)),
      block(
        'nav',
        '',
        block('ul', '', block('li', '', `<strong>${brandLink(brand, 'contrast')}</strong>`)),
        block('ul', '', ...sectionLinks(links, 'contrast').map(link => `<li>${link}</li>`)),
      ),
    ),
  hero,
  scrims: { 'full-bleed': 'even', centered: 'panel' },
  feature: feature => {
    const parts = [image(feature.image), block('div', '', sectionHeading(feature), paragraphs(feature.paragraphs))]
    return block('section', '', block('div', 'class="grid"', ...(feature.isFlipped ? parts.toReversed() : parts)))
  },
  cards: sections => {
    const count = cardsPerRow(sections.length)
    const starts = sections.filter((_, index) => index % count === 0)
    return block(
      'div',
      '',
      ...starts.map((_, row) =>
        block('div', 'class="grid"', ...sections.slice(row * count, (row + 1) * count).map(card)),
      ),
    )
  },
  rows: sections =>
    block(
      'div',
      '',
      sections
        .map(section =>
          block('section', 'class="grid"', sectionHeading(section), block('div', '', paragraphs(section.paragraphs))),
        )
        .join('\n<hr>\n'),
    ),
  closing: closing =>
    block('div', '', block('article', 'class="sp-card sp-closing grid"', closingHeading(closing), buttons(closing))),
  footer: (text, type) => block('footer', classes(container(type)), `<p><small>${escapeText(text)}</small></p>`),
  css,
}
