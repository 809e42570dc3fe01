// `npm run verify -- container`: builds the image of the Dockerfile and runs it as a strict platform would: read-only, without capabilities,
// as an unknown user, with 256 MB and no network. `--write` puts the report in docs/container.md. `--offline` is for machines that cannot
// pull images: it starts an engine of its own and makes a base image by debootstrap (as root, with Debian's docker.io and debootstrap).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installNode, type RunOptions, run } from './run.ts'

interface Engine {
  /** Runs a command of the client. */
  readonly docker: (args: readonly string[], options?: RunOptions) => Promise<string>
  readonly stop: () => Promise<void>
}

interface Row {
  readonly what: string
  readonly found: string
  readonly isGood: boolean
}

const root = join(import.meta.dirname, '..')
const image = 'automation-service'
const memoryMib = 256
/** Largest node_modules of the image before and after pruning, MB. Before it, 20 MB are of the SDK of the Model Context Protocol. */
const maxModules = { before: 110, after: 60 } as const
const adminToken = 'verify-container-token'
const startTimeoutMs = 120_000
const certificates = '/etc/ssl/certs/ca-certificates.crt'

const isOffline = process.argv.includes('--offline')
const folder = await mkdtemp(join(tmpdir(), 'image-'))
const engine = isOffline ? await startEngine() : { docker: runDocker, stop: async () => undefined }
const { docker } = engine
try {
  const base = isOffline ? await importBase() : (await readBase()).name
  const rows = await verify()
  for (const { what, found, isGood } of rows) console.log(`${isGood ? 'ok' : 'not ok'} - ${what}: ${found}`)
  console.log(`cases: ${rows.length} checks of the image in ${memoryMib} MiB, on ${base}`)
  if (rows.some(({ isGood }) => !isGood)) process.exitCode = 1
  if (process.argv.includes('--write')) await writeReport(base, rows)
} finally {
  await docker(['rm', '--force', 'service']).catch(() => undefined)
  await docker(['volume', 'rm', 'service-records']).catch(() => undefined)
  await engine.stop()
  await rm(folder, { recursive: true, force: true })
}

async function verify(): Promise<readonly Row[]> {
  const modules = await build()
  const isolation = '--network none --read-only --cap-drop ALL --security-opt no-new-privileges --user 12345:0'
  const memory = `--memory ${memoryMib}m --memory-swap ${memoryMib}m`
  const settings = `--volume service-records:/data --env ADMIN_TOKEN=${adminToken}`
  await docker(`run --detach --name service ${isolation} ${memory} ${settings} ${image}`.split(' '))
  const seconds = await becomeHealthy()
  const confinement = await readConfinement()
  const answers = await askOperations()
  const records = await countRecords()
  const peak = Number(
    await inside('cat /sys/fs/cgroup/memory.peak /sys/fs/cgroup/memory/memory.max_usage_in_bytes 2>/dev/null || true'),
  )
  const stopped = await stop()
  await docker(['start', 'service'])
  await becomeHealthy()
  const kept = await countRecords()
  return [
    ...modules,
    { what: 'time until healthy', found: `${seconds.toFixed(1)} s`, isGood: true },
    ...confinement,
    ...answers,
    { what: 'peak memory', found: `${megabytes(peak)} of ${memoryMib} MiB`, isGood: peak > 0 },
    stopped,
    {
      // The capture has been deleted.
      what: 'records after a restart',
      found: `analyses and captures ${kept}`,
      isGood: kept === records && records === '3 0',
    },
    { ...(await stop()), what: 'docker stop again' },
  ]
}

