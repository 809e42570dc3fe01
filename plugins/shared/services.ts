// The dependencies of the endpoint groups: each plugin takes the ones that it needs as options.
import type { Analyzer } from '../../src/analysis/analyzer.ts'
import type { PoolState } from '../../src/analysis/worker-pool.ts'
import type { Config } from '../../src/config/config.ts'
import type { Lookup } from '../../src/fetch/resolver.ts'
import type { SourceReader } from '../../src/fetch/source.ts'
import type { Limiters } from '../../src/limits/limits.ts'
import type { PageBuilder } from '../../src/pages/builder.ts'
import type { PageRenderer } from '../../src/pages/renderer.ts'
import type { Tracing } from '../../src/process/tracing.ts'
import type { WorkerService } from '../../src/process/worker-service.ts'
import type { VisionClient } from '../../src/providers/vision.ts'
import type { Renders } from '../../src/renders/renders.ts'
import type { Store } from '../../src/store/store.ts'
import type { HostCheck } from './access/host-check.ts'
import type { PublicAddress } from './public-address.ts'

/** External dependencies, which tests can replace. */
export interface Services {
  readonly store: Store
  readonly sources: SourceReader
  readonly pageBuilder: PageBuilder
  readonly now: () => Date
  /** Whether the process is shutting down. */
  readonly isDraining: () => boolean
  /** Closed with the app. */
  readonly workerService: WorkerService
  /** Whether the worker processes start with the app, and the thread for pages soon after; else they start when first used. */
  readonly warmsUp: boolean
  /** Whether render processes start before the first request. */
  readonly startsRenders: boolean
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined
  /** Resolver of host names; undefined: that of the system. */
  readonly lookup: Lookup | undefined
  /** Program of each render process; undefined: the default module. */
  readonly renderProgram: URL | undefined
}

/** Dependencies that the app creates from the configuration. */
export interface AppServices extends Services {
  readonly config: Config
  readonly checkHost: HostCheck
  readonly publicAddress: PublicAddress
  readonly analyzer: Analyzer
  readonly vision: VisionClient
  readonly pages: PageRenderer
  readonly limiters: Limiters
  readonly renders: Renders
  /** The current state of the worker processes. */
  readonly workers: () => PoolState
}
