// The program of `npm run mcp`: the tools of /mcp for clients that start a process (stdio), which may name files by their paths. It uses the
// service that runs on PORT of this machine, or starts one for as long as the client is there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { createServer, isIPv6 } from 'node:net'
import { extname, isAbsolute } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { readConfig } from './config/config.ts'
import { findPictures, withSources } from './pages/places.ts'
import { isObject } from './values/narrowing.ts'
import { loaderOptions } from './workers/child-process.ts'

type Members = Readonly<Record<string, unknown>>

/** Interval of checks whether the service has started, ms. */
const pollMs = 100

/** Longest wait for a service to start, ms. */
const startMs = 60_000

/** Longest wait for one answer about its state, ms. */
const answerMs = 5000

const keyHeader = process.env.API_KEY ? { 'x-api-key': process.env.API_KEY } : {}
const { HOST, PORT, BODY_LIMIT_BYTES } = readConfig(process.env)
const port = PORT || (await freePort())
const base = `http://${authorityOf(HOST)}:${port}`

/** Error message for the client about a file that cannot be used. */
class FileError extends Error {}

let child: ChildProcess | undefined
const ready = ensureService()
const transport = new StdioServerTransport()
const answers = new Set<Promise<void>>()

transport.onmessage = message => {
  const answer = handle(message).finally(() => answers.delete(answer))
  answers.add(answer)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close)
process.stdin.once('end', close)
ready.catch(({ message }: Error) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
})
await transport.start()

async function ensureService(): Promise<void> {
  if (await answersAt('/api/health')) return
  const program = fileURLToPath(new URL(`server${extname(import.meta.url)}`, import.meta.url))
  // Its log must not mix with the protocol messages.
  child = spawn(process.execPath, [...loaderOptions(program), program], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PORT: String(port) },
  })
  const deadline = Date.now() + startMs
  while (!(await answersAt('/readyz'))) {
    if (hasEnded(child)) throw new Error('The service did not start.')
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The service did not answer at ${base} within ${startMs / 1000} s.`)
    }
    await wait(pollMs)
  }
}

async function answersAt(path: string): Promise<boolean> {
  try {
    const answer = await fetch(base + path, { signal: AbortSignal.timeout(answerMs) })
    return answer.ok && JSON.stringify(await answer.json()).includes('"status":"ok"')
  } catch {
    return false
  }
}

/** Whether a process has exited, or was killed by a signal, which leaves no exit code. */
function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Where programs of this machine reach a service that listens on a host. */
function authorityOf(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return isIPv6(host) ? `[${host}]` : host
}

/** The service cannot tell which one it has picked itself: its output is its log. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return isObject(address) ? Number(address.port) : 0
}

async function close(): Promise<void> {
  await Promise.all(answers)
  if (child && !hasEnded(child)) {
    // No load balancer needs time to react.
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  process.exit()
}

async function handle(message: JSONRPCMessage): Promise<void> {
  try {
    await ready
    const answer = await send(await withStoredFiles(message))
    if (answer) await transport.send(withPaths(message, answer))
  } catch (error) {
    if (!('id' in message) || message.id === undefined) return
    const reason = error instanceof Error ? error.message : String(error)
    const { id } = message
    const result = { content: [{ type: 'text', text: JSON.stringify({ detail: reason }) }], isError: true }
    await transport.send(
      error instanceof FileError
        ? { jsonrpc: '2.0', id, result }
        : { jsonrpc: '2.0', id, error: { code: ErrorCode.InternalError, message: reason } },
    )
  }
}

/** @returns nothing for a notification */
async function send(message: JSONRPCMessage): Promise<JSONRPCMessage | undefined> {
  const answer = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { ...keyHeader, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
  })
  if (answer.status === 202) return undefined
  const body = await answer.json()
  if (body.jsonrpc === undefined) throw new Error(body.detail)
  return body
}

/** Replaces file paths in a call by the ids of stored records: the service itself reads no local files. */
async function withStoredFiles(message: JSONRPCMessage): Promise<JSONRPCMessage> {
  if (!('method' in message) || message.method !== 'tools/call') return message
  const { name, arguments: sent }: Members = message.params ?? {}
  if (!isObject(sent)) return message
  if (name === 'analyze_style' && typeof sent.path === 'string') {
    const { path, ...options } = sent
    const { analysis } = await storeFile(String(path), options)
    return { ...message, params: { name: 'get_record', arguments: { id: analysis } } }
  }
  if (name !== 'build_page') return message
  const paths = new Set(findPictures(sent).flatMap(({ picture: { src } }) => (isPath(src) ? [src] : [])))
  const pictures = new Map<unknown, string>()
  for (const path of paths) pictures.set(path, (await storeFile(path, {})).picture)
  return { ...message, params: { name, arguments: withSources(sent, ({ picture: { src } }) => pictures.get(src)) } }
}

function isPath(src: unknown): src is string {
  return typeof src === 'string' && (isAbsolute(src) || src.startsWith('file://'))
}

/** Analyses a file, so that the service stores its picture. @throws FileError with what the service says about it */
async function storeFile(path: string, options: Members) {
  const query = new URLSearchParams({ preview: 'true' })
  for (const [name, value] of Object.entries(options)) if (value !== null && value !== '') query.set(name, `${value}`)
  const answer = await fetch(`${base}/api/v1/analyze-vibe?${query}`, {
    method: 'POST',
    // The service detects the type from the bytes.
    headers: { ...keyHeader, 'content-type': 'image/unknown' },
    body: await readLocalFile(path),
  })
  if (!answer.ok) throw new FileError(`${path}: ${(await answer.json()).detail}`)
  const idOf = (header: string): string => answer.headers.get(header) ?? ''
  return { analysis: idOf('x-analysis-id'), picture: idOf('x-picture-id') }
}

async function readLocalFile(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.startsWith('file://') ? fileURLToPath(path) : path
  if (!isAbsolute(file)) throw new FileError(`${path} is not an absolute path.`)
  const facts = await stat(file).catch(() => undefined)
  if (!facts?.isFile()) throw new FileError(`${path} is not a file.`)
  if (facts.size > BODY_LIMIT_BYTES)
    throw new FileError(`${path} has ${facts.size} bytes; at most ${BODY_LIMIT_BYTES} are accepted (BODY_LIMIT_BYTES).`)
  return new Uint8Array(await readFile(file))
}

/** The tools, extended by arguments for paths. */
function withPaths(request: JSONRPCMessage, answer: JSONRPCMessage): JSONRPCMessage {
  if (!('method' in request) || request.method !== 'tools/list' || !('result' in answer)) return answer
  const { tools = [] } = answer.result
  if (!Array.isArray(tools)) return answer
  // A file with a path needs no upload URL.
  const offered = tools.filter(({ name }: Members) => name !== 'create_upload')
  return { ...answer, result: { ...answer.result, tools: offered.map(toolWithPath) } }
}

function toolWithPath(tool: Members): Members {
  const { name, description, inputSchema } = tool
  if (name === 'build_page')
    return { ...tool, description: `${description} The src of a picture may be the absolute path of a file.` }
  if (name !== 'analyze_style' || !isObject(inputSchema)) return tool
  const path = { type: 'string', description: 'Absolute path of the file, in place of source_url.' }
  return { ...tool, inputSchema: { ...inputSchema, properties: { path, ...Object(inputSchema.properties) } } }
}
