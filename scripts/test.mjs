// Runs the tests, tells plainly what was skipped and why, and ends with the counts.
// With CI set the coverage gate holds and nothing may be skipped.
import { spawn } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const ci = Boolean(process.env.CI)
const results = '.tap/results.tap'
const tap = createRequire(import.meta.url)
  .resolve('tap/package.json')
  .replace(/package\.json$/, 'dist/esm/run.mjs')
const gate = ci ? [] : ['--allow-incomplete-coverage']

await mkdir('.tap', { recursive: true })
const run = spawn(process.execPath, [tap, `--output-file=${results}`, ...gate, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
const code = await new Promise(resolve => run.on('close', resolve))

const lines = (await readFile(results, 'utf8').catch(() => '')).split('\n')
const skipped = lines.filter(line => /^\s+(?:not )?ok .* # SKIP/.test(line))
// Points inside a subtest are counted, the lines that close a subtest or a file are not.
const points = lines.filter(line => /^\s+(?:not )?ok \d/.test(line) && !/# (?:SKIP|time=)/.test(line))
const failed = points.filter(line => /^\s+not ok/.test(line)).length

// What failed comes once more at the end, where nobody has to look for it among thousands of lines.
const reportOf = at => {
  const end = lines.findIndex((line, i) => i > at && /^\s*(?:\.\.\.|(?:not )?ok \d.*)$/.test(line))
  const file = lines.slice(at).find(line => /^(?:not )?ok \d+ - test\//.test(line)) ?? ''
  return [file.replace(/ # .*/, ''), ...lines.slice(at, end)].join('\n')
}
for (const [at, line] of lines.entries())
  if (/^\s+not ok \d/.test(line) && !/# time=/.test(line)) console.log(reportOf(at))

for (const line of skipped) console.log(`skipped: ${line.trim().replace(/^ok \d+ - /, '')}`)
if (ci && skipped.length > 0) console.log('CI skips nothing: install what the lines above name.')
console.log(
  `${points.length - failed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
)
process.exitCode = code || (ci && skipped.length > 0) || failed > 0 ? 1 : 0
