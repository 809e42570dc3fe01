// `npm run bench:start`: from the start of the process to the first 200 of analyze-vibe with a photograph, as a ratio to a bare Fastify
// server with sharp that is started in the same way, by Node.js or npm. All start in turn in one run, so that the machine is the same for
// all. `-- --rounds 3` is quick.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { elapsed, median, table } from '../report.ts'

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
const root = join(import.meta.dirname, '../..')
const photograph = new Uint8Array(await readFile(join(root, 'test/fixtures/pictures/landscape-beach-city.jpg')))

const bare = join(import.meta.dirname, 'bare.mjs')
const commands = {
  'node: Fastify and sharp': [process.execPath, bare],
  'node: dist/src/server.js': [process.execPath, join(root, 'dist/src/server.js')],
  'npm: Fastify and sharp': ['npm', 'start', '--prefix', import.meta.dirname],
  'npm: npm start': ['npm', 'start', '--prefix', root],
} as const

const times = new Map<string, number[]>()
for (let round = 0; round < Number(options.rounds); round++)
  for (const [name, command] of Object.entries(commands))
    times.set(name, [...(times.get(name) ?? []), await timeFirstAnalysis(command)])

const rows = [...times].map(([name, values]) => {
  const base = median(times.get(name.replace(/:.*/, ': Fastify and sharp')) ?? [])
  return [name, Math.round(median(values)).toString(), (median(values) / base).toFixed(2)]
})
console.log(table(['command', 'first analysis, ms', 'ratio'], rows))

async function timeFirstAnalysis([program, ...args]: readonly [string, ...string[]]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'start-'))
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: folder, DRAIN_MS: '0' }
  let stop = async () => undefined
  const time = await elapsed(async () => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const exited = once(child, 'exit')
    for await (const line of createInterface({ input: child.stdout })) {
      // npm does not pass SIGTERM on when a shell is between.
      const pid = Number(/"pid":(\d+)/.exec(line)?.[1] ?? child.pid)
      stop = async () => {
        process.kill(pid, 'SIGTERM')
        await exited
      }
      const address = /listens on (http:[^; ]+)/.exec(line)?.[1]
      if (address === undefined) continue
      const headers = { 'content-type': 'image/jpeg' }
      const answer = await fetch(`${address}/api/v1/analyze-vibe`, { method: 'POST', headers, body: photograph })
      if (!answer.ok) throw new Error(await answer.text())
      await answer.arrayBuffer()
      break
    }
  })
  await stop()
  await rm(folder, { recursive: true })
  return time
}
