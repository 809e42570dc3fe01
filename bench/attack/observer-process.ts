// The process behind observer.ts. Each message is the process id to watch, and is answered with what was seen since the one before.
import { setInterval as every } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Observation } from './observer.ts'
import { descriptorsOf, memoryOf, type Tree, treeOf } from './tree.ts'

const memoryEveryMs = 5
const treeEveryMs = 20
const healthEveryMs = 50
const healthTimeoutMs = 30_000

const [address = ''] = process.argv.slice(2)
const pool = new Pool(address, { connections: 64, headersTimeout: healthTimeoutMs, bodyTimeout: healthTimeoutMs })

let root = 0
let tree: Tree = new Map()
let memory = { now: 0, peak: 0 }
let health = { count: 0, failures: 0, worst: 0 }
const pending = new Set<number>()

function sample(): void {
  const now = memoryOf(tree)
  memory = { now, peak: Math.max(memory.peak, now) }
}

async function askHealth(): Promise<void> {
  const begin = performance.now()
  pending.add(begin)
  const status = await pool
    .request({ path: '/api/health', method: 'GET' })
    .then(async ({ statusCode, body }) => {
      await body.dump()
      return statusCode
    })
    .catch(() => 0)
  pending.delete(begin)
  const worst = Math.max(health.worst, performance.now() - begin)
  health = { count: health.count + 1, failures: health.failures + (status === 200 ? 0 : 1), worst }
}

process.on('message', (pid: number) => {
  root = pid
  tree = treeOf(root)
  sample()
  // A question that is still open has waited so long at least.
  const waiting = [...pending].map(begin => performance.now() - begin)
  const seen = { ...health, worst: Math.max(health.worst, ...waiting) }
  const observation: Observation = { memory, health: seen, processes: tree.size, descriptors: descriptorsOf(tree) }
  process.send?.(observation)
  memory = { now: memory.now, peak: memory.now }
  health = { count: 0, failures: 0, worst: 0 }
})
process.on('disconnect', () => process.exit())

setInterval(() => {
  tree = treeOf(root)
}, treeEveryMs)
setInterval(sample, memoryEveryMs)
for await (const _ of every(healthEveryMs)) if (root > 0) void askHealth()
