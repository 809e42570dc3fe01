// The proxy of a browser: all of its traffic passes here, so that it reaches what source_url may reach and nothing else. The address is
// checked when the connection is made, for names and literals, redirects, subresources and WebSockets alike.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Problem } from '../errors.ts'
import { type HostRules, resolveAllowed } from '../fetch/allowed-hosts.ts'
import { parseUrl } from '../values/url.ts'

export interface OwnAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

interface ProxyOptions extends HostRules {
  /** Answers a path of the service itself. */
  readonly readOwn: (path: string) => Promise<OwnAnswer>
  /** What a job may receive; beyond it all of its connections end, and none is opened. */
  readonly maxReceivedBytes: number
}

export interface RenderProxy {
  readonly port: number
  /** Accepts connections for one job. @param ownPage path of the stored page that it shows */
  readonly begin: (ownPage: string | undefined) => void
  /** Ends all connections of the job. */
  readonly end: () => void
  /** Whether the job was refused a host. */
  readonly hasRefused: (hostname: string) => boolean
  readonly close: () => Promise<void>
}

/** The host under which the browser finds a stored page; no name of a network can be this one, since `.internal` is refused otherwise. */
export const ownHost = 'automation-service.internal'

/** The rest of the path of the job's page, or of its pictures in several widths. */
const partOfPage = /^(\/pictures\/[\w-]+\.webp)?$/
/** A picture by its id. */
const pictureName = /^\/api\/v1\/pictures\/pic_[0-9a-f]{32}$/

/** Limits of the connections of one job. */
const proxyLimits = { connections: 512, connectMs: 15_000, idleMs: 120_000 } as const

interface ProxyJob {
  readonly ownPage: string | undefined
  /** Both ends of all connections. */
  readonly sockets: Set<Socket>
  readonly refused: Set<string>
  /** Bytes that hosts have sent. */
  received: number
  /** After its end no connection is opened. */
  hasEnded: boolean
}

export async function createRenderProxy(options: ProxyOptions): Promise<RenderProxy> {
  let job: ProxyJob | undefined
  const server = createServer({ keepAliveTimeout: proxyLimits.idleMs })
  server.on('connection', socket => {
    socket.on('error', () => undefined)
    // Between jobs every connection is refused.
    if (job === undefined || job.sockets.size >= 2 * proxyLimits.connections) socket.destroy()
    else watch(job, socket)
  })
  server.on('request', (request, response) => {
    if (job) answerRequest(request, response, job, options).catch(() => response.destroy())
    else response.destroy()
  })
  server.on('connect', (request, client) => {
    if (job) openTunnel(request, client, job, options).catch(() => client.destroy())
    else client.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = (): void => {
    if (job) {
      job.hasEnded = true
      closeSockets(job)
    }
    job = undefined
  }
  let refused: ReadonlySet<string> = new Set()
  return {
    port: portOf(server.address()),
    begin: ownPage => {
      end()
      job = { ownPage, sockets: new Set(), refused: new Set(), received: 0, hasEnded: false }
      refused = job.refused
    },
    end,
    hasRefused: hostname => refused.has(hostname),
    close: async () => {
      end()
      server.close()
      server.closeAllConnections()
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return address.port
}

/** Ends a connection with its job. */
function watch(job: ProxyJob, socket: Socket): void {
  job.sockets.add(socket)
  socket.setTimeout(proxyLimits.idleMs, () => socket.destroy())
  socket.once('close', () => job.sockets.delete(socket))
}

function closeSockets({ sockets }: ProxyJob): void {
  for (const socket of sockets) socket.destroy()
}

/** Headers that belong to one connection (RFC 9110 section 7.6.1). */
const connectionHeaders = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'upgrade']

/** A plain HTTP request, whose target is an absolute URL. */
async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  job: ProxyJob,
  options: ProxyOptions,
): Promise<void> {
  const url = parseUrl(request.url ?? '')
  if (url?.protocol !== 'http:') return void response.writeHead(400).end()
  if (url.hostname === ownHost) return answerOwn(url, response, job, options)
  const socket = await connectAllowed(url.hostname, Number(url.port || 80), job, options).catch(
    error => void response.writeHead(error instanceof Problem ? 403 : 502).end(),
  )
  if (!socket) return
  const names = [
    ...connectionHeaders,
    ...String(request.headers.connection ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  ]
  const headers = Object.entries(request.headers).filter(([name]) => !names.includes(name))
  const forwarded = sendRequest({
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
    createConnection: () => socket,
  })
  forwarded.on('error', () => response.destroy())
  forwarded.on('response', answer => {
    const endToEnd = Object.entries(answer.headers).filter(([name]) => !connectionHeaders.includes(name))
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(endToEnd))
    answer.on('error', () => response.destroy()).pipe(response)
  })
  response.once('close', () => socket.destroy())
  request.pipe(forwarded)
}

/** The stored page of the job, and pictures: by their ids alone, which cannot be guessed. */
async function answerOwn(
  { pathname }: URL,
  response: ServerResponse,
  { ownPage }: ProxyJob,
  { readOwn }: ProxyOptions,
): Promise<void> {
  if (ownPage === undefined) return void response.writeHead(404).end()
  const isOfPage = pathname.startsWith(ownPage) && partOfPage.test(pathname.slice(ownPage.length))
  if (!isOfPage && !pictureName.test(pathname)) return void response.writeHead(404).end()
  const { status, headers, body } = await readOwn(pathname)
  response.writeHead(status, headers).end(body)
}

/** A connection for HTTPS or a WebSocket, whose bytes are forwarded unchanged. */
async function openTunnel(request: IncomingMessage, client: Duplex, job: ProxyJob, options: ProxyOptions) {
  client.on('error', () => undefined)
  // Canonical, as the browser itself would read it: 127.1 is an address.
  const url = parseUrl(`http://${request.url}`)
  const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1])
  const socket =
    url && port > 0 ? await connectAllowed(url.hostname, port, job, options).catch(() => undefined) : undefined
  if (!socket) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  socket.pipe(client).pipe(socket)
  client.once('close', () => socket.destroy())
  socket.once('close', () => client.destroy())
}

/** @throws Problem `source_refused`, or an Error when there is no connection */
async function connectAllowed(hostname: string, port: number, job: ProxyJob, options: ProxyOptions): Promise<Socket> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const hasTooMuch = (): boolean => job.received > options.maxReceivedBytes
  if (hasTooMuch()) throw new Error('The page has exceeded the download limit of a render')
  const addresses = await resolveAllowed(host, options).catch(error => {
    if (error instanceof Problem) job.refused.add(hostname)
    throw error
  })
  if (job.hasEnded) throw new Error('The render has ended')
  const socket = connect({
    host,
    port,
    autoSelectFamily: true,
    lookup: (_hostname, _options, done) => done(null, addresses),
  })
  socket.on('error', () => undefined)
  socket.on('data', ({ length }) => {
    job.received += length
    if (hasTooMuch()) closeSockets(job)
  })
  watch(job, socket)
  await once(socket, 'connect', { signal: AbortSignal.timeout(proxyLimits.connectMs) }).catch(error => {
    socket.destroy()
    throw error
  })
  return socket
}