/** Builds the image. @returns the sizes of its modules and layers */
async function build(): Promise<readonly Row[]> {
  // Without --progress, which only BuildKit knows: it prints plain text anyway where its output is no terminal.
  const log = await docker(['build', '--network', 'host', '--tag', image, root])
  const [, before = '', after = ''] = /production modules: ([\d.]+) MB, pruned for [^:]+: ([\d.]+) MB/.exec(log) ?? []
  const format = '{{.Size}} {{.CreatedBy}}'
  const history = await docker(['history', '--no-trunc', '--human=false', '--format', format, image])
  const layer = (pattern: RegExp): Row['found'] => {
    const line = history.split('\n').find(text => pattern.test(text)) ?? ''
    return megabytes(Number(/^\d+/.exec(line)?.[0]))
  }
  const slim = `${image}:slim`
  await docker(['build', '--network', 'host', '--target', 'slim', '--tag', slim, root])
  const sizeOf = async (name: string) => Number(await docker(['image', 'inspect', '--format', '{{.Size}}', name]))
  const [size, slimSize] = [await sizeOf(image), await sizeOf(slim)]
  return [
    {
      what: 'modules before pruning',
      found: `${before} MB of at most ${maxModules.before}`,
      isGood: Number(before || Number.NaN) <= maxModules.before,
    },
    {
      what: 'modules after pruning',
      found: `${after} MB of at most ${maxModules.after}`,
      isGood: Number(after || Number.NaN) <= maxModules.after,
    },
    { what: 'image with its base image', found: megabytes(size), isGood: true },
    { what: 'image without ffmpeg (slim)', found: megabytes(slimSize), isGood: slimSize < size / 2 },
    { what: 'ffmpeg layer', found: layer(/ffmpeg/), isGood: true },
    { what: 'modules layer', found: layer(/node_modules/), isGood: true },
    { what: 'service layer', found: layer(/COPY .*dist/), isGood: true },
  ]
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** @returns seconds until the health check of the image succeeds */
async function becomeHealthy(): Promise<number> {
  const begin = Date.now()
  while ((await inspect('{{.State.Health.Status}}')) !== 'healthy') {
    if ((await inspect('{{.State.Running}}')) !== 'true' || Date.now() - begin > startTimeoutMs)
      throw new Error(await docker(['logs', 'service']))
    await wait(250)
  }
  return (Date.now() - begin) / 1000
}

async function inspect(format: string): Promise<string> {
  return (await docker(['inspect', '--format', format, 'service'])).trim()
}

/** Runs a shell script in the container. */
async function inside(script: string): Promise<string> {
  return (await docker(['exec', 'service', 'sh', '-c', script])).trim()
}

/** What the process may do, seen from inside. */
async function readConfinement(): Promise<readonly Row[]> {
  const user = await inside('id -u; id -g; grep -E "^(CapEff|NoNewPrivs|Seccomp):" /proc/1/status | tr -d "\\t" | sort')
  const written = await inside('touch /app/x 2>&1 || touch /tmp/x 2>&1 || true')
  const compilers = await inside('command -v cc c++ gcc g++ clang make python3 tsc || true')
  return [
    {
      what: 'user, group, capabilities, privileges, seccomp',
      found: user.replaceAll('\n', ' '),
      isGood: /^12345\n0\nCapEff:0+\nNoNewPrivs:1\nSeccomp:2$/.test(user),
    },
    {
      what: 'root file system',
      found: 'read-only',
      isGood: /Read-only file system[\s\S]*Read-only file system/.test(written),
    },
    { what: 'compilers', found: compilers || 'none', isGood: compilers === '' },
  ]
}

async function askOperations(): Promise<readonly Row[]> {
  const input = await readFile(join(import.meta.dirname, 'ask-every-operation.mjs'), 'utf8')
  const printed = await runBeside(['node', '--input-type=module', '-'], input)
  const answers: readonly { name: string; status: number; bytes: number }[] = JSON.parse(
    printed.trim().split('\n').at(-1) ?? '[]',
  )
  return answers.map(({ name, status, bytes }) => ({
    what: name,
    found: `${status}, ${bytes} bytes`,
    isGood: status === 200 || status === 204,
  }))
}

async function countRecords(): Promise<string> {
  const script =
    "fetch('http://127.0.0.1:3000/api/admin/stats', { headers: { authorization: 'Bearer ' + process.env.ADMIN_TOKEN } }).then(a => a.json()).then(({ stats }) => console.log(stats.analyses.total, stats.captures.total))"
  return (await runBeside(['node', '-e', script])).trim().split('\n').at(-1) ?? ''
}

/** Runs a command of the image as a client that reaches the service, with memory of its own: what is inside takes that of the service. */
function runBeside(command: readonly string[], input = ''): Promise<string> {
  const args = ['--rm', '--interactive', '--network', 'container:service', '--env', `ADMIN_TOKEN=${adminToken}`]
  return docker(['run', ...args, image, ...command], { input })
}

async function stop(): Promise<Row> {
  const begin = Date.now()
  await docker(['stop', '--time', '40', 'service'])
  const code = await inspect('{{.State.ExitCode}}, out of memory: {{.State.OOMKilled}}')
  const seconds = ((Date.now() - begin) / 1000).toFixed(1)
  return { what: 'docker stop', found: `exit code ${code}; ${seconds} s`, isGood: code === '0, out of memory: false' }
}

async function writeReport(base: string, rows: readonly Row[]): Promise<void> {
  const lines = [
    '# Container image',
    '',
    'Written by `npm run verify -- container --write`.',
    '',
    `Base image: ${base}.`,
    '',
    '| check | result | |',
    '|---|---|---|',
    ...rows.map(({ what, found, isGood }) => `| ${what} | ${found} | ${isGood ? 'good' : '**not good**'} |`),
    '',
  ]
  await writeFile(join(root, 'docs/container.md'), lines.join('\n'))
}

function runDocker(args: readonly string[], options: RunOptions = {}): Promise<string> {
  return run('docker', args, options)
}

/** A Docker engine in the temporary folder: it shares nothing with one that runs already, and changes no network of the machine. */
async function startEngine(): Promise<Engine> {
  const socket = `unix://${join(folder, 'docker.sock')}`
  const settings = join(folder, 'daemon.json')
  writeFileSync(settings, '{}') // not those of the machine
  const log = openSync(join(folder, 'dockerd.log'), 'w')
  const args = [
    `--data-root=${join(folder, 'data')}`,
    `--exec-root=${join(folder, 'exec')}`,
    `--pidfile=${join(folder, 'pid')}`,
    `--host=${socket}`,
    `--config-file=${settings}`,
    ...'--storage-driver=overlay2 --bridge=none --iptables=false --ip6tables=false'.split(' '),
    ...'--ip-forward=false --ip-masq=false'.split(' '),
  ]
  const daemon = spawn('dockerd', args, { stdio: ['ignore', log, log] })
  const ended = once(daemon, 'exit')
  const config = join(folder, 'config')
  const { PATH } = process.env
  const env = { PATH, HOME: folder, DOCKER_HOST: socket, DOCKER_CONFIG: config, DOCKER_BUILDKIT: '1' }
  // Debian's client before others: it speaks the engine's version and has BuildKit without a plugin.
  const client = ['/usr/bin/docker', '/usr/local/bin/docker'].find(existsSync) ?? 'docker'
  const docker = (args: readonly string[], options: RunOptions = {}) => run(client, args, { ...options, env })
  const isReady = () => docker(['version']).then(Boolean, () => false)
  for (const begin = Date.now(); !(await isReady()); await wait(250)) {
    if (daemon.exitCode !== null || Date.now() - begin > startTimeoutMs)
      throw new Error(`dockerd does not start: ${await readFile(join(folder, 'dockerd.log'), 'utf8')}`)
  }
  return {
    docker,
    stop: async () => {
      daemon.kill('SIGTERM')
      await ended
    },
  }
}

/** @throws Error when the Dockerfile uses anything but one slim Node.js image */
async function readBase(): Promise<{ readonly name: string; readonly major: string; readonly release: string }> {
  const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
  const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, stage]) => stage)
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name)
  const names = new Set(bases.filter(name => !stages.includes(name)))
  const [name = ''] = names
  const [, major, release] = /^node:(\d+)-(\w+)-slim$/.exec(name) ?? []
  if (names.size === 1 && major && release) return { name, major, release }
  throw new Error(`The Dockerfile is built on ${[...names].join(', ')}, not on one node:…-slim`)
}

