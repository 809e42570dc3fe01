// Serves the pages of packages on loopback, with what a trial adds to them; nothing is loaded from other hosts.
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Banner, bundleBanner } from './banners.ts'
import { libraries, type RealPage } from './pages.ts'

export const packages = fileURLToPath(new URL('../node_modules/', import.meta.url))

/** What a page told about the browser that showed it; by the value of the query parameter `facts`. */
export type Facts = Readonly<Record<string, string>>

export interface Site {
  readonly origin: string
  readonly facts: ReadonlyMap<string, Facts>
  /** Paths that pages asked for and that are not there. */
  readonly missing: ReadonlySet<string>
  readonly close: () => void
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
}

/** Tells the server what `platform`, `color_scheme`, `storage_state` and so on did. */
const factsScript = `<script>addEventListener('load', () => {
  const probe = document.createElement('i')
  probe.style.cssText = 'position:fixed;visibility:hidden;padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)'
  document.body.append(probe)
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const reduce = matchMedia('(prefers-reduced-motion: reduce)').matches
  const coarse = matchMedia('(pointer: coarse)').matches
  const { innerWidth, innerHeight, devicePixelRatio } = window
  const facts = { dark, reduce, coarse, innerWidth, innerHeight, devicePixelRatio, screen: screen.width,
    touch: navigator.maxTouchPoints, agent: navigator.userAgent, cookie: document.cookie,
    stored: localStorage.getItem('trial') ?? '', insets: getComputedStyle(probe).padding }
  probe.remove()
  const query = new URLSearchParams(facts)
  query.set('facts', new URLSearchParams(location.search).get('facts'))
  fetch('/__facts?' + query)
})</script>`

/** A red square that comes 900 ms after the page has loaded. */
const lateScript = `<script>addEventListener('load', () => setTimeout(() => {
  const late = document.createElement('div')
  late.id = 'late'
  late.style.cssText = 'position:absolute;left:0;top:0;width:40px;height:40px;background:#f00;z-index:2147483647'
  document.body.append(late)
}, 900))</script>`

/** Timed transitions and animations take no time: what is left depends on the position alone. */
const stillStyle =
  '<style>*, ::before, ::after { transition: none !important; animation-duration: 0s !important; animation-delay: 0s !important }</style>'

/** @returns the site of a page; its banners are shown by `?banner=` and their names. */
export async function serveSite({ root }: RealPage, banners: readonly Banner[]): Promise<Site> {
  const facts = new Map<string, Facts>()
  const missing = new Set<string>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/__facts') {
      facts.set(searchParams.get('facts') ?? '', Object.fromEntries(searchParams))
      return response.writeHead(204).end()
    }
    const banner = banners.find(({ name }) => name === (searchParams.get('banner') ?? ''))
    const [, bundled] = /^\/__bundle\/(.+)\.js$/.exec(pathname) ?? []
    const source = banners.find(({ name }) => name === decodeURIComponent(bundled ?? ''))
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const body = source
      ? await bundleBanner(source, packages)
      : await readFile(fileOf(root, decodeURIComponent(path))).catch(() => undefined)
    if (body === undefined) missing.add(path)
    if (body === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
    if (extname(path) === '.html') return response.end(addTo(`${body}`, banner, searchParams))
    // The documentation of our own service in place of one on another host.
    response.end(path.endsWith('initializer.js') ? `${body}`.replace(/https:[^"]+/, '/openapi.yaml') : body)
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { origin: `http://127.0.0.1:${port}`, facts, missing, close: () => server.close() }
}

function fileOf(root: string, path: string): string {
  const safe = normalize(path)
  if (safe.startsWith('/__packages/')) return join(packages, safe.slice('/__packages/'.length))
  if (root === 'swagger-ui-dist' && safe === '/openapi.yaml') {
    return fileURLToPath(new URL('../../../openapi.yaml', import.meta.url))
  }
  const [, library] = libraries.find(([name]) => name.test(safe) && safe.includes('/visual/')) ?? []
  return join(packages, library ?? join(root, safe))
}

/** The page with the copies of libraries of other hosts, and with what the query asks for. */
function addTo(html: string, banner: Banner | undefined, query: URLSearchParams): string {
  const local = html.replace(/((?:src|href|data-src|url)\s*=\s*["'])(?:https?:)?\/\/([^"']+)/g, (link, start, rest) => {
    const [, file] = libraries.find(([name]) => name.test(rest)) ?? []
    if (file) return `${start}/__packages/${file}`
    return /^data-src|^src/.test(link) || /\.css|fonts\./.test(rest) ? `${start}/__none` : link
  })
  const script = banner
    ? `${banner.html ?? ''}<script type="module" src="/__bundle/${encodeURIComponent(banner.name)}.js"></script>`
    : ''
  const added = `${query.has('facts') ? factsScript : ''}${query.has('late') ? lateScript : ''}${query.has('still') ? stillStyle : ''}${script}`
  const end = local.lastIndexOf('</body>')
  return end < 0 ? local + added : local.slice(0, end) + added + local.slice(end)
}
