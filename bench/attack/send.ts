// Sends files to analyze-vibe, as a data URI where they fit into a body and by their address otherwise.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Pool } from 'undici'
import type { Bomb } from '../../test/bombs/bomb.ts'

export interface Outcome {
  /** 0: no answer. */
  readonly status: number
  /** Code of the problem; empty for 200. */
  readonly code: string
  readonly ms: number
}

const timeoutMs = 120_000
/** Of the file; as Base64 and within JSON it is just below 32 MiB. */
const largestDataUri = 24 * 1024 * 1024 - 1024

/** Serves files under an address each, for as long as they are asked about. */
export async function serveFiles() {
  const files = new Map<string, Uint8Array>()
  const server = createServer((request, response) => response.end(files.get(request.url ?? '')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let number = 0
  return {
    offer: (bytes: Uint8Array) => {
      number += 1
      const path = `/${number}`
      files.set(path, bytes)
      return { url: `http://127.0.0.1:${port}${path}`, withdraw: () => files.delete(path) }
    },
    close: () => server.close(),
  }
}

type FileServer = Awaited<ReturnType<typeof serveFiles>>

function freeBox(name: 'free' | 'void', number: number): Buffer {
  const digits = `${number}`.padStart(8, '0')
  // ISO base media: length and type. Matroska: the element Void with a length of eight (RFC 8794, 11.3.2).
  return name === 'free' ? Buffer.from(`\0\0\0\x10free${digits}`, 'latin1') : Buffer.from(`\xec\x88${digits}`, 'latin1')
}

/** The same picture in another file, so that no result is shared. */
export function variant(bytes: Uint8Array, format: Bomb['format'], number: number): Uint8Array {
  if (number === 0) return bytes
  if (format === 'svg') return Buffer.concat([bytes, Buffer.from(`<!--${number}-->`)])
  if (format === 'video' || format === 'avif')
    return Buffer.concat([bytes, freeBox(bytes[0] === 0x1a ? 'void' : 'free', number)])
  return Buffer.concat([bytes, Buffer.from(`${number}`)])
}

interface Sending {
  readonly address: string
  readonly files: FileServer
  /** Address of the client. */
  readonly localAddress?: string
  readonly isByUrl?: boolean
}

export async function sendFile(bytes: Uint8Array, format: Bomb['format'], sending: Sending): Promise<Outcome> {
  const { address, files, localAddress = '127.0.0.1', isByUrl = false } = sending
  const offered = isByUrl || bytes.length > largestDataUri ? files.offer(bytes) : undefined
  const source_url = offered?.url ?? `data:;base64,${Buffer.from(bytes).toString('base64')}`
  const body = JSON.stringify({ source_url, ...(format === 'video' && { media_type: 'video' }) })
  const pool = new Pool(address, { connections: 1, localAddress, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  const begin = performance.now()
  try {
    const headers = { 'content-type': 'application/json' }
    const answer = await pool.request({ path: '/api/v1/analyze-vibe', method: 'POST', headers, body })
    const { code = '' }: { code?: string } = JSON.parse(await answer.body.text())
    return { status: answer.statusCode, code, ms: performance.now() - begin }
  } catch (error) {
    return { status: 0, code: error instanceof Error ? error.message : `${error}`, ms: performance.now() - begin }
  } finally {
    offered?.withdraw()
    await pool.destroy()
  }
}