/**
 * Makes a substitute for the official Node.js image: a minimal Debian of the same release with Node.js of the same major version from its
 * npm package, and the npm of this machine. Takes minutes, most of them for downloads. @returns what it is, in one sentence
 */
async function importBase(): Promise<string> {
  const { name, major, release } = await readBase()
  const target = join(folder, 'root')
  const sites = await run('apt-get', ['indextargets', '--format', '$(SITE)', 'Created-By: Packages'])
  const [mirror = ''] = sites.split('\n')
  await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, target, mirror])
  await copyFile(await installNode(major, folder), join(target, 'usr/local/bin/node'))
  const packages = (await run('npm', ['root', '--global'])).trim().split('\n').at(-1) ?? ''
  await mkdir(join(target, 'usr/local/lib/node_modules'), { recursive: true })
  await cp(join(packages, 'npm'), join(target, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(target, 'usr/local/bin/npm'))
  // A machine may reach its registries only with certificates of its own: they belong to this image, never to the Dockerfile.
  const own = process.env.NODE_EXTRA_CA_CERTS
  if (own && existsSync(own)) await copyFile(own, join(target, certificates))
  await mkdir(join(target, 'usr/local/etc'), { recursive: true })
  await writeFile(join(target, 'usr/local/etc/npmrc'), `cafile=${certificates}\n`)
  await rm(join(target, 'var/cache/apt/archives'), { recursive: true, force: true })
  const archive = join(folder, 'base.tar')
  await run('tar', ['-C', target, '-cf', archive, '.'])
  await docker(['import', '--change', `ENV NODE_EXTRA_CA_CERTS=${certificates}`, archive, name])
  const version = (await docker(['run', '--rm', '--network', 'none', name, 'node', '--version'])).trim()
  return `Debian ${release} by debootstrap (minbase) with Node.js ${version} from its npm package, instead of ${name}`
}
