// Our capture script and other recorders film the same page of clocks, and their films are measured.
// `npm run bench:capture` prints the tables, `-- --write` puts them in docs/benchmarks.md, `-- --only timecut` lets one film, `-- --size small`
// is quick, `-- --part engines` and `-- --part memory` are other questions.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeMedia } from '../../test/capture/coded/media.ts'
import { serveClocks } from '../../test/capture/coded/serve.ts'
import { chromiumPath, ffmpegPath, shellPath } from '../../test/tools.ts'
import { keep } from '../keep.ts'
import { engines } from './engines.ts'
import { memory } from './memory.ts'
import { peers } from './peers.ts'
import type { Order } from './recorders.ts'

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
  memory,
}

const [pixels, part] = [sizes[options.size], parts[options.part]]
if (pixels === undefined) throw new Error(`--size is one of ${Object.keys(sizes).join(', ')}.`)
if (part === undefined) throw new Error(`--part is one of ${Object.keys(parts).join(', ')}.`)
if (chromiumPath === undefined || ffmpegPath === undefined) throw new Error('Chromium and ffmpeg have to be installed.')

const folder = mkdtempSync(join(tmpdir(), 'bench-capture-'))
// Pages begin a while before their films.
await makeMedia(ffmpegPath, folder, Number(options.seconds) + 60)
const host = await serveClocks(folder)
const order: Order = {
  address: host.address(),
  output: join(folder, 'film'),
  pixels,
  fps: 60,
  seconds: Number(options.seconds),
  chromium: chromiumPath,
  shell: shellPath ?? chromiumPath,
  ffmpeg: ffmpegPath,
}
const report = await part(order, options.only, Number(options.rounds))
host.close()
rmSync(folder, { recursive: true })
console.log(report)
if (options.write) await keep(`bench:capture ${options.part}`, report)
process.exit(0)
