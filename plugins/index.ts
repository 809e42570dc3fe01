// The whole service as one ordered list.
import { availableParallelism } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAnalysts } from '../src/analysis/analysts.ts'
import { createStudio } from '../src/analysis/studio.ts'
import type { Config } from '../src/config.ts'
import type { SourceReader } from '../src/net/source.ts'
import type { Store } from '../src/store/store.ts'
import { createVision } from '../src/vision/vision.ts'
import admin from './admin.ts'
import advice from './advice.ts'
import capture from './capture.ts'
import exports from './export.ts'
import health from './health.ts'
import metrics from './metrics.ts'
import access, { type Refuse } from './platform/access/access.ts'
import answers from './platform/answers/answers.ts'
import compression from './platform/answers/compression.ts'
import docs from './platform/docs/docs.ts'
import { createFigures } from './platform/figures/figures.ts'
import { holderOf } from './platform/access/holders.ts'
import json from './platform/body/json.ts'
import leniency from './platform/leniency/leniency.ts'
import limits from './platform/access/limits.ts'
import logging from './platform/logging.ts'
import { addMetering } from './platform/figures/metering.ts'
import origins from './platform/access/origins.ts'
import problems from './platform/problems/problems.ts'
import registry from './platform/registry.ts'
import validation from './platform/validation/validation.ts'
import playground from './playground.ts'
import sparkpage from './sparkpage.ts'
import style from './style.ts'

/** What the service needs from outside: handed in, so that a test brings its own. */
export interface Services {
  readonly store: Store
  readonly sources: SourceReader
  readonly now: () => Date
  readonly isDraining: () => boolean
}

interface Mounted extends Services {
  readonly refuse: Refuse
}

const mebibyte = 1024 * 1024

/** Files that wait for a free core, and what all of them may weigh; more are turned away. */
const room = { waiting: 64, bytes: 512 * mebibyte }

/** Requests under way: more would only wait for each other. */
const atOnce = 1024

/** Analyses and answers of providers that are kept, 10 KB each. */
const kept = 256

/** A key counts for all who hold it, whatever their address; who brings none is counted too before being refused. */
const clientBy =
  (refuse: Refuse) =>
  (request: FastifyRequest): string => {
    refuse(request)
    return holderOf(request) ?? request.ip
  }

/** Mounts everything, in order: first what all share, then the groups of operations in the order of use. */
export const mount = async (app: FastifyInstance, config: Config, services: Mounted): Promise<void> => {
  const { store, sources, now, isDraining, refuse } = services

  await app.register(registry)
  await app.register(problems)
  await app.register(answers, { isDraining })
  await app.register(origins, { origins: config.CORS_ORIGINS })
  await app.register(limits, { perMinute: config.RATE_LIMIT, atOnce, clientOf: clientBy(refuse) })
  await app.register(access, { refuse })
  await app.register(logging)
  await app.register(compression)
  await app.register(json)
  await app.register(validation)
  await app.register(leniency)
  const metering = addMetering(
    app,
    config.API_KEYS.map(({ name }) => name),
  )
  await app.register(docs)
  await app.register(playground, { isShown: config.PLAYGROUND === 1 })
  await app.register(advice)

  const vision = createVision({
    places: config.places,
    usual: config.VISION_DEFAULT_PROVIDER,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    now,
  })
  const analysts = createAnalysts({ atOnce: availableParallelism(), ...room })
  const studio = createStudio({ analysts, vision, most: config.ANALYSIS_CACHE * kept })
  app.addHook('onClose', () => vision.close())
  app.addHook('onClose', () => analysts.close())

  await app.register(style, {
    store,
    sources,
    studio,
    vision,
    now,
    bodyLimit: config.BODY_LIMIT_BYTES,
    maxPixels: config.MAX_PIXELS,
    ffmpegPath: config.FFMPEG_PATH,
  })
  await app.register(sparkpage, { store, now })
  await app.register(capture, { store, now })
  await app.register(exports, { store, now, config })
  await app.register(health, { now, isDraining, isStoreReady: () => store.ready() })
  const figures = createFigures({ now, store, sources, studio, vision, metering })
  await app.register(admin, { now, figures })
  if (config.METRICS) await app.register(metrics, { figures, metering })
}
