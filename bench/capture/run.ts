// Our capture script and other recorders film the same page of clocks, and their films are measured.
// `npm run bench:capture` prints the tables, `-- --write` puts them in docs/benchmarks.md, `-- --only timecut` lets one film, `-- --size small`
// is quick, `-- --part engines` compares the engines with a plain loop of screenshots.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { writeReport } from '../report.ts'
import { engines } from './engines.ts'
import { peers } from './peers.ts'
import { clockProgram, type Order } from './recorders.ts'

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', default: 'peers' },
    size: { type: 'string', default: '4k' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
})

const sizes: Readonly<Record<string, Order['pixels']>> = {
  '4k': { width: 3840, height: 2160 },
  hd: { width: 1920, height: 1080 },
  small: { width: 960, height: 540 },
}
const parts: Readonly<Record<string, (order: Order, only: string, rounds: number) => Promise<string>>> = {
  peers,
  engines,
}

const [pixels, part] = [sizes[options.size], parts[options.part]]
if (pixels === undefined) throw new Error(`--size is one of ${Object.keys(sizes).join(', ')}.`)
if (part === undefined) throw new Error(`--part is one of ${Object.keys(parts).join(', ')}.`)

const folder = mkdtempSync(join(tmpdir(), 'bench-capture-'))
// Pages begin a while before their films.
const clocks = spawn(process.execPath, [...clockProgram, 'serve', `${Number(options.seconds) + 60}`], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
const [address] = await once(createInterface({ input: clocks.stdout }), 'line')
const order: Order = {
  address: String(address),
  output: join(folder, 'film'),
  pixels,
  fps: 60,
  seconds: Number(options.seconds),
  chromium: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  shell: process.env.HEADLESS_SHELL_PATH ?? '/usr/bin/chromium-headless-shell',
  ffmpeg: process.env.FFMPEG_PATH ?? 'ffmpeg',
}
const report = await part(order, options.only, Number(options.rounds))
clocks.stdin.end()
rmSync(folder, { recursive: true })
console.log(report)
if (options.write) await writeReport(`bench:capture ${options.part}`, report)
process.exit(0)
