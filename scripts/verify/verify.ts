// Runs every large matrix whole, one after the other, and prints one table. `npm run verify -- fuzz clocks` runs those
// alone; an option (`container --write`) goes to the tests.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { resultsOf } from '../results.ts'
import { tapProgram } from '../tap-program.ts'
import { type Matrix, matrices } from './matrices.ts'

interface Row {
  readonly name: string
  readonly log: string
  readonly cells: readonly string[]
  readonly failures: readonly string[]
  readonly isGood: boolean
}

const logs = '.tap/verify'
/** Of what failed, so many are shown; whoever broke a colour has broken thousands. */
const mostShown = 20
const isOption = (word: string): boolean => word.startsWith('--')
const said = process.argv.slice(2)
const options = said.filter(isOption).map(option => `--test-arg=${option}`)
const asked = said.filter(word => !isOption(word))
const words = ['--disable-coverage', '--reporter=tap', '--timeout=3600', ...options]

/** Runs a matrix; all that it says is kept. */
const run = async (name: string, { file }: Matrix): Promise<Row> => {
  const log = `${logs}/${name}.log`
  const output = openSync(log, 'w')
  const begin = Date.now()
  const tests = spawn(process.execPath, [tapProgram, ...words, file], {
    env: { ...process.env, VERIFY: 'whole' },
    stdio: ['ignore', output, output],
  })
  const [code] = await once(tests, 'close')
  const minutes = ((Date.now() - begin) / 60_000).toFixed(1)
  const { passed, failed, skipped, failures, cases } = resultsOf(await readFile(log, 'utf8'))
  const reasons = new Set(skipped.map(line => `not run: ${line.replace(/^.*# SKIP */, '')}`))
  // A run that ended early has no point that says so.
  const wrong = Math.max(failed, code === 0 && passed + skipped.length > 0 ? 0 : 1)
  return {
    name,
    log,
    cells: [name, [...cases, ...reasons].join('; '), passed.toLocaleString('en'), `${wrong}`, minutes],
    failures,
    isGood: wrong === 0 && skipped.length === 0,
  }
}

const unknown = asked.filter(name => !matrices.has(name))
if (unknown.length > 0) {
  console.error(`There is no matrix ${unknown.join(', ')}. There are:`)
  for (const [name, { asks }] of matrices) console.error(`  ${name.padEnd(12)}${asks}?`)
  process.exit(2)
}

await mkdir(logs, { recursive: true })
const rows: Row[] = []
for (const [name, matrix] of matrices) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.error(`${name}: ${matrix.asks}?`)
  rows.push(await run(name, matrix))
}

console.log('\n| matrix | cases | checks passed | wrong | minutes |\n|---|---|--:|--:|--:|')
for (const { cells } of rows) console.log(`| ${cells.join(' | ')} |`)
for (const { name, log, failures } of rows.filter(({ isGood }) => !isGood))
  console.log(['', `${name}, all in ${log}:`, ...failures.slice(0, mostShown)].join('\n'))
if (rows.some(({ isGood }) => !isGood)) process.exitCode = 1
