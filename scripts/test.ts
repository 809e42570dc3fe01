// `npm test`: one line per file, the failures, what was skipped and why, and at the end the counts: `N passed, N failed`.
// With CI set the tests must run nearly every line of the service, and nothing may be skipped; else coverage is measured for the files that
// are named. The whole TAP is in .tap/results.tap.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type FileResult, runTap } from './tap.ts'

/**
 * Least share of the lines of the service that the tests run, %. Conditions are not counted: many exist for the compiler, or for faults that no
 * test can cause.
 */
const minCoverage = 99

const isCi = Boolean(process.env.CI)
const chosen = process.argv.slice(2)
const hasCoverage = isCi || chosen.length > 0
const shared = await startShared()
const { code, files } = await runTap(hasCoverage ? chosen : ['--disable-coverage'], {
  log: '.tap/results.tap',
  env: shared.env,
  onFile: printFile,
  onText: line => console.log(line),
})
await shared.stop()

const total = (count: (file: FileResult) => number): number => files.reduce((sum, file) => sum + count(file), 0)
const [passed, failed] = [total(file => file.passed), total(file => file.failed)]
const skipped = files.flatMap(file => file.skipped)
// The failures once more at the end, where they are seen.
for (const { file, failures } of files) for (const failure of failures) console.log(`${file}: ${failure}`)
for (const line of skipped) console.log(`skipped: ${line}`)
if (isCi && skipped.length > 0) console.log('CI skips nothing: install what the lines above name.')
const coverage = isCi ? readCoverage() : 100
if (coverage < minCoverage) console.log(`The tests run ${coverage} % of the lines, and must run ${minCoverage} %.`)
if (code !== 0 && failed === 0) console.log(`tap ended with ${code}: see the coverage above or .tap/results.tap`)
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
process.exitCode = code !== 0 || failed > 0 || coverage < minCoverage || (isCi && skipped.length > 0) ? 1 : 0

/** @returns the share of lines that ran, % */
function readCoverage(): number {
  const { total } = JSON.parse(readFileSync('.tap/report/coverage-summary.json', 'utf8'))
  return total.lines.pct
}

function printFile({ file, seconds, passed, failed, failures }: FileResult): void {
  const mark = failed > 0 ? 'FAIL' : 'ok  '
  console.log(`${mark} ${file.padEnd(36)} ${seconds.toFixed(1).padStart(6)} s ${`${passed}`.padStart(7)} passed`)
  for (const failure of failures) console.log(failure)
}

/** What all files share: test/helpers/shared.ts starts it and prints how to reach it. */
async function startShared(): Promise<{ readonly env: NodeJS.ProcessEnv; readonly stop: () => Promise<void> }> {
  const program = join(import.meta.dirname, '../test/helpers/shared.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), closed.then(() => ['{}'])])
  return {
    env: JSON.parse(String(line)),
    stop: async () => {
      // It ends with its input.
      child.stdin.end()
      await closed
    },
  }
}
