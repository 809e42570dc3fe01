// What stands in for the official Node image where no image can be pulled: a minimal Debian of the same release, made by debootstrap,
// with Node of the same major version out of its npm package and the npm of this machine.
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from './engine.ts'
import { nodeBinary } from './node-binary.ts'
import { run } from './run.ts'

export interface Base {
  /** Name after FROM. */
  readonly name: string
  readonly major: string
  readonly release: string
}

/** @throws when the Dockerfile is built on anything but one slim Node image */
export const baseOf = (dockerfile: string): Base => {
  const names = new Set([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name))
  const [name = ''] = names
  const [, major, release] = /^node:(\d+)-(\w+)-slim$/.exec(name) ?? []
  if (names.size === 1 && major && release) return { name, major, release }
  throw new Error(`No stand-in for ${[...names].join(', ')}`)
}

const certificates = '/etc/ssl/certs/ca-certificates.crt'

const installNpm = async (root: string): Promise<void> => {
  const all = (await run('npm', ['root', '--global'])).trim().split('\n').at(-1) ?? ''
  await mkdir(join(root, 'usr/local/lib/node_modules'), { recursive: true })
  await cp(join(all, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
}

/** Makes the root; some minutes, most of them downloads. @returns what it is, in one sentence */
export const importStandIn = async (
  { docker }: Engine,
  { name, major, release }: Base,
  folder: string,
): Promise<string> => {
  const root = join(folder, 'root')
  const sites = await run('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'])
  const [mirror = ''] = sites.split('\n')
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, root, mirror])
  await copyFile(await nodeBinary(major, folder), join(root, 'usr/local/bin/node'))
  await installNpm(root)
  // A machine may reach its registries only with certificates of its own: they belong to the stand-in, never to the Dockerfile.
  const own = process.env.NODE_EXTRA_CA_CERTS
  if (own && existsSync(own)) await copyFile(own, join(root, certificates))
  await mkdir(join(root, 'usr/local/etc'), { recursive: true })
  await writeFile(join(root, 'usr/local/etc/npmrc'), `cafile=${certificates}\n`)
  await rm(join(root, 'var/cache/apt/archives'), { recursive: true, force: true })
  const archive = join(folder, 'base.tar')
  await run('tar', ['-C', root, '-cf', archive, '.'])
  await docker(['import', '--change', `ENV NODE_EXTRA_CA_CERTS=${certificates}`, archive, name])
  const node = (await docker(['run', '--rm', '--network', 'none', name, 'node', '--version'])).trim()
  return `Debian ${release} by debootstrap (minbase) with Node ${node} of its npm package, in place of ${name}`
}
