// The findings of four linters of OpenAPI documents, each run as its own documentation shows.
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
const maxOutputBytes = 64 * 1024 * 1024

/** The output of a linter; it exits with 1 when it has findings. */
async function runTool(tool: string, options: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  const args = [join(home, 'node_modules', '.bin', tool), ...options]
  const result = run(process.execPath, args, { cwd: home, maxBuffer: maxOutputBytes, env })
  return (await result.catch((error: { readonly stdout: string }) => error)).stdout
}

function parseOutput(text: string) {
  return JSON.parse(text.slice(text.search(/[[{]/)))
}

interface RedoclyProblem {
  readonly ruleId: string
  readonly message: string
  readonly location: readonly { readonly pointer?: string }[]
}

export async function redocly(file: string): Promise<readonly Finding[]> {
  const { problems } = parseOutput(
    await runTool('redocly', ['lint', '--extends=recommended-strict', '--format=json', file]),
  )
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

/** @param ruleset What a ruleset of Spectral extends: spectral:oas, or the name of a package. @param scratch Folder for temporary files. */
export async function spectral(file: string, ruleset: string, scratch: string): Promise<readonly Finding[]> {
  const rules = join(scratch, `${ruleset.replace(/\W+/g, '-')}.json`)
  const name = ruleset.startsWith('@') ? join(home, 'node_modules', ruleset, 'dist/ruleset.js') : ruleset
  await writeFile(rules, JSON.stringify({ extends: [name] }))
  const results = parseOutput(await runTool('spectral', ['lint', '--quiet', '-f', 'json', '-r', rules, file]))
  return results.map(({ code, message, path }: SpectralResult) => ({ rule: code, where: path.join('.'), message }))
}

export interface IbmScores {
  readonly usability: number
  readonly security: number
  readonly robustness: number
  readonly evolution: number
  readonly overall: number
}

/** Scores of IBM's validator, 0 to 100. */
export async function ibm(file: string): Promise<IbmScores> {
  const report = parseOutput(await runTool('lint-openapi', ['--json', '--impact-score', file]))
  return report.impactScore.categorizedSummary
}
