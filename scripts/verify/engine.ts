// A Docker engine of our own in a temporary folder: it shares nothing with one that runs already, changes no network of the
// machine, and is gone afterwards.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunOptions, run } from './run.ts'

export interface Engine {
  /** Runs a command of the client. */
  readonly docker: (words: readonly string[], options?: RunOptions) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Debian's client before others: it speaks the engine's version and has BuildKit without a plugin. */
const client = ['/usr/bin/docker', '/usr/local/bin/docker'].find(existsSync) ?? 'docker'

const readyWithin = 60_000

/** Starts it; root's rights are needed. @param folder absolute and short, since a socket lies in it */
export const startEngine = async (folder: string): Promise<Engine> => {
  const socket = `unix://${join(folder, 'docker.sock')}`
  const settings = join(folder, 'daemon.json')
  writeFileSync(settings, '{}') // not those of the machine
  const log = openSync(join(folder, 'dockerd.log'), 'w')
  const words = [
    ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec'), '--pidfile', join(folder, 'pid')],
    ...['--host', socket, '--storage-driver', 'overlay2', '--bridge=none', '--config-file', settings],
    ...['--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false'],
  ]
  const daemon = spawn('dockerd', words, { stdio: ['ignore', log, log] })
  const ended = once(daemon, 'exit')
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    DOCKER_HOST: socket,
    DOCKER_CONFIG: join(folder, 'config'),
    DOCKER_BUILDKIT: '1',
  }
  const docker = (words: readonly string[], options: RunOptions = {}) => run(client, words, { ...options, env })
  const isReady = () =>
    docker(['version']).then(
      () => true,
      () => false,
    )
  const deadline = Date.now() + readyWithin
  while (!(await isReady())) {
    if (daemon.exitCode !== null || Date.now() > deadline)
      throw new Error(`dockerd does not start: ${folder}/dockerd.log`)
    await new Promise(resolve => setTimeout(resolve, 250))
  }
  return {
    docker,
    stop: async () => {
      daemon.kill('SIGTERM')
      await ended
    },
  }
}
