// Queues, memory and refusals of this process for Prometheus: where requests wait, and why they are refused.
import { Counter, Gauge, Registry } from 'prom-client'
import type { ProblemCode } from '../../schemas/problems.ts'
import type { AppServices } from './services.ts'
import { metricPrefix } from './snapshot-metrics.ts'

export function createLimitMetrics({ limiters, workers }: Pick<AppServices, 'limiters' | 'workers'>) {
  const { memory, requests, parsing, fetches, fonts } = limiters
  const registry = new Registry()
  const registers = [registry]
  const queues = () => {
    const { busy, waiting } = workers()
    return Object.entries({ requests, parsing, fetches, fonts, workers: { held: busy, waiting } })
  }
  new Gauge({
    name: `${metricPrefix}queue_waiting`,
    help: 'Requests that wait in a queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, { waiting }] of queues()) this.set({ queue }, waiting)
      this.set({ queue: 'memory' }, memory.decodes().waiting)
    },
  })
  new Gauge({
    name: `${metricPrefix}queue_active`,
    help: 'Requests that hold a place: requests and downloads in progress, bodies being parsed, fonts in work, busy workers.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, { held }] of queues()) this.set({ queue }, held)
    },
  })
  new Gauge({
    name: `${metricPrefix}memory_budget_bytes`,
    help: 'Memory for bodies, downloads and decodes, MEMORY_BUDGET_MB.',
    registers,
    collect() {
      this.set(memory.bytes())
    },
  })
  new Gauge({
    name: `${metricPrefix}memory_held_bytes`,
    help: 'What of the budget is in use: by files (bodies and downloads in flight) and by decodes.',
    labelNames: ['use'],
    registers,
    collect() {
      this.set({ use: 'files' }, memory.files.held)
      this.set({ use: 'decodes' }, memory.decodes().held)
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
