// What four judges say of an OpenAPI document, each asked as its own documentation shows.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Finding {
  readonly rule: string
  /** Where in the document: paths./api/health.get.security. */
  readonly where: string
  readonly message: string
}

const run = promisify(execFile)
const home = import.meta.dirname
const mostOutput = 64 * 1024 * 1024

/** Judges end with 1 when they find something; what they wrote is the answer all the same. */
async function said(tool: string, words: readonly string[]): Promise<string> {
  const options = { cwd: home, maxBuffer: mostOutput, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } }
  const answer = run(process.execPath, [join(home, 'node_modules', '.bin', tool), ...words], options)
  return (await answer.catch((error: { readonly stdout: string }) => error)).stdout
}

function json(text: string) {
  return JSON.parse(text.slice(text.search(/[[{]/)))
}

interface RedoclyProblem {
  readonly ruleId: string
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

export async function redocly(file: string): Promise<readonly Finding[]> {
  const { problems } = json(await said('redocly', ['lint', '--extends=recommended-strict', '--format=json', file]))
  return problems.map(({ ruleId, message, location }: RedoclyProblem) => ({
    rule: ruleId,
    where: location[0]?.pointer ?? '',
    message,
  }))
}

interface SpectralResult {
  readonly code: string
  readonly message: string
  readonly path: readonly (string | number)[]
}

/** @param ruleset What a ruleset of Spectral extends: spectral:oas, or the name of a package. */
export async function spectral(file: string, ruleset: string, scratch: string): Promise<readonly Finding[]> {
  const rules = join(scratch, `${ruleset.replace(/\W+/g, '-')}.json`)
  const name = ruleset.startsWith('@') ? join(home, 'node_modules', ruleset, 'dist/ruleset.js') : ruleset
  await writeFile(rules, JSON.stringify({ extends: [name] }))
  const results = json(await said('spectral', ['lint', '--quiet', '-f', 'json', '-r', rules, file]))
  return results.map(({ code, message, path }: SpectralResult) => ({ rule: code, where: path.join('.'), message }))
}

export interface IbmScores {
  readonly usability: number
  readonly security: number
  readonly robustness: number
  readonly evolution: number
  readonly overall: number
}

/** Scores of 100 by IBM's validator. */
export async function ibm(file: string): Promise<IbmScores> {
  const report = json(await said('lint-openapi', ['--json', '--impact-score', file]))
  return report.impactScore.categorizedSummary
}
