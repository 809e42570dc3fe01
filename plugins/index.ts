// The HTTP surface as one ordered list: first what every request passes, then the public scope, /api/v1 and /api/admin.
import type { FastifyInstance } from 'fastify'
import type { Analyzer } from '../src/analysis/analyzer.ts'
import type { Config } from '../src/config.ts'
import type { SourceReader } from '../src/fetch/source.ts'
import type { Limiters } from '../src/limits/limits.ts'
import type { VisionClient } from '../src/providers/vision.ts'
import type { Store } from '../src/store/store.ts'
import admin from './admin.ts'
import analysis from './analysis.ts'
import capture from './capture.ts'
import exports from './exports.ts'
import health from './health.ts'
import playground from './playground.ts'
import problemPages from './problem-pages.ts'
import { adminAuth, apiKeyAuth, authentication, authorization } from './shared/auth.ts'
import bodyParser from './shared/body-parser.ts'
import compression from './shared/compression.ts'
import cors from './shared/cors.ts'
import docs from './shared/docs/docs.ts'
import errors from './shared/errors.ts'
import hostCheck, { type HostCheck } from './shared/host-check.ts'
import lenientInput from './shared/lenient-input.ts'
import loadShedding from './shared/load-shedding.ts'
import metrics from './shared/metrics.ts'
import openapi from './shared/openapi.ts'
import operations from './shared/operations.ts'
import rateLimit from './shared/rate-limit.ts'
import requestLogging from './shared/request-logging.ts'
import securityHeaders from './shared/security-headers.ts'
import validation from './shared/validation.ts'
import sparkpage from './sparkpage.ts'

/** What the service needs from outside, so that tests can replace it. */
export interface Services {
  readonly store: Store
  readonly sources: SourceReader
  readonly now: () => Date
  readonly isDraining: () => boolean
}

/** What the app creates from the configuration. */
interface AppServices extends Services {
  readonly checkHost: HostCheck
  readonly analyzer: Analyzer
  readonly vision: VisionClient
  readonly limiters: Limiters
  readonly isWarm: () => boolean
}

export async function registerPlugins(app: FastifyInstance, config: Config, services: AppServices): Promise<void> {
  const { store, now, isDraining, isWarm, limiters } = services

  await app.register(operations)
  await app.register(errors)
  await app.register(securityHeaders, { isDraining })
  await app.register(hostCheck, { check: services.checkHost })
  await app.register(cors, { origins: config.CORS_ORIGINS })
  await app.register(authentication)
  await app.register(loadShedding, { requests: limiters.requests })
  await app.register(rateLimit, { perMinute: config.RATE_LIMIT })
  await app.register(authorization)
  await app.register(requestLogging)
  await app.register(metrics, { ...services, keys: config.API_KEYS.map(({ name }) => name) })
  await app.register(compression)
  await app.register(bodyParser, { limiters })
  await app.register(validation)
  await app.register(lenientInput)

  await app.register(openapi)
  await app.register(docs)
  await app.register(playground, { isEnabled: config.PLAYGROUND === 1 })
  await app.register(problemPages)
  await app.register(health, { now, isDraining, isWarm, isStoreReady: () => store.ready() })

  const v1 = async (scope: FastifyInstance): Promise<void> => {
    await scope.register(apiKeyAuth, { keys: config.API_KEYS })
    scope.setNotFoundHandler(scope.answerUnmatched)
    await scope.register(analysis, { ...services, config })
    await scope.register(sparkpage, { store, now })
    await scope.register(capture, { store, now })
    await scope.register(exports, { store, now, config })
  }
  await app.register(v1, { prefix: '/api/v1' })

  const adminScope = async (scope: FastifyInstance): Promise<void> => {
    await scope.register(adminAuth, { token: config.ADMIN_TOKEN, host: config.HOST })
    scope.setNotFoundHandler(scope.answerUnmatched)
    await scope.register(admin, { now, hasMetrics: config.METRICS === 1 })
  }
  await app.register(adminScope, { prefix: '/api/admin' })
}
