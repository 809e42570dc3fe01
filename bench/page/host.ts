// Serves every subject alike over loopback: compressed where it is text, to be kept for a year.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Subject } from './subjects.ts'

export interface Host {
  readonly addressOf: (subject: Subject) => string
  /** The file behind an address; undefined for a stranger's. */
  readonly fileOf: (address: string) => string | undefined
  readonly close: () => void
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const textual = /^text|json|svg/

/** The port is 0 until the operating system has given one. */
const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

export const startHost = async (subjects: readonly Subject[]): Promise<Host> => {
  const fileAt = (path: string): string | undefined => {
    const [, name, ...rest] = decodeURIComponent(path).split('/')
    const subject = subjects.find(one => one.name === name)
    const file = subject && normalize(join(subject.folder, ...rest))
    return file?.startsWith(`${subject?.folder}${sep}`) ? file : undefined
  }
  const server = createServer(async (request, response) => {
    const file = fileAt(new URL(request.url ?? '/', 'http://host').pathname)
    const bytes = file && (await readFile(file).catch(() => undefined))
    if (!file || !bytes) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.')
    const type = types[extname(file)] ?? 'application/octet-stream'
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000' }
    return textual.test(type)
      ? response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(brotliCompressSync(bytes))
      : response.writeHead(200, headers).end(bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${portOf(server.address())}`
  return {
    addressOf: ({ name, entry }) => `${origin}/${name}/${entry}`,
    fileOf: address => (address.startsWith(`${origin}/`) ? fileAt(new URL(address).pathname) : undefined),
    close: () => server.close(),
  }
}
