// CSS frameworks: the classes, elements and rules by which each of them styles a page.
import type { Framework } from '../../../schemas/sparkpage.ts'

/** The parts of a page that a framework styles; the layout is always ours. */
type Part = 'page' | 'title' | 'lead' | 'button'

export interface FrameworkAdapter {
  /** The official style sheets, as package and path; none: only our own rules. */
  readonly sheets: readonly string[]
  /** The framework's classes for each part, added to ours. */
  readonly classes: Readonly<Record<Part, string>>
  /** Element around the headline and the sentence below it, where the framework has one. */
  readonly heading?: 'hgroup'
  /** Role by which the framework styles a link as a button. */
  readonly buttonRole?: 'button'
  /**
   * Passes the theme to the framework's own custom properties, including some that only components use which the user
   * may add, and sets what it has no property for. Follows the framework's rules in the page.
   */
  readonly css: string
}

export const frameworkAdapters: Readonly<Record<Framework, FrameworkAdapter>> = {
  /** No framework: only our own rules. */
  none: {
    sheets: [],
    classes: { page: '', title: '', lead: '', button: '' },
    css: `body{font:500 var(--sp-step-1)/1.6 var(--sp-font-text);-webkit-font-smoothing:antialiased}
.sp-title{font:var(--sp-weight-title) var(--sp-step-4)/var(--sp-leading-title) var(--sp-font-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-lead{font-size:var(--sp-step-2);line-height:1.5;text-wrap:pretty}
.sp-button{display:inline-flex;align-items:center;justify-content:center;min-width:12rem;max-width:100%;min-height:3.75rem;padding:.75em 1.75em;border-radius:var(--sp-radius);background:var(--sp-accent);color:var(--sp-on-accent);box-shadow:0 0 0 .3rem var(--sp-edge);font-size:var(--sp-step-1);font-weight:700;line-height:1.2;text-align:center;text-decoration:none}
.sp-button:hover{transform:translateY(-.15rem);box-shadow:0 0 0 .5rem var(--sp-edge)}`,
  },
  /** Tailwind CSS 4: utilities that take their values from the theme. */
  tailwind: {
    sheets: ['tailwindcss/index.css'],
    classes: {
      page: 'bg-(--sp-bg) font-(family-name:--sp-font-text) leading-relaxed text-(--sp-text) antialiased',
      title:
        'font-(family-name:--sp-font-title) text-(length:--sp-step-3) leading-(--sp-leading-title) font-(--sp-weight-title) tracking-(--sp-tracking-title) text-balance',
      lead: 'text-(length:--sp-step-2) leading-normal text-pretty text-(--sp-muted)',
      button:
        'inline-flex items-center justify-center rounded-(--sp-radius) border-2 border-(--sp-edge) bg-(--sp-accent) px-(--sp-space-2) py-(--sp-space-1) text-center text-(length:--sp-step-1) leading-tight font-bold text-(--sp-on-accent) no-underline',
    },
    css: '',
  },
  /** Bootstrap 5: the display heading, the lead, the large primary button. */
  bootstrap: {
    sheets: ['bootstrap/dist/css/bootstrap.css'],
    classes: { page: '', title: 'display-3', lead: 'lead', button: 'btn btn-primary btn-lg' },
    css: `html:root{--bs-primary:var(--sp-accent);--bs-link-color:var(--sp-link);--bs-secondary-color:var(--sp-muted);--bs-secondary-bg:var(--sp-surface);--bs-border-color:var(--sp-border);--bs-border-radius:var(--sp-radius);--bs-body-font-family:var(--sp-font-text);--bs-body-line-height:1.625;--bs-body-color:var(--sp-text);--bs-body-bg:var(--sp-bg)}
.sp-title{font-family:var(--sp-font-title);font-size:var(--sp-step-3);font-weight:var(--sp-weight-title);line-height:var(--sp-leading-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-lead{font-size:var(--sp-step-2);font-weight:400;line-height:1.5;color:var(--sp-muted);text-wrap:pretty}
.sp-button{--bs-btn-padding-x:var(--sp-space-2);--bs-btn-padding-y:var(--sp-space-1);--bs-btn-font-size:var(--sp-step-1);--bs-btn-font-weight:700;--bs-btn-line-height:1.25;--bs-btn-border-width:2px;--bs-btn-border-radius:var(--sp-radius);--bs-btn-bg:var(--sp-accent);--bs-btn-color:var(--sp-on-accent);--bs-btn-border-color:var(--sp-edge);--bs-btn-hover-bg:var(--sp-accent);--bs-btn-hover-color:var(--sp-on-accent);--bs-btn-hover-border-color:var(--sp-edge);--bs-btn-active-bg:var(--sp-accent);--bs-btn-active-color:var(--sp-on-accent);--bs-btn-active-border-color:var(--sp-edge);--bs-btn-focus-box-shadow:0 0 0 3px var(--sp-bg)}`,
  },
  /** Bulma 1: title, subtitle, the large primary button. It has separate properties for hue, saturation and lightness, which take no #RRGGBB: the button's colours are set directly. */
  bulma: {
    sheets: ['bulma/css/bulma.css'],
    classes: { page: '', title: 'title', lead: 'subtitle', button: 'button is-primary is-large' },
    css: `html:root{--bulma-primary:var(--sp-accent);--bulma-link-text:var(--sp-link);--bulma-text:var(--sp-text);--bulma-background:var(--sp-surface);--bulma-border:var(--sp-border);--bulma-radius:var(--sp-radius);--bulma-body-background-color:var(--sp-bg);--bulma-body-color:var(--sp-text);--bulma-body-family:var(--sp-font-text);--bulma-body-line-height:1.625;--bulma-body-min-width:0;--bulma-body-overflow-x:visible;--bulma-body-overflow-y:visible;--bulma-block-spacing:0;--bulma-focus-shadow-alpha:0}
.sp-title{--bulma-title-color:var(--sp-text);--bulma-title-size:var(--sp-step-3);--bulma-title-weight:var(--sp-weight-title);--bulma-title-line-height:var(--sp-leading-title);font-family:var(--sp-font-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-lead{--bulma-subtitle-color:var(--sp-muted);--bulma-subtitle-size:var(--sp-step-2);--bulma-subtitle-line-height:1.5;text-wrap:pretty}
.sp-button.button.is-primary{--bulma-button-padding-vertical:calc(var(--sp-space-1) + 2px);--bulma-button-padding-horizontal:calc(var(--sp-space-2) + 2px);--bulma-button-border-width:2px;--bulma-button-weight:700;--bulma-control-size:var(--sp-step-1);--bulma-control-line-height:1.25;--bulma-control-radius:var(--sp-radius);background-color:var(--sp-accent);border-color:var(--sp-edge);color:var(--sp-on-accent);white-space:inherit}`,
  },
  /** Pico CSS 2: elements without classes, a group of headings, a link in the role of a button. Our font sizes and dark colours override its own. */
  pico: {
    sheets: ['@picocss/pico/css/pico.css'],
    classes: { page: '', title: '', lead: '', button: '' },
    heading: 'hgroup',
    buttonRole: 'button',
    css: `html:root:root{--pico-font-size:100%;--pico-font-family:var(--sp-font-text);--pico-line-height:1.625;--pico-background-color:var(--sp-bg);--pico-color:var(--sp-text);--pico-h1-color:var(--sp-text);--pico-muted-color:var(--sp-muted);--pico-primary:var(--sp-link);--pico-card-background-color:var(--sp-surface);--pico-muted-border-color:var(--sp-border);--pico-primary-background:var(--sp-accent);--pico-primary-border:var(--sp-edge);--pico-primary-hover-background:var(--sp-accent);--pico-primary-hover-border:var(--sp-edge);--pico-primary-inverse:var(--sp-on-accent);--pico-primary-focus:transparent;--pico-border-radius:var(--sp-radius);--pico-border-width:2px}
.sp-title{--pico-font-family:var(--sp-font-title);--pico-font-size:var(--sp-step-3);--pico-font-weight:var(--sp-weight-title);--pico-line-height:var(--sp-leading-title);letter-spacing:var(--sp-tracking-title);text-wrap:balance}
.sp-heading>.sp-lead.sp-lead{font-size:var(--sp-step-2);line-height:1.5;text-wrap:pretty}
.sp-button{--pico-font-weight:700;--pico-line-height:1.25;--pico-form-element-spacing-vertical:var(--sp-space-1);--pico-form-element-spacing-horizontal:var(--sp-space-2);font-size:var(--sp-step-1)}`,
  },
  /** Open Props 1 with its normalize and buttons: our rules take their values from its custom properties. */
  'open-props': {
    sheets: ['open-props/open-props.min.css', 'open-props/normalize.min.css', 'open-props/buttons.min.css'],
    classes: { page: '', title: '', lead: '', button: 'btn' },
    css: `html:root{--brand:var(--sp-accent);--link:var(--sp-link);--text-1:var(--sp-text);--text-2:var(--sp-muted);--surface-1:var(--sp-bg);--surface-2:var(--sp-surface);--surface-3:var(--sp-surface);--font-system-ui:var(--sp-font-text)}
.sp-title{font-family:var(--sp-font-title);font-size:var(--sp-step-3);font-weight:var(--sp-weight-title);line-height:var(--sp-leading-title);letter-spacing:var(--sp-tracking-title)}
.sp-lead{font-size:var(--sp-step-2);line-height:var(--font-lineheight-3);color:var(--text-2)}
.sp-button{--_bg:var(--brand);--_text:var(--sp-on-accent);--_border:var(--sp-edge);--_size:var(--sp-step-1);--_ink-shadow:none;--_highlight:color-mix(in oklab,var(--sp-edge) 30%,transparent);border-radius:var(--sp-radius);padding-block:var(--sp-space-1);padding-inline:var(--sp-space-2);line-height:var(--font-lineheight-1)}`,
  },
}
