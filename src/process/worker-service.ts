// The worker pool of the service with its limits and its log. Apart from app.ts, so that processes start before the rest is loaded.
import type { FastifyBaseLogger } from 'fastify'
import { createWorkerPool, type WorkerPool } from '../analysis/worker-pool.ts'
import type { Config } from '../config/config.ts'
import { createLimiters, type Limiters } from '../limits/limits.ts'

export interface WorkerService {
  readonly limiters: Limiters
  readonly pool: WorkerPool
}

/**
 * Creates the pool; its processes start with `keepRunning`, or with the first jobs.
 *
 * @param program what each process executes, in place of the module of the pool.
 */
export function createWorkerService(
  config: Config,
  log: Pick<FastifyBaseLogger, 'warn'>,
  program?: URL,
): WorkerService {
  const limiters = createLimiters(config.MEMORY_BUDGET_MB)
  const pool = createWorkerPool({
    program,
    workers: limiters.workers,
    memory: limiters.memory,
    settings: { maxPixels: config.MAX_PIXELS, ffmpegPath: config.FFMPEG_PATH },
    waiting: limiters.waiting,
    isMemoryShort: limiters.isMemoryShort,
    onKill: killed => log.warn(killed, 'killed a worker process'),
    onEnd: ({ reason, message }) => log.warn({ reason, message }, 'a worker process exited and is being replaced'),
  })
  pool.firstReady.then(({ isNetworkIsolated, isMemoryLimited }) => {
    if (isNetworkIsolated && isMemoryLimited) return
    log.warn(
      { network_isolated: isNetworkIsolated, memory_limited: isMemoryLimited },
      'worker processes are less isolated than they could be: see "Worker processes" in docs/operation.md',
    )
  })
  return { limiters, pool }
}
