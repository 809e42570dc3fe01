// The nginx.conf that is shipped, run by a real nginx: nothing of it changes but addresses, ports and paths.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { nginxPath } from './tools.ts'

export const nginxConf = readFileSync(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')

/** A port of the loopback, or a host with its port. */
type Address = number | string

interface Options {
  readonly replicas: readonly [Address, Address]
  /** Another configuration than the shipped one. */
  readonly conf?: string
}

const hostAndPort = (address: Address): string => (typeof address === 'number' ? `127.0.0.1:${address}` : address)

const here = (conf: string, { replicas: [first, second], port, folder }: Options & { port: number; folder: string }) =>
  conf
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('replica-1:3000', hostAndPort(first))
    .replace('replica-2:3000', hostAndPort(second))
    .replace('/dev/stdout', '/tmp/access.log')
    .replaceAll('/tmp/', `${folder}/`)

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isThere
}

const place = async (t: Test, { conf = nginxConf, replicas }: Options) => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  chmodSync(folder, 0o755) // nginx gives its privileges up, and must still get in
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const path = join(folder, 'nginx.conf')
  writeFileSync(path, here(conf, { replicas, port, folder }))
  const run = (...words: readonly string[]) => {
    const child = spawn(nginxPath ?? '', ['-c', path, '-p', folder, ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
    const said: string[] = []
    child.stderr.on('data', chunk => said.push(String(chunk)))
    return { child, said, ended: once(child, 'close').then(([code]) => ({ code, said: said.join('') })) }
  }
  return { folder, port, run }
}

/** What `nginx -t` has to say. */
export const checkNginx = async (t: Test): Promise<{ readonly code: number; readonly said: string }> => {
  const { run } = await place(t, { replicas: [1, 2] })
  return run('-t').ended
}

/** Starts nginx before two replicas; it is stopped with the test. */
export const startNginx = async (t: Test, options: Options) => {
  const { folder, port, run } = await place(t, options)
  const { child, said, ended } = run('-g', 'daemon off;')
  t.teardown(async () => {
    child.kill('SIGTERM')
    await ended
  })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error((await ended).said)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  return {
    address: `http://127.0.0.1:${port}`,
    log: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    errors: () => said.join(''),
  }
}
