// `npm run verify`: runs every large matrix whole, one after the other, and prints one table. `-- fuzz script` runs those alone; an option
// (`container --write`) goes to the programs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { runTap } from './tap.ts'

interface Matrix {
  readonly asks: string
  /** A test file, or a program that prints a line `cases: …` and exits with 0 when everything is right. */
  readonly file: string
}

interface Outcome {
  readonly cases: readonly string[]
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  readonly failures: readonly string[]
}

/** In the order in which they run. */
const matrices: Readonly<Record<string, Matrix>> = {
  palettes: { asks: 'do themes of palettes of every kind hold their contrast', file: 'test/page-plan.test.ts' },
  frameworks: { asks: 'are our subsets the frameworks', file: 'test/frameworks.test.ts' },
  pages: { asks: 'are pages valid, accessible, readable and safe', file: 'test/page-render.test.ts' },
  pictures: {
    asks: 'has every picture of a page what browsers show and nothing else',
    file: 'test/page-pictures.test.ts',
  },
  linked: { asks: 'is a page with linked pictures the page in one file', file: 'test/page-linked.test.ts' },
  media: { asks: 'do pages print, grow and turn', file: 'test/page-media.test.ts' },
  contrast: { asks: 'can texts on pictures be read', file: 'test/page-contrast.test.ts' },
  safety: { asks: 'does a hostile text run or leave its place', file: 'test/page-safety.test.ts' },
  layouts: { asks: 'are texts uncovered, people and objects whole', file: 'test/page-layout.test.ts' },
  playground: { asks: 'is every state of the playground right', file: 'test/playground.test.ts' },
  editor: {
    asks: 'does every edit and setting reach the pages of the playground',
    file: 'test/playground-editor.test.ts',
  },
  docs: { asks: 'are the API reference and the problem pages right', file: 'test/docs.test.ts' },
  stability: { asks: 'does a picture always give the same style', file: 'test/analysis.test.ts' },
  palette: { asks: 'does the palette cover real pictures', file: 'test/palette.test.ts' },
  style: { asks: 'is the subject of a scene found', file: 'test/style.test.ts' },
  addresses: { asks: 'does a hostile address reach the inside', file: 'test/hostile-addresses.test.ts' },
  records: { asks: 'do databases keep hostile strings alike', file: 'test/store.test.ts' },
  fuzz: { asks: 'is every request answered by the contract', file: 'test/fuzz.test.ts' },
  kill: { asks: 'is anything lost that was acknowledged', file: 'test/storage.test.ts' },
  restart: { asks: 'does a rolling restart fail a request', file: 'test/deploy.test.ts' },
  sizes: { asks: 'are pages small', file: 'test/page.test.ts' },
  fonts: { asks: 'is every text in a font of its weight', file: 'test/page-fonts.test.ts' },
  files: { asks: 'does a hostile host or file exceed its memory or time', file: 'test/hostile-files.test.ts' },
  script: { asks: 'does the script write what it says, every clock at its time', file: 'test/capture-run.test.ts' },
  films: { asks: 'is a video right in both builds of Chromium', file: 'test/capture-film.test.ts' },
  stories: { asks: 'does a story rest at its sections', file: 'test/capture-story.test.ts' },
  options: { asks: 'does every option of a capture work at every scale', file: 'test/capture-options.test.ts' },
  scroll: { asks: 'is every frame of a scroll at its position and time', file: 'test/capture-scroll.test.ts' },
  capture: { asks: 'does the script end well on hostile pages', file: 'test/capture-hostile.test.ts' },
  verdict: { asks: 'is every drawn page taken for what it is', file: 'test/capture-verdict.test.ts' },
  overlays: { asks: 'is every overlay hidden, and nothing else', file: 'test/capture-overlays.test.ts' },
  container: { asks: 'does the image run where little is allowed', file: 'scripts/container.ts' },
  nodes: { asks: 'does the build run on every Node.js', file: 'scripts/nodes.ts' },
  images: { asks: 'is every variant of an image format decoded', file: 'test/image.test.ts' },
  videos: { asks: 'does a damaged video end in an image or an error', file: 'test/video.test.ts' },
  regions: { asks: 'is a region measured like the picture cut to it', file: 'test/region.test.ts' },
  letters: { asks: 'has every face the letters of its languages', file: 'test/fonts.test.ts' },
  hosts: { asks: 'which host names are answered', file: 'test/host-check.test.ts' },
  bodies: { asks: 'is a body of the largest size read, whatever it holds', file: 'test/request-body.test.ts' },
  codings: { asks: 'is every kind of body read in every coding', file: 'test/content-encoding.test.ts' },
  excess: { asks: 'is the answer to an excessive body short', file: 'test/lenient-input.test.ts' },
  load: { asks: 'is everybody served while one client takes all it can get', file: 'test/load.test.ts' },
  renders: { asks: 'is a render lost when a process is killed', file: 'test/render-kill.test.ts' },
  replicas: { asks: 'do replicas share renders behind PgBouncer', file: 'test/render-replicas.test.ts' },
  equal: { asks: 'is a render what its script writes', file: 'test/render-equal.test.ts' },
  hostile: { asks: 'does a hostile page outlast its render', file: 'test/render-hostile.test.ts' },
  documents: { asks: 'are reports and pages about problems valid', file: 'test/valid-documents.test.ts' },
  rates: { asks: 'is a film right at every frame rate', file: 'test/capture-frame-rate.test.ts' },
  stills: { asks: 'does a still show a page at rest', file: 'test/capture-stills.test.ts' },
  steps: { asks: 'does every step do what it says', file: 'test/capture-steps.test.ts' },
  visitors: { asks: 'is the visitor of a page the one that was asked for', file: 'test/capture-visitor.test.ts' },
  types: { asks: 'have files of captures their type and quality', file: 'test/capture-images.test.ts' },
  unusual: { asks: 'are documents unlike others captured', file: 'test/capture-documents.test.ts' },
}

