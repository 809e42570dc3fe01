// A contract proxy (Prism) between a client and the service: it checks every request and response against the document.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseDocument, variedRequests } from './calls.ts'

export interface ProxyResult {
  readonly calls: number
  /** What the proxy found, and calls that failed. */
  readonly violations: readonly string[]
}

/** Sends all variations of the examples through the proxy, one after the other. */
export async function callThroughProxy(file: string, yaml: string, service: string): Promise<ProxyResult> {
  const prism = join(import.meta.dirname, 'node_modules/.bin/prism')
  const child = spawn(process.execPath, [prism, 'proxy', file, service, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    const address = await listeningAddress(child.stdout)
    child.stdout.resume()
    const requests = variedRequests(parseDocument(yaml))
    const violations: string[] = []
    for (const { url, init } of requests) {
      const response = await fetch(address + url, init)
      const text = await response.text()
      const found = response.headers.get('sl-violations') ?? (response.ok ? undefined : text)
      if (found !== undefined) violations.push(`${init.method} ${url}: ${response.status} ${found}`)
    }
    return { calls: requests.length, violations }
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

async function listeningAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /listening on (http:\/\/[\d.]+:\d+)/.exec(line)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('The proxy did not start.')
}
