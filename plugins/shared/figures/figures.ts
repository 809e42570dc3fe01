// What the service did and what it uses, gathered for the statistics and for Prometheus alike.
import type { Stats } from '../../../schemas/admin.ts'
import type { Analyzer } from '../../../src/analysis/analyzer.ts'
import type { SourceReader } from '../../../src/fetch/source.ts'
import type { VisionClient } from '../../../src/providers/vision.ts'
import type { Store, Totals } from '../../../src/store/store.ts'
import { version } from '../../../src/version.ts'
import type { Metering } from './metering.ts'

interface Parts {
  readonly now: () => Date
  readonly store: Pick<Store, 'totals'>
  readonly sources: Pick<SourceReader, 'refused'>
  readonly analyzer: Pick<Analyzer, 'cacheHits'>
  readonly vision: Pick<VisionClient, 'calls'>
  readonly metering: Metering
}

/** What this process knows by itself. */
export interface Own extends Omit<Stats, keyof Totals> {
  readonly cacheHits: number
}

export interface Figures {
  readonly own: () => Own
  /** What the store knows, for all processes on it. @throws Problem `overloaded` while it is away */
  readonly totals: () => Promise<Totals>
}

const seconds = (microseconds: number): number => Math.round(microseconds / 1000) / 1000

const processFigures = ({ eventLoopDelay }: Metering): Stats['process'] => {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    memory_bytes: { rss, heap_used: heapUsed, external },
    cpu_seconds: { user: seconds(user), system: seconds(system) },
    event_loop_delay_ms: eventLoopDelay(),
  }
}

/** Begins to gather, from now on. */
export const createFigures = ({ now, store, sources, analyzer, vision, metering }: Parts): Figures => {
  const started = now()
  return {
    own: () => ({
      service: {
        version,
        node: process.version,
        started_at: started.toISOString(),
        uptime_seconds: (now().getTime() - started.getTime()) / 1000,
      },
      process: processFigures(metering),
      requests: metering.requests(),
      keys: metering.keys(),
      providers: vision.calls(),
      fetches: { refused: sources.refused() },
      cacheHits: analyzer.cacheHits(),
    }),
    totals: () => store.totals(),
  }
}
