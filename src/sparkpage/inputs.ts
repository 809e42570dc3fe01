// What of a build request makes the page: its id, its record and its place in the cache follow from nothing else.
import {
  type Framework,
  frameworkWords,
  type PageContent,
  type ResponsiveType,
  responsiveWords,
  type SparkpageRequest,
  type StyleInput,
} from '../../schemas/sparkpage.ts'
import { resolveAlias } from '../aliased-enum.ts'
import { canonicalStyle } from './style.ts'

/** A request without what is ignored, every open word in its canonical form. */
export interface PageInputs {
  readonly style_metadata: StyleInput
  readonly content: PageContent
  readonly export_settings: { readonly framework: Framework; readonly responsive_type: ResponsiveType }
}

function knownContent({ headline, sub_headline, cta_button_text, cta_url }: PageContent): PageContent {
  return { headline, sub_headline, cta_button_text, ...(cta_url !== undefined && { cta_url }) }
}

/** Reduces a request that satisfies its schema to what the page is made of. */
export function pageInputs({ style_metadata, content, export_settings = {} }: SparkpageRequest): PageInputs {
  return {
    style_metadata: canonicalStyle(style_metadata),
    content: knownContent(content),
    export_settings: {
      framework: resolveAlias(frameworkWords, export_settings.framework).value,
      responsive_type: resolveAlias(responsiveWords, export_settings.responsive_type).value,
    },
  }
}
