// The capture script and other recorders film the same page of clocks; every film is measured frame by frame.
// `npm run bench:capture` prints the table; `-- --write` puts it in docs/benchmarks.md; `-- --only timecut` runs one recorder; `-- --size small`
// is quick.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { resolveCaptureConfig } from '../../src/capture/config.ts'
import { renderScript } from '../../src/capture/script.ts'
import { table, writeReport } from '../report.ts'

interface Recorder {
  readonly name: string
  /** Device px per CSS px: the viewport is smaller by it. 1 for recorders that ignore it. */
  readonly scale: number
  /** @returns the arguments of Node.js, and additions to the environment. */
  readonly command: (output: string, scale: number) => Command
}

interface Command {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

interface Film {
  /** Undefined if there is none; `reason` says why. */
  readonly file: string | undefined
  readonly reason: string
  /** From the start of the recorder, with that of the browser, to its end. */
  readonly wallSeconds: number
}

/** How a clock runs in a film. */
interface ClockResult {
  readonly undecodable: number
  readonly dropped: number
  readonly doubled: number
  /** Largest error beyond the tick of the clock, ms. */
  readonly beyondTick: number | null
}

/** Output of `measure` of the clock program. */
interface Measurement {
  readonly facts: {
    readonly width: number
    readonly height: number
    readonly frames: number
    readonly fps: number
    readonly steady: boolean
  }
  readonly leadIn: number
  readonly clocks: Readonly<Record<string, ClockResult>>
  readonly colorError: number | null
}

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '4k' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
})
const { width, height } = options.size === 'small' ? { width: 960, height: 540 } : { width: 3840, height: 2160 }
const seconds = Number(options.seconds)
const fps = 60
/** Twenty times what our script needs. */
const timeoutMs = 600_000
/** Some recorders hang in one run and not in the next. */
const maxAttempts = 2
/** Error of a correct clock beyond its tick, ms. */
const tolerance = 0.2

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const shell = process.env.HEADLESS_SHELL_PATH ?? '/usr/bin/chromium-headless-shell'
const ffmpeg = process.env.FFMPEG_PATH ?? '/usr/bin/ffmpeg'

/** The page of clocks of the tests, as a program with the commands `serve` and `measure`. */
const clockProgram = [
  '--import',
  'tsx',
  fileURLToPath(new URL('../../test/fixtures/capture/coded/program.ts', import.meta.url)),
]

const recorders: readonly Recorder[] = [
  service('Chromium', chromium),
  service('headless shell', shell),
  peer('timecut 0.3.3', 'timecut', 2),
  peer('puppeteer-capture 1.45.0', 'puppeteer-capture', 1),
  peer('Playwright 1.65.1 recordVideo', 'playwright-video', 1),
  peer('Playwright 1.65.1 recordVideo', 'playwright-video', 2),
  peer('Puppeteer 24.39.1 screencast', 'puppeteer-screencast', 1),
  peer('puppeteer-screen-recorder 3.0.6', 'puppeteer-screen-recorder', 1),
]

const folder = mkdtempSync(join(tmpdir(), 'bench-capture-'))
// The page starts before the film.
const clocks = spawn(process.execPath, [...clockProgram, 'serve', `${seconds + 60}`], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [address] = await once(createInterface({ input: clocks.stdout }), 'line')
const rows: (readonly string[])[] = []
for (const recorder of recorders.filter(({ name }) => name.includes(options.only))) {
  const recorded = await record(recorder)
  console.error(`${recorder.name}: ${recorded.file ?? recorded.reason}, ${recorded.wallSeconds.toFixed(0)} s`)
  rows.push(await describe(recorder, recorded))
}
clocks.stdin.end()
rmSync(folder, { recursive: true })

const report = table(
  [
    'recorder (viewport, CSS px, and scale)',
    'pixels',
    'frames per second',
    'blank lead-in',
    'clocks right',
    'dropped',
    'doubled',
    'undecodable',
    'error beyond tick, ms',
    'colour error of 255',
    'wall s per s',
  ],
  rows,
)
console.log(report)
if (options.write) await writeReport('bench:capture peers', report)
// A recorder may leave a browser behind.
process.exit(0)

/** The script as the service returns it. */
function service(browserName: string, browser: string): Recorder {
  return {
    name: `this service, ${browserName}`,
    scale: 2,
    command: (output, scale) => {
      const request = {
        target_url: String(address),
        output_format: 'mp4',
        record_duration: `${seconds}s`,
        viewport: { width: width / scale, height: height / scale, deviceScaleFactor: scale },
      } as const
      const file = `${output}-capture.mjs`
      writeFileSync(file, renderScript(resolveCaptureConfig(request)))
      const env = { CAPTURE_NO_SANDBOX: '1', CHROMIUM_PATH: browser, FFMPEG_PATH: ffmpeg }
      return { args: [file, `${output}.mp4`], env }
    },
  }
}

function peer(name: string, file: string, scale: number): Recorder {
  return {
    name,
    scale,
    command: (output, scale) => {
      const viewport = { width: width / scale, height: height / scale, scale }
      const order = { address: String(address), output, ...viewport, fps, seconds, chromium, shell, ffmpeg }
      const program = fileURLToPath(new URL(`./recorders/${file}.mjs`, import.meta.url))
      return { args: [program, JSON.stringify(order)], env: { PUPPETEER_SKIP_DOWNLOAD: '1' } }
    },
  }
}

async function record({ command, scale }: Recorder): Promise<Film> {
  for (let attempt = 1; ; attempt++) {
    const output = join(folder, `film-${rows.length}-${attempt}`)
    const { args, env } = command(output, scale)
    const begin = performance.now()
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
      timeout: timeoutMs,
    })
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    const wallSeconds = (performance.now() - begin) / 1000
    const file = ['.mp4', '.webm'].map(extension => output + extension).find(existsSync)
    if (code === 0 && file !== undefined) return { file, reason: '', wallSeconds }
    const message = /^[\w.]+: .*$/m.exec(errors)?.[0] ?? `exit code ${code}`
    if (attempt === maxAttempts) return { file: undefined, reason: `failed twice: ${message}`, wallSeconds }
  }
}

async function describe(recorder: Recorder, { file, reason, wallSeconds }: Film): Promise<readonly string[]> {
  const { scale } = recorder
  const name = `${recorder.name} (${width / scale} × ${height / scale} at ${scale})`
  if (file === undefined) return [name, reason.replaceAll('|', '/'), ...Array.from({ length: 9 }, () => '')]
  const { facts, leadIn, colorError, clocks } = await measureFilm(file)
  const results = Object.values(clocks)
  const right = results.filter(
    ({ undecodable, dropped, doubled, beyondTick }) =>
      undecodable + dropped + doubled === 0 && beyondTick !== null && beyondTick <= tolerance,
  )
  const worst = (member: keyof ClockResult) => results.flatMap(result => result[member] ?? [])
  const errors = worst('beyondTick')
  return [
    name,
    `${facts.width} × ${facts.height}`,
    `${facts.frames} at ${facts.steady ? '' : 'about '}${Number(facts.fps.toFixed(1))}`,
    leadIn,
    `${right.length} of ${results.length}`,
    Math.max(...worst('dropped')),
    Math.max(...worst('doubled')),
    Math.max(...worst('undecodable')),
    errors.length === 0 ? '–' : Math.max(...errors).toFixed(2),
    colorError ?? '–',
    (wallSeconds / seconds).toFixed(1),
  ].map(String)
}

async function measureFilm(file: string): Promise<Measurement> {
  const args = [...clockProgram, 'measure', file, `${fps}`]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64e6 })
  return JSON.parse(stdout)
}
