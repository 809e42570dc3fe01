// Runs nginx with the shipped nginx.conf, of which only addresses, ports and paths are replaced.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { listen } from './loopback.ts'
import { nginxPath } from './tools.ts'

const deploy = join(import.meta.dirname, '../../deploy')

export const nginxConf = readFileSync(join(deploy, 'nginx.conf'), 'utf8')

/** A port of the loopback, or a host with its port. */
type Address = number | string

interface Options {
  /** Two or more. */
  readonly replicas: readonly Address[]
  /** Another configuration than the shipped one. */
  readonly conf?: string
  /** Space for the files of nginx, KiB; default: that of the machine. Needs the right to mount. */
  readonly spaceKib?: number
}

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A server in place of a replica, which answers a request once it has its body. `requests` are the paths that reached it. */
export async function startMock(t: Test, answer: Answer, options: ServerOptions = {}) {
  const requests: string[] = []
  const server = createServer(options, (request, response) => {
    requests.push(request.url ?? '')
    request.resume().on('end', () => answer(request, response))
  })
  const { port } = await listen(t, server)
  return { port, requests }
}

/** Starts nginx before the replicas; it is stopped with the test. */
export async function startNginx(t: Test, options: Options) {
  const { folder, port, run } = await install(t, options)
  const { child, errors, ended } = run('-g', 'daemon off;')
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  while (!(await acceptsConnections(port))) {
    if (child.exitCode !== null) throw new Error((await ended).errors)
    await setTimeout(20)
  }
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    log: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    errors,
  }
}

/** Runs `nginx -t`. */
export async function checkNginx(
  t: Test,
  replicas: readonly Address[],
): Promise<{ readonly code: number; readonly errors: string }> {
  const { run } = await install(t, { replicas })
  return run('-t').ended
}

/** Runs nginx-replicas.sh. @returns what it prints */
export function listReplicas(...addresses: readonly string[]): string {
  return execFileSync(join(deploy, 'nginx-replicas.sh'), addresses, { encoding: 'utf8', stdio: 'pipe' })
}

async function install(t: Test, { conf = nginxConf, replicas, spaceKib }: Options) {
  // Not in TMPDIR, which may be long: the address of a socket has at most 107 bytes.
  const folder = mkdtempSync('/tmp/nginx-')
  if (spaceKib) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${spaceKib}k`, 'tmpfs', folder])
  chmodSync(folder, 0o755) // nginx drops its privileges and must still read it.
  t.teardown(() => {
    if (spaceKib) execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  const port = await freePort()
  const path = join(folder, 'nginx.conf')
  const addresses = replicas.map(address => (typeof address === 'number' ? `127.0.0.1:${address}` : address))
  const local = conf.replace('listen 8080', `listen 127.0.0.1:${port}`).replace('/dev/stdout', '/tmp/access.log')
  writeFileSync(path, local.replaceAll('/tmp/', `${folder}/`))
  writeFileSync(join(folder, 'nginx-replicas.conf'), listReplicas(...addresses).replaceAll('/tmp/', `${folder}/`))
  copyFileSync(join(deploy, 'nginx-socket.conf'), join(folder, 'nginx-socket.conf'))
  const run = (...args: readonly string[]) => {
    const child = spawn(nginxPath ?? '', ['-c', path, '-p', folder, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', chunk => {
      output += chunk
    })
    return { child, errors: () => output, ended: once(child, 'close').then(([code]) => ({ code, errors: output })) }
  }
  return { folder, port, run }
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isConnected
}
