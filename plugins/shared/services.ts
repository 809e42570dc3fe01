// What the endpoint groups are built from: each takes what it needs of it as its options.
import type { Analyzer } from '../../src/analysis/analyzer.ts'
import type { PoolState } from '../../src/analysis/worker-pool.ts'
import type { Config } from '../../src/config.ts'
import type { Lookup } from '../../src/fetch/resolver.ts'
import type { SourceReader } from '../../src/fetch/source.ts'
import type { Limiters } from '../../src/limits/limits.ts'
import type { PageBuilder } from '../../src/pages/builder.ts'
import type { PageRenderer } from '../../src/pages/renderer.ts'
import type { VisionClient } from '../../src/providers/vision.ts'
import type { Renders } from '../../src/renders/renders.ts'
import type { Store } from '../../src/store/store.ts'
import type { Tracing } from '../../src/tracing.ts'
import type { WorkerService } from '../../src/worker-service.ts'
import type { HostCheck } from './host-check.ts'
import type { PublicAddress } from './public-address.ts'

/** What the service needs from outside, so that tests can replace it. */
export interface Services {
  readonly store: Store
  readonly sources: SourceReader
  readonly pageBuilder: PageBuilder
  readonly now: () => Date
  /** Whether the process shuts down. */
  readonly isDraining: () => boolean
  /** Closed with the app. */
  readonly workerService: WorkerService
  /** Whether the worker processes start with the app, and the thread for pages soon after; else they start when first used. */
  readonly warmsUp: boolean
  /** Whether renders start before the first request for one. */
  readonly startsRenders: boolean
  /** Undefined where nothing is traced. */
  readonly tracing: Tracing | undefined
  /** Who is asked for the addresses of a name; undefined: the system. */
  readonly lookup: Lookup | undefined
  /** What each render process executes; undefined: the module of renders. */
  readonly renderProgram: URL | undefined
}

/** What the app adds from the configuration. */
export interface AppServices extends Services {
  readonly config: Config
  readonly checkHost: HostCheck
  readonly publicAddress: PublicAddress
  readonly analyzer: Analyzer
  readonly vision: VisionClient
  readonly pages: PageRenderer
  readonly limiters: Limiters
  readonly renders: Renders
  /** The worker processes now. */
  readonly workers: () => PoolState
}
