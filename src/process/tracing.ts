// Opt-in tracing with OpenTelemetry: spans of requests, and of the work that they wait for. Loaded only when it is on.
import { FastifyOtelInstrumentation } from '@fastify/otel'
import { DiagLogLevel, diag, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { NodeSDK, resources } from '@opentelemetry/sdk-node'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { pathOfUrl } from '../values/url.ts'
import { version } from '../version.ts'

/** Names of spans by the method that does the work; other methods have none. */
type SpanNames<T> = Readonly<Partial<Record<keyof T & string, string>>>

/** The same service, whose methods have spans of their own, part of the span in progress. */
type WithSpans = <T extends object>(service: T, names: SpanNames<T>) => T

export interface Tracing {
  /** Starts a span for every request, continues the `traceparent` of the client, and adds `trace_id` and `span_id` to the log lines. */
  readonly register: (app: FastifyInstance) => Promise<void>
  readonly withSpans: WithSpans
  /** Exports the remaining spans, within a time limit. */
  readonly close: () => Promise<void>
}

/** Longest wait for the last export, ms: the process must exit within its grace period. */
const closeTimeoutMs = 3000

/** Starts the SDK, which reads its settings from OTEL_*. Metrics and logs are not exported: the service has its own. */
export function startTracing(log: Pick<FastifyBaseLogger, 'warn'>): Tracing {
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    requestHook: nameRequestSpan,
    lifecycleHook: span => span.updateName('handler'),
  })
  const sdk = new NodeSDK({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    resource: resources.resourceFromAttributes({ 'service.name': 'automation-service', 'service.version': version }),
    instrumentations: [instrumentation],
    metricReaders: [],
    logRecordProcessors: [],
  })
  const warn = (message: string) => log.warn({ detail: message }, 'tracing')
  const logger = { error: warn, warn, info: () => undefined, debug: () => undefined, verbose: () => undefined }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
  sdk.start()
  return {
    register: async app => {
      await app.register(instrumentation.plugin())
      app.addHook('onRequest', (request, reply, done) => {
        const { span } = request.opentelemetry()
        if (span) {
          const { traceId, spanId } = span.spanContext()
          request.log = request.log.child({ trace_id: traceId, span_id: spanId })
          reply.log = request.log
        }
        done()
      })
    },
    withSpans,
    close: async () => {
      const timeout = new Promise(resolve => setTimeout(resolve, closeTimeoutMs).unref())
      await Promise.race([sdk.shutdown().catch(error => warn(String(error))), timeout])
    },
  }
}

/** By its route, because paths contain ids. The query may contain secrets. */
function nameRequestSpan(span: Span, { method, url, routeOptions }: FastifyRequest): void {
  span.updateName(routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`)
  span.setAttribute('url.path', pathOfUrl(url))
}

function withSpans<T extends object>(service: T, names: SpanNames<T>): T {
  const nameOf: ReadonlyMap<string | symbol, unknown> = new Map(Object.entries(names))
  const tracer = trace.getTracer('automation-service', version)
  return new Proxy(service, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      const name = nameOf.get(key)
      if (typeof value !== 'function' || typeof name !== 'string') return value
      return (...args: readonly unknown[]) =>
        tracer.startActiveSpan(name, span => endWith(span, async () => Reflect.apply(value, target, args)))
    },
  })
}

async function endWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { message = '' }: { message?: unknown } = Object(error)
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(message) })
    throw error
  } finally {
    span.end()
  }
}
