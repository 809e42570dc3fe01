// Builds the service out of its settings and its services: the server and the tests build the very same app.
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { mount, type Services } from '../plugins/index.ts'
import { createRefuse } from '../plugins/platform/access/access.ts'
import { genReqId } from '../plugins/platform/answers/answers.ts'
import { clientErrorHandler, frameworkErrors } from '../plugins/platform/problems/problems.ts'
import type { Config } from './config.ts'
import { hangUp, patience } from './ending.ts'

const mebibyte = 1024 * 1024

/** Longer than nginx's 60 s, so that never the service but the balancer closes an idle connection. */
const keepAliveTimeout = 72_000

/** A client that neither sends nor takes anything for so long is gone, ms; longer than any work it may wait for. */
const idleTimeout = 150_000

/** An app that is ready to listen or to be asked by `inject`. Fails when the mounted routes and the registry differ. */
export const buildApp = async (config: Config, services: Services): Promise<FastifyInstance> => {
  const refuse = createRefuse({ keys: config.API_KEYS, adminToken: config.ADMIN_TOKEN })
  const app = Fastify({
    logger: { level: config.LOG_LEVEL },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId,
    requestIdHeader: false,
    bodyLimit: mebibyte,
    routerOptions: { maxParamLength: 512 },
    keepAliveTimeout,
    requestTimeout: 120_000,
    connectionTimeout: idleTimeout,
    trustProxy: config.TRUST_PROXY.length > 0 && [...config.TRUST_PROXY],
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    frameworkErrors: frameworkErrors(refuse),
    clientErrorHandler,
    return503OnClosing: false,
  })
  const endConnections = hangUp(app.server)
  app.addHook('preClose', async () =>
    endConnections(patience.answers, connections => app.log.warn({ connections }, 'cut what would not end')),
  )
  await mount(app, config, { ...services, refuse })
  await app.ready()
  return app
}
