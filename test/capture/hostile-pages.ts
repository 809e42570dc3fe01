// Pages that make capturing them hard. In the end each of them is green at (20, 20).
import { createServer, type Server, type ServerResponse } from 'node:http'

const green = '<body style="margin: 0; background: #00ff00">'
const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h40v40H0z" fill="#0f0"/></svg>'
const script = (code: string) => `<script>${code}</script>`

/** Documents by path. */
const documents = {
  '/lazy': `<body style="margin: 0"><img loading="lazy" src="/slow.svg" width="40" height="40">`,
  '/observed': `<body style="margin: 0"><img id="i" width="40" height="40">${script(
    `new IntersectionObserver(seen => { if (seen[0].isIntersecting) i.src = '/slow.svg' }).observe(i)`,
  )}`,
  '/slow-css': '<link rel="stylesheet" href="/slow.css"><body style="margin: 0"><div id="x" style="height: 40px">',
  '/dialogs': `${green}${script(`alert(1); confirm(2); prompt(3); onbeforeunload = e => { e.preventDefault(); return '' }
    setInterval(() => alert(4), 200)`)}`,
  '/popups': `${green}${script(`for (let i = 0; i < 4; i++) open('/never'); setInterval(() => open('/dialogs'), 200)`)}`,
  '/meta-refresh': `<meta http-equiv="refresh" content="0; url=/green"><body>old`,
  '/script-redirect': `<body>old${script(`setTimeout(() => location.replace('/green'), 20)`)}`,
  '/reloads': `${green}${script('setTimeout(() => location.reload(), 700)')}`,
  '/busy': `${green}${script(`setInterval(() => fetch('/ok?' + Math.random()), 50); new EventSource('/events')`)}`,
  '/throws': `${green}${script(`setInterval(() => { throw new Error('x') }, 10)
    requestAnimationFrame(function f() { requestAnimationFrame(f); throw 1 })`)}`,
  '/broken-builtins': `${green}${script(`Array.prototype.map = () => { throw 1 }; Promise.race = () => { throw 2 }
    window.Map = null; JSON.stringify = () => 'x'; Array.prototype.filter = null; delete window.captureStage`)}`,
  '/frames': `${green}${'<iframe src="/green" width="20" height="20" style="float: right"></iframe>'.repeat(20)}`,
  '/frame-comes-and-goes': `${green}<iframe id="f" src="/green" style="float: right"></iframe>${script(
    'setInterval(() => { f.remove(); document.body.append(f) }, 37)',
  )}`,
  '/policy': '<body style="margin: 0"><style>div { width: 40px; height: 40px; background: #0f0 }</style><div>',
  '/modal': `${green}<dialog id="d">Hello</dialog>${script('d.showModal(); d.close(); document.body.requestFullscreen().catch(() => {})')}`,
  '/90000': '<body style="margin: 0"><div style="height: 90000px; background: #0f0">',
  '/green': green,
  '/quirks': green,
  '/svg': square,
} as const

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; require-trusted-types-for 'script'; sandbox allow-scripts"

/** Other responses by path: errors, redirects, downloads, delays. */
const oddities: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
  '/404': response => response.writeHead(404).end('no'),
  '/500': response => response.writeHead(500).end('no'),
  '/204': response => response.writeHead(204).end(),
  '/redirect': response => response.writeHead(302, { location: '/green' }).end(),
  '/redirect-404': response => response.writeHead(302, { location: '/404' }).end(),
  '/circle': response => response.writeHead(302, { location: '/circle' }).end(),
  '/download': response => response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x'),
  '/reset': response => response.socket?.destroy(),
  '/never': () => {},
  '/never-ends': response => response.writeHead(200, { 'content-type': 'text/html' }).write(green),
  '/hangs': response => response.writeHead(200, { 'content-type': 'text/html' }).end(script('for (;;);')),
  '/hangs-later': response =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`${green}${script('setTimeout(() => { for (;;); }, 1500)')}`),
  '/slow.svg': response =>
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(square), 500),
  '/slow.css': response =>
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/css' }).end('#x { background: #0f0 }'), 500),
  '/events': response => response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n'),
  '/ok': response => response.end('ok'),
}

export const hostilePages = Object.keys(documents)

/** @param seen is called with the path and the headers of every request. */
export const hostileServer = (
  seen: (path: string, headers: NodeJS.Dict<string | string[]>) => unknown = () => {},
): Server =>
  createServer(({ url = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    seen(pathname, headers)
    const oddity = oddities[pathname]
    if (oddity) return oddity(response)
    const [, html] = Object.entries(documents).find(([path]) => path === pathname) ?? []
    const type = pathname === '/svg' ? 'image/svg+xml' : 'text/html'
    const doctype = pathname === '/quirks' || pathname === '/svg' ? '' : '<!doctype html>'
    const guard = pathname === '/policy' ? { 'content-security-policy': policy } : {}
    response.writeHead(html ? 200 : 404, { 'content-type': type, ...guard }).end(`${doctype}${html}`)
  })
