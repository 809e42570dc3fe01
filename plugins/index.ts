// The HTTP surface as one ordered list: first what every request passes, then the public scope, /api/v1, /mcp and /api/admin.
import type { FastifyInstance } from 'fastify'
import admin from './admin.ts'
import analysis from './analysis.ts'
import capture from './capture.ts'
import exports from './exports.ts'
import health from './health.ts'
import mcp from './mcp.ts'
import pages from './pages.ts'
import playground from './playground.ts'
import problemPages from './problem-pages.ts'
import records from './records.ts'
import renders from './renders.ts'
import robots from './robots.ts'
import { adminAuth, apiKeyAuth, authentication, authorization } from './shared/access/auth.ts'
import cors, { allowCors } from './shared/access/cors.ts'
import crossSite, { refuseCrossSite } from './shared/access/cross-site.ts'
import hostCheck from './shared/access/host-check.ts'
import loadShedding from './shared/access/load-shedding.ts'
import rateLimit from './shared/access/rate-limit.ts'
import bodyParser from './shared/bodies/body-parser.ts'
import compression from './shared/compression.ts'
import docs from './shared/docs/docs.ts'
import errors from './shared/errors.ts'
import lenientInput from './shared/input/lenient-input.ts'
import validation from './shared/input/validation.ts'
import metrics from './shared/metrics/metrics.ts'
import openapi from './shared/openapi.ts'
import operations from './shared/operations.ts'
import publicAddress from './shared/public-address.ts'
import requestLogging from './shared/request-logging.ts'
import securityHeaders from './shared/security-headers.ts'
import type { AppServices } from './shared/services.ts'
import sparkpage from './sparkpage.ts'
import uploads from './uploads.ts'

export async function registerPlugins(app: FastifyInstance, services: AppServices): Promise<void> {
  const { config, limiters, isDraining, checkHost, publicAddress: address } = services

  await app.register(operations)
  await app.register(errors, address)
  await app.register(securityHeaders, { isDraining })
  await app.register(hostCheck, { check: checkHost })
  await app.register(publicAddress, address)
  await app.register(cors, { origins: config.CORS_ORIGINS })
  await app.register(authentication)
  await app.register(requestLogging)
  await app.register(loadShedding, { requests: limiters.requests })
  await app.register(rateLimit, { perMinute: config.RATE_LIMIT, redisUrl: config.REDIS_URL })
  await app.register(crossSite, { publicUrl: config.PUBLIC_URL })
  await app.register(authorization)
  await app.register(metrics, services)
  await app.register(compression)
  await app.register(bodyParser, { limiters })
  await app.register(validation)
  await app.register(lenientInput)

  await app.register(openapi, { publicUrl: config.PUBLIC_URL })
  await app.register(docs)
  await app.register(playground, services)
  await app.register(problemPages)
  await app.register(robots)
  await app.register(health, services)

  const v1 = async (scope: FastifyInstance): Promise<void> => {
    await scope.register(allowCors, { origins: config.CORS_ORIGINS })
    await scope.register(apiKeyAuth, { keys: config.API_KEYS })
    handleOthers(scope)
    for (const group of [analysis, sparkpage, pages, capture, renders, exports, records, uploads])
      await scope.register(group, services)
  }
  await app.register(v1, { prefix: '/api/v1' })

  const mcpScope = async (scope: FastifyInstance): Promise<void> => {
    // The Model Context Protocol requires a check of Origin for every method (2025-11-25, transports).
    await scope.register(refuseCrossSite)
    await scope.register(apiKeyAuth, { keys: config.API_KEYS })
    handleOthers(scope)
    await scope.register(mcp, services)
  }
  if (config.MCP) await app.register(mcpScope, { prefix: '/mcp' })

  const adminScope = async (scope: FastifyInstance): Promise<void> => {
    await scope.register(adminAuth, {
      token: config.ADMIN_TOKEN,
      readToken: config.METRICS_TOKEN,
      host: config.HOST,
    })
    handleOthers(scope)
    await scope.register(admin, services)
  }
  await app.register(adminScope, { prefix: '/api/admin' })
}

/** Makes unknown paths and OPTIONS part of a scope, so that its rules also apply to them. */
function handleOthers(scope: FastifyInstance): void {
  scope.setNotFoundHandler(scope.handleUnmatched)
  // Otherwise the route of @fastify/cors outside the scope would match.
  scope.options('/*', { schema: { hide: true } }, scope.handleUnmatched)
}
