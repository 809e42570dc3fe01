// The versions of the service and of its analysis.
import { readFileSync } from 'node:fs'

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** Version of the service, major.minor.patch; package.json is its source. */
export const version: string = manifest.version

/** User-Agent of requests to other hosts. @param purpose what they are for */
export function userAgent(purpose: string): string {
  return `automation-service/${version} (+${purpose})`
}

/** Version of the analysis: part of every analysis id, so it changes whenever any answer may change. */
export const analyserVersion = '1.14.0'

/** Version of the design of pages: part of every page id, so that a page keeps its bytes when the design changes. */
export const designVersion = '8'
