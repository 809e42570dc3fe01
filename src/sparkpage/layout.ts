// How the page answers to the width: our own grid, the same in every framework.
import type { ResponsiveType } from '../../schemas/sparkpage.ts'

const card = '.sp-art{border-radius:var(--sp-radius-large)}'
const tall = 'min-height:calc(100vh - 6rem)'

/** Rules per responsive type. The breakpoints are in rem, so that they follow the reader's font size. */
export const layouts: Readonly<Record<ResponsiveType, string>> = {
  /** One column; from 60rem on two halves, the picture to the edges. Only min-width. */
  'mobile-first': `.sp-hero{grid-template-columns:minmax(0,1fr)}
.sp-copy{padding:var(--sp-space-4) var(--sp-space-3)}
.sp-art{aspect-ratio:4/3}
@media (min-width:60rem){
.sp-hero{grid-template-columns:minmax(0,1fr) minmax(0,1fr);${tall}}
.sp-copy{padding:var(--sp-space-3)}
.sp-art{aspect-ratio:auto;max-height:100vh;position:sticky;top:0}
}`,
  /** Two columns, a framed picture; below 56rem one. Only max-width. */
  'desktop-first': `.sp-hero{grid-template-columns:minmax(0,7fr) minmax(0,5fr);gap:var(--sp-space-4);padding:var(--sp-space-3) var(--sp-space-4);${tall}}
.sp-art{aspect-ratio:4/5;max-height:82vh;align-self:center}
${card}
@media (max-width:56rem){
.sp-hero{grid-template-columns:minmax(0,1fr);gap:var(--sp-space-3);padding:var(--sp-space-3) 1.25rem;min-height:0}
.sp-art{aspect-ratio:16/10}
}`,
  /** As many columns as find room, no query and no maximum. */
  fluid: `.sp-hero{grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr));gap:clamp(1.5rem,5vw,16rem);padding:clamp(1.5rem,6vw,18rem) clamp(1rem,6vw,18rem)}
.sp-art{aspect-ratio:1;max-height:80vh;align-self:center;width:100%}
${card}`,
  /** A few exact widths. */
  adaptive: `.sp-hero{grid-template-columns:minmax(0,1fr);gap:var(--sp-space-3);width:20rem;max-width:100%;margin-inline:auto;padding-block:var(--sp-space-3)}
.sp-art{aspect-ratio:1}
${card}
@media (min-width:30rem){.sp-hero{width:28rem}}
@media (min-width:48rem){.sp-hero{width:44rem}.sp-art{aspect-ratio:2}}
@media (min-width:64rem){.sp-hero{width:60rem;grid-template-columns:minmax(0,1fr) minmax(0,1fr);${tall}}.sp-art{aspect-ratio:1;align-self:center}}
@media (min-width:84rem){.sp-hero{width:76rem}}
@media (min-width:120rem){.sp-hero{width:108rem}}
@media (min-width:200rem){.sp-hero{width:184rem;gap:8rem}}`,
  /** One width for all. */
  fixed: `.sp-hero{grid-template-columns:minmax(0,1fr);gap:var(--sp-space-3);width:min(960px,100%);margin-inline:auto;padding:var(--sp-space-3) 1rem}
.sp-copy::before{max-width:4rem;max-height:.5rem}
.sp-art{aspect-ratio:2}
${card}`,
}

/** CSS px of the width from which on letters and spaces stay the same, where the layout does too. */
export const widest: Readonly<Partial<Record<ResponsiveType, number>>> = { fixed: 1200 }
