// The version of the service: package.json is its only home.
import { readFileSync } from 'node:fs'

const manifest: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** major.minor.patch */
export const version: string = manifest.version
