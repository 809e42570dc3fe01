// Queues, memory and refusals of this process for Prometheus: where requests wait, and why they are refused.
import { Counter, Gauge, Registry } from 'prom-client'
import type { ProblemCode } from '../../schemas/problems.ts'
import type { AppServices } from './services.ts'
import { metricPrefix } from './snapshot-metrics.ts'

export function createLimitMetrics({ limiters, workers }: Pick<AppServices, 'limiters' | 'workers'>) {
  const { memory, requests, bodies, pages } = limiters
  const registry = new Registry()
  const registers = [registry]
  const queues = () => {
    const { busy, waiting } = workers()
    return Object.entries({ requests, bodies, pages, workers: { held: busy, waiting } })
  }
  new Gauge({
    name: `${metricPrefix}queue_waiting`,
    help: 'Requests waiting in a queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, { waiting }] of queues()) this.set({ queue }, waiting)
      this.set({ queue: 'memory' }, memory.queue.waiting)
    },
  })
  new Gauge({
    name: `${metricPrefix}queue_active`,
    help: 'Units in use: requests in progress, bodies being parsed, pages being built, busy workers.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, { held }] of queues()) this.set({ queue }, held)
    },
  })
  new Gauge({
    name: `${metricPrefix}memory_budget_bytes`,
    help: 'Memory budget for bodies, downloads and decoding (MEMORY_BUDGET_MB).',
    registers,
    collect() {
      this.set(memory.bytes())
    },
  })
  new Gauge({
    name: `${metricPrefix}memory_held_bytes`,
    help: 'Part of the memory budget in use, by files (bodies, downloads and responses in transfer) and by decoding.',
    labelNames: ['use'],
    registers,
    collect() {
      this.set({ use: 'files' }, memory.queue.heldInTransfer)
      this.set({ use: 'decodes' }, memory.queue.held - memory.queue.heldInTransfer)
    },
  })
  const problems = new Counter({
    name: `${metricPrefix}problems_total`,
    help: 'Requests that were refused or failed, by the code of the problem.',
    labelNames: ['code'],
    registers,
  })
  return { registry, countProblem: (code: ProblemCode): void => problems.inc({ code }) }
}