const logs = '.tap/verify'
/** Failures shown of a matrix: one fault in a colour fails thousands of checks. */
const maxShown = 20
const words = process.argv.slice(2)
const options = words.filter(word => word.startsWith('--'))
const requested = words.filter(word => !word.startsWith('--'))

const unknown = requested.filter(name => !(name in matrices))
if (unknown.length > 0) {
  console.error(`There is no matrix ${unknown.join(', ')}. There are:`)
  for (const [name, { asks }] of Object.entries(matrices)) console.error(`  ${name.padEnd(12)}${asks}?`)
  process.exit(2)
}

await mkdir(logs, { recursive: true })
const rows: string[] = []
const reports: string[] = []
for (const [name, matrix] of Object.entries(matrices)) {
  if (requested.length > 0 && !requested.includes(name)) continue
  console.error(`${name}: ${matrix.asks}?`)
  const begin = Date.now()
  const log = `${logs}/${name}.log`
  const { cases, passed, failed, skipped, failures } = matrix.file.endsWith('.test.ts')
    ? await runTests(matrix.file, log)
    : await runProgram(matrix.file, log)
  const minutes = ((Date.now() - begin) / 60_000).toFixed(1)
  rows.push(
    `| ${name} | ${[...cases, ...skipped].join('; ')} | ${passed.toLocaleString('en')} | ${failed} | ${minutes} |`,
  )
  if (failed + skipped.length > 0)
    reports.push(['', `${name}, all in ${log}:`, ...failures.slice(0, maxShown)].join('\n'))
}

console.log('\n| matrix | cases | checks passed | wrong | minutes |\n|---|---|--:|--:|--:|')
for (const line of [...rows, ...reports]) console.log(line)
if (reports.length > 0) process.exitCode = 1

async function runTests(file: string, log: string): Promise<Outcome> {
  const args = ['--disable-coverage', '--timeout=3600', ...options.map(option => `--test-arg=${option}`), file]
  const { code, files } = await runTap(args, { log, env: { VERIFY: 'whole' } })
  const [result] = files
  const failed = result?.failed ?? 0
  const reasons = new Set(result?.skipped.map(line => `not run: ${line.replace(/^.*# SKIP */, '')}`))
  return {
    cases: result?.cases ?? [],
    passed: result?.passed ?? 0,
    // A run that ended early has no check that says so.
    failed: failed === 0 && (code !== 0 || (result?.passed ?? 0) + reasons.size === 0) ? 1 : failed,
    skipped: [...reasons],
    failures: result?.failures ?? [],
  }
}

async function runProgram(file: string, log: string): Promise<Outcome> {
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  const output = createWriteStream(log)
  child.stderr.pipe(output, { end: false })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    output.write(`${line}\n`)
  }
  const [code] = await closed
  output.end()
  const failures = lines.filter(line => line.startsWith('not ok'))
  return {
    cases: lines.flatMap(line => /^cases: (.*)/.exec(line)?.[1] ?? []),
    passed: lines.filter(line => line.startsWith('ok')).length,
    failed: failures.length === 0 && code !== 0 ? 1 : failures.length,
    skipped: [],
    failures: failures.length === 0 ? lines.slice(-maxShown) : failures,
  }
}
