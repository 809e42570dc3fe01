// The frameworks' own rules, reduced beforehand to those that pages match: scripts/build-css.ts writes them.
import { readFileSync } from 'node:fs'
import { type Framework, frameworks } from '../../../schemas/sparkpage.ts'

const read = (framework: Framework): string =>
  readFileSync(new URL(`./${framework}.css`, import.meta.url), 'utf8').trim()

/** By framework; none has no rules but ours. */
export const rules: ReadonlyMap<Framework, string> = new Map(
  frameworks.filter(framework => framework !== 'none').map(framework => [framework, read(framework)]),
)
