// Turns the body of a render request into jobs: resolves capture ids and options, and rejects what a render cannot read.
import type { FastifyRequest } from 'fastify'
import type { CaptureRequest } from '../../schemas/capture.ts'
import type { FieldError } from '../../schemas/problem-document.ts'
import type { RenderRequest, RenderTarget } from '../../schemas/render.ts'
import {
  findInapplicableOptions,
  requestOf,
  resolveCaptureConfig,
  validateOutputSize,
} from '../../src/capture/config.ts'
import { variablesOf } from '../../src/capture/steps.ts'
import type { Config } from '../../src/config/config.ts'
import { isLoopbackName, withoutPort } from '../../src/config/host-names.ts'
import { Problem } from '../../src/errors.ts'
import type { RenderJob } from '../../src/store/render-records.ts'
import type { Store } from '../../src/store/store.ts'
import { parseUrl } from '../../src/values/url.ts'

interface ReadJobs {
  readonly jobs: readonly RenderJob[]
  /** Options without effect. */
  readonly ignored: readonly FieldError[]
  readonly isList: boolean
}

type ReadRequest = FastifyRequest<{ Body: RenderRequest }>

type WebhookSettings = Pick<Config, 'WEBHOOK_SECRET' | 'FETCH_ALLOW_CIDRS'>

/** @throws Problem `invalid_request` with all errors, `record_not_found` */
export async function readJobs(
  request: ReadRequest,
  store: Pick<Store, 'capture'>,
  settings: WebhookSettings,
): Promise<ReadJobs> {
  const { captures, webhook_url, ...single } = request.body
  const isList = captures !== undefined
  const targets = captures ?? [single]
  const located = await Promise.all(
    targets.map(async (target, index) => ({
      target,
      prefix: isList ? `/captures/${index}` : '',
      capture: await requestedCapture(target, store),
    })),
  )
  const faults = [
    ...findWebhookFaults(webhook_url, settings),
    ...(isList ? findListFaults(targets, single) : []),
    ...located.flatMap(({ target, prefix, capture }) =>
      findFaults(target, capture).map(fault => withPointerPrefix(prefix, fault)),
    ),
  ]
  if (faults.length > 0) throw new Problem('invalid_request', { fieldErrors: faults })
  const webhook = webhook_url === undefined ? undefined : { url: webhook_url, serviceUrl: request.absoluteUrl('') }
  const complete = located.flatMap(({ capture, ...rest }) => (capture ? { ...rest, capture } : []))
  return {
    isList,
    ignored: complete.flatMap(({ capture, prefix }) =>
      findInapplicableOptions(capture).map(one => withPointerPrefix(prefix, one)),
    ),
    jobs: complete.map(({ target: { cookies = {}, headers = {} }, capture }) => {
      const config = resolveCaptureConfig(capture)
      const ownPage = ownPageOf(request, config.target_url)
      return { config, cookies, headers, ...(ownPage !== undefined && { ownPage }), ...(webhook && { webhook }) }
    }),
  }
}

function findWebhookFaults(
  url: string | undefined,
  { WEBHOOK_SECRET, FETCH_ALLOW_CIDRS }: WebhookSettings,
): readonly FieldError[] {
  const fault = (message: string) => [{ pointer: '/webhook_url', code: 'not_allowed' as const, message }]
  if (url === undefined) return []
  if (!WEBHOOK_SECRET)
    return fault(
      'This service sends no webhooks, because WEBHOOK_SECRET is not set. Poll the URL of the render instead.',
    )
  const isPlain = parseUrl(url)?.protocol === 'http:'
  return isPlain && FETCH_ALLOW_CIDRS.length === 0 ? fault('Send an https URL.') : []
}

/** The configuration of one render; undefined without a URL. */
async function requestedCapture(
  { capture_id, cookies: _cookies, headers: _headers, target_url, ...options }: RenderTarget,
  store: Pick<Store, 'capture'>,
): Promise<CaptureRequest | undefined> {
  if (target_url !== undefined) return { ...options, target_url }
  if (capture_id === undefined) return undefined
  const stored = await store.capture(capture_id)
  if (!stored)
    throw new Problem('record_not_found', {
      detail: 'No stored capture has this id (capture_id). Send an id that capture-media returned.',
    })
  return requestOf(stored)
}

function findListFaults(targets: readonly RenderTarget[], single: RenderTarget): readonly FieldError[] {
  const besides = (['target_url', 'capture_id'] as const).filter(name => single[name] !== undefined)
  const empty: readonly FieldError[] =
    targets.length > 0 ? [] : [{ pointer: '/captures', code: 'required', message: 'Send at least one page.' }]
  return [
    ...empty,
    ...besides.map(name => ({
      pointer: `/${name}`,
      code: 'not_applicable' as const,
      message: `Send ${name} inside an item of captures, or omit captures and send it at the top level.`,
    })),
  ]
}

function findFaults(target: RenderTarget, capture: CaptureRequest | undefined): readonly FieldError[] {
  if (!capture)
    return [{ pointer: '/target_url', code: 'required', message: 'Send target_url, capture_id or captures.' }]
  const both: readonly FieldError[] =
    target.target_url !== undefined && target.capture_id !== undefined
      ? [{ pointer: '/capture_id', code: 'not_applicable', message: 'Send target_url or capture_id, not both.' }]
      : []
  const { steps = [], storage_state } = capture
  const variables = steps.flatMap((step, index) =>
    variablesOf([step]).map(name => ({
      pointer: `/steps/${index}/text`,
      code: 'not_allowed' as const,
      message: `A render cannot read an environment variable (${name}). Send the text itself, which is deleted when the render ends, or run the script from capture-media on your machine.`,
    })),
  )
  const state: readonly FieldError[] =
    storage_state === undefined
      ? []
      : [
          {
            pointer: '/storage_state',
            code: 'not_allowed',
            message:
              'A render cannot read a file on your machine. Send the cookies in the request, or run the script from capture-media on your machine.',
          },
        ]
  return [...both, ...variables, ...state, ...validateOutputSize(capture)]
}

function withPointerPrefix(prefix: string, { pointer, ...fault }: FieldError): FieldError {
  return { ...fault, pointer: prefix + pointer }
}

const pagePath = /\/api\/v1\/pages\/page_[0-9a-f]{32}$/

/** The path of a stored page, if the URL is that of this service: the public URL, or one of this machine. */
function ownPageOf(request: FastifyRequest, address: string): string | undefined {
  const url = parseUrl(address)
  const [path] = (url && pagePath.exec(url.pathname)) ?? []
  if (!url || path === undefined) return undefined
  const own = parseUrl(request.absoluteUrl(path))
  const isPublic = url.origin === own?.origin && url.pathname === own.pathname
  const isLocal = isLoopbackName(withoutPort(url.host)) && Number(url.port || 80) === request.socket.localPort
  return isPublic || isLocal ? path : undefined
}
