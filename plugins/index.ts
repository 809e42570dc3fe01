// The whole service as one ordered list.
import type { FastifyInstance } from 'fastify'
import type { Analyzer } from '../src/analysis/analyzer.ts'
import type { Config } from '../src/config.ts'
import type { SourceReader } from '../src/fetch/source.ts'
import type { Limiters } from '../src/limits/limits.ts'
import type { VisionClient } from '../src/providers/vision.ts'
import type { Store } from '../src/store/store.ts'
import admin from './admin.ts'
import style from './analysis.ts'
import capture from './capture.ts'
import exports from './exports.ts'
import health from './health.ts'
import metrics from './metrics.ts'
import playground from './playground.ts'
import advice from './problem-pages.ts'
import access from './shared/access/access.ts'
import callers from './shared/access/callers.ts'
import crowd from './shared/access/crowd.ts'
import host, { type HostCheck } from './shared/access/host.ts'
import origins from './shared/access/origins.ts'
import rate from './shared/access/rate.ts'
import type { Judge } from './shared/access/verdict.ts'
import answers from './shared/answers/answers.ts'
import compression from './shared/answers/compression.ts'
import json from './shared/body/json.ts'
import docs from './shared/docs/docs.ts'
import { createFigures } from './shared/figures/figures.ts'
import { addMetering } from './shared/figures/metering.ts'
import leniency from './shared/leniency/leniency.ts'
import logging from './shared/logging.ts'
import openapi from './shared/openapi/openapi.ts'
import problems from './shared/problems/problems.ts'
import registry from './shared/registry.ts'
import validation from './shared/validation/validation.ts'
import sparkpage from './sparkpage.ts'

/** What the service needs from outside: handed in, so that a test brings its own. */
export interface Services {
  readonly store: Store
  readonly sources: SourceReader
  readonly now: () => Date
  readonly isDraining: () => boolean
}

/** What is made of the settings, once for the app. */
interface Made {
  readonly checkHost: HostCheck
  readonly judge: Judge
  readonly analyzer: Analyzer
  readonly vision: VisionClient
  readonly limiters: Limiters
  readonly isWarm: () => boolean
}

/** Mounts everything, in order: first what all share, then the groups of operations in the order of use. */
export const mount = async (app: FastifyInstance, config: Config, services: Services & Made): Promise<void> => {
  const { store, sources, now, isDraining, isWarm, checkHost, judge, limiters, analyzer, vision } = services

  await app.register(registry)
  await app.register(problems)
  await app.register(answers, { isDraining })
  await app.register(host, { check: checkHost })
  await app.register(origins, { origins: config.CORS_ORIGINS })
  await app.register(callers, { judge })
  await app.register(crowd, { requests: limiters.requests })
  await app.register(rate, { perMinute: config.RATE_LIMIT })
  await app.register(access)
  await app.register(logging)
  await app.register(compression)
  await app.register(json, { limiters })
  await app.register(validation)
  await app.register(leniency)
  const keys = config.API_KEYS.map(({ name }) => name)
  const metering = addMetering(app, keys)
  const figures = createFigures({ now, store, sources, analyzer, vision, metering })

  await app.register(openapi)
  await app.register(docs)
  await app.register(playground, { isShown: config.PLAYGROUND === 1 })
  await app.register(advice)
  await app.register(style, {
    store,
    sources,
    analyzer,
    vision,
    limiters,
    now,
    bodyLimit: config.BODY_LIMIT_BYTES,
    maxPixels: config.MAX_PIXELS,
    ffmpegPath: config.FFMPEG_PATH,
  })
  await app.register(sparkpage, { store, now })
  await app.register(capture, { store, now })
  await app.register(exports, { store, now, config })
  await app.register(health, { now, isDraining, isStoreReady: () => store.ready(), isWarm })
  await app.register(admin, { now, figures })
  if (config.METRICS) await app.register(metrics, { figures, metering })
}
