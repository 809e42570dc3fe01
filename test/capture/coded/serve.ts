// Serves pages of clocks on loopback: `/` with the promised clocks, `/?clock=rAF&clock=Date` with the named ones.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { clocks, furtherClocks, innerClocks } from './clocks.ts'
import { mediaNames } from './media.ts'
import { codedPage } from './page.ts'

export interface Host {
  /** URL of the page with the named clocks; by default the promised ones. */
  readonly address: (names?: readonly string[]) => string
  readonly close: () => void
}

const types: Readonly<Record<string, string>> = { mp4: 'video/mp4', webm: 'video/webm', gif: 'image/gif' }

/** Range requests, without which a player cannot seek. */
const rangeOf = (range: string | undefined, size: number): readonly [number, number] => {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  return [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
}

/** @param folder Output folder of `makeMedia`. */
export const serveClocks = async (folder: string): Promise<Host> => {
  const all = [...clocks, ...furtherClocks, ...innerClocks]
  const files = new Map(mediaNames.map(name => [`/${name}`, readFileSync(join(folder, name))]))
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host')
    const file = files.get(pathname)
    if (file) {
      const [from, to] = rangeOf(headers.range, file.length)
      response.writeHead(headers.range ? 206 : 200, {
        'content-type': types[pathname.split('.').at(-1) ?? ''],
        'content-length': to - from + 1,
        'accept-ranges': 'bytes',
        'content-range': `bytes ${from}-${to}/${file.length}`,
      })
      return response.end(file.subarray(from, to + 1))
    }
    const names = searchParams.getAll('clock')
    const chosen = names.length === 0 ? clocks : names.flatMap(name => all.filter(clock => clock.name === name))
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return response.end(codedPage(chosen, searchParams.has('bare')))
  })
  // Both loopback addresses: cross-site iframes use localhost, which may resolve to either.
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    address: (names = []) =>
      `http://127.0.0.1:${port}/?${new URLSearchParams(names.map((name): [string, string] => ['clock', name]))}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
