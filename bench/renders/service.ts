// A service that renders, for two clients, and what its benchmarks ask of it. As root the browser runs without its sandbox.
import { findSystemBrowser } from '../../src/renders/find-browser.ts'
import { type Server, startServer, untilReady } from '../server-process.ts'

export const clients = ['one', 'two'].map(name => ({ name, key: `key-of-client-${name}-123456` }))
export const secret = Buffer.alloc(24, 7)
export const hasSandbox = process.getuid?.() !== 0
export const executablePath = process.env.CHROMIUM_PATH ?? findSystemBrowser() ?? ''

export interface RenderService extends Server {
  /** As a client of the service. */
  readonly ask: (
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
    client?: (typeof clients)[number],
  ) => Promise<Response>
}

export async function startRenderService(concurrency: number): Promise<RenderService> {
  const server = await startServer({
    file: '../dist/src/server.js',
    env: {
      API_KEYS: clients.map(({ name, key }) => `${name}:${key}`).join(),
      ...{ RENDER: 'on', RENDER_CONCURRENCY: String(concurrency), RENDER_SANDBOX: hasSandbox ? '1' : '0' },
      CHROMIUM_PATH: executablePath,
      WEBHOOK_SECRET: `whsec_${secret.toString('base64')}`,
      FETCH_ALLOW_CIDRS: '127.0.0.0/8',
      ...(process.env.HOME !== undefined && { HOME: process.env.HOME }),
    },
  })
  await untilReady(server)
  return {
    ...server,
    ask: (path, body, headers = {}, client = clients[0]) =>
      fetch(`${server.address}${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', 'x-api-key': client?.key ?? '', ...headers },
      }),
  }
}

/** Processor time that the service and its browsers take for some work, ms: it tells how many renders a core takes, also on a busy machine. */
export async function processorTimeOf(server: Server, work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    const { own, children } = await server.cpuTime()
    return own + children
  }
  const before = await read()
  let most = before
  // The time of a process that has ended is lost unless its parent has waited for it.
  const timer = setInterval(async () => {
    most = Math.max(most, await read())
  }, 200)
  await work()
  clearInterval(timer)
  return Math.max(most, await read()) - before
}
