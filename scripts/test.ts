// Runs the tests, tells plainly what was skipped and why, and ends with the counts.
// With CI set the coverage gate holds and nothing may be skipped.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile } from 'node:fs/promises'
import { resultsOf } from './results.ts'
import { tapProgram } from './tap-program.ts'

const ci = Boolean(process.env.CI)
const log = '.tap/results.tap'
const gate = ci ? [] : ['--allow-incomplete-coverage']

await mkdir('.tap', { recursive: true })
const run = spawn(process.execPath, [tapProgram, `--output-file=${log}`, ...gate, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
const [code] = await once(run, 'close')

const { passed, failed, skipped, failures } = resultsOf(await readFile(log, 'utf8').catch(() => ''))
// What failed comes once more at the end, where nobody has to look for it among thousands of lines.
for (const failure of failures) console.log(failure)
for (const line of skipped) console.log(`skipped: ${line}`)
if (ci && skipped.length > 0) console.log('CI skips nothing: install what the lines above name.')
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`)
process.exitCode = code || (ci && skipped.length > 0) || failed > 0 ? 1 : 0
