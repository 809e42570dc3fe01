// What sharp alone makes of each picture, in a process each, with the options of the service: whether a file is built right, and what it
// costs who has no defence.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { bombs } from '../../test/bombs/index.ts'
import { table } from './report.ts'

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { only: { type: 'string', default: '' }, timeout: { type: 'string', default: '20000' } },
})
const run = promisify(execFile)

/** Prints the outcome and the peak memory of the process, kB; the module alone has some 55 MB. */
const program = `
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
sharp.cache(false)
sharp.concurrency(1)
const open = () => sharp(readFileSync(process.argv[1]), { failOn: 'none', limitInputPixels: false })
const said = await open().metadata().then(
  ({ width, height, pages = 1 }) => open().resize(192, 192, { fit: 'inside' }).raw().toBuffer().then(() => \`\${width} x \${height}, \${pages} pages\`),
).catch(error => error.message.split('\\n')[0].slice(0, 70))
console.log(JSON.stringify({ said, peak: Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) }))
`

async function measure(file: string) {
  const begin = performance.now()
  const root = join(import.meta.dirname, '../..')
  const args = ['--input-type=module', '-e', program, file]
  const { said, peak } = await run(process.execPath, args, {
    cwd: root,
    timeout: Number(options.timeout),
    killSignal: 'SIGKILL',
  })
    .then(({ stdout }): { said: string; peak: number } => JSON.parse(stdout))
    .catch(({ signal }: { signal?: string }) => ({
      said: signal === 'SIGKILL' ? 'killed after the time limit' : 'died',
      peak: 0,
    }))
  return { said, peakMb: peak / 1024, ms: performance.now() - begin }
}

const folder = await mkdtemp(join(tmpdir(), 'attack-plain-'))
const rows: (readonly [peakMb: number, cells: readonly string[]])[] = []
for (const { name, format, bytes } of bombs) {
  if (format === 'video' || !new RegExp(options.only, 'i').test(name)) continue
  const file = join(folder, 'picture')
  const content = await bytes()
  await writeFile(file, content)
  const { said, peakMb, ms } = await measure(file)
  console.error(name, said, peakMb.toFixed(0))
  rows.push([peakMb, [name, (content.length / 1024).toFixed(0), said, ms.toFixed(0), peakMb.toFixed(0)]])
}
await rm(folder, { recursive: true })
const sorted = rows.toSorted(([one], [other]) => other - one).map(([, cells]) => cells)
console.log(table(['file', 'kB', 'sharp', 'ms', 'peak, MB'], sorted))
