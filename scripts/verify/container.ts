// Builds the image of the Dockerfile with a real engine and runs it as a strict platform would: read-only, without capabilities, as
// an unknown user, with 256 MB and no network. `npm run verify -- container --write` puts the report in docs/container.md.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { needs } from '../../test/tools.ts'
import { type Engine, startEngine } from './engine.ts'
import { baseOf, importStandIn } from './stand-in.ts'

const skip = process.getuid?.() === 0 ? needs('dockerd', 'debootstrap').skip : 'needs root'

const root = join(import.meta.dirname, '../..')
const image = 'automation-service'
const memory = 256
const adminToken = 'verify'
const limits = { before: 90, after: 60 } as const

interface Row {
  readonly what: string
  readonly found: string
  readonly isGood: boolean
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

/** Builds the image. @returns the sizes of the production modules, MB */
const build = async ({ docker }: Engine): Promise<{ readonly before: number; readonly after: number }> => {
  const log = await docker(['build', '--network', 'host', '--progress', 'plain', '--tag', image, root])
  const [, before, after] = /production modules: ([\d.]+) MB, pruned for [^:]+: ([\d.]+) MB/.exec(log) ?? []
  return { before: Number(before), after: Number(after) }
}

const inspect = async ({ docker }: Engine, format: string): Promise<string> =>
  (await docker(['inspect', '--format', format, 'service'])).trim()

const becomeHealthy = async (engine: Engine): Promise<number> => {
  const begin = Date.now()
  while ((await inspect(engine, '{{.State.Health.Status}}')) !== 'healthy') {
    if ((await inspect(engine, '{{.State.Running}}')) !== 'true' || Date.now() - begin > 120_000)
      throw new Error(await engine.docker(['logs', 'service']))
    await wait(250)
  }
  return (Date.now() - begin) / 1000
}

const start = ({ docker }: Engine) =>
  docker([
    ...['run', '--detach', '--name', 'service', '--network', 'none', '--read-only', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--user', '12345:0', '--memory', `${memory}m`],
    ...['--memory-swap', `${memory}m`, '--volume', 'records:/data', '--env', `ADMIN_TOKEN=${adminToken}`, image],
  ])

const stop = async (engine: Engine): Promise<Row> => {
  const begin = Date.now()
  await engine.docker(['stop', '--time', '40', 'service'])
  const code = await inspect(engine, '{{.State.ExitCode}}, out of memory: {{.State.OOMKilled}}')
  const seconds = ((Date.now() - begin) / 1000).toFixed(1)
  return { what: 'docker stop', found: `exit code ${code}; ${seconds} s`, isGood: code === '0, out of memory: false' }
}

/** What the process may do, seen from inside. */
const confinement = async ({ docker }: Engine): Promise<readonly Row[]> => {
  const inside = async (script: string): Promise<string> =>
    (await docker(['exec', 'service', 'sh', '-c', script])).trim()
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

const operations = async ({ docker }: Engine): Promise<readonly Row[]> => {
  const input = await readFile(join(import.meta.dirname, 'operations.mjs'), 'utf8')
  const said = await docker(['exec', '--interactive', 'service', 'node', '--input-type=module', '-'], { input })
  const answers: readonly { name: string; status: number; bytes: number }[] = JSON.parse(
    said.trim().split('\n').at(-1) ?? '[]',
  )
  return answers.map(({ name, status, bytes }) => ({
    what: name,
    found: `${status}, ${bytes} bytes`,
    isGood: status === 200,
  }))
}

const recordsOf = async ({ docker }: Engine): Promise<string> => {
  const script =
    "fetch('http://127.0.0.1:3000/api/admin/stats', { headers: { authorization: 'Bearer ' + process.env.ADMIN_TOKEN } }).then(a => a.json()).then(({ stats }) => console.log(stats.analyses.total, stats.captures.total))"
  return (await docker(['exec', 'service', 'node', '-e', script])).trim()
}

/** Most memory that the container ever had, its health checks and our questions among it. */
const peak = async ({ docker }: Engine): Promise<number> => {
  const places = '/sys/fs/cgroup/memory.peak /sys/fs/cgroup/memory/memory.max_usage_in_bytes'
  return Number((await docker(['exec', 'service', 'sh', '-c', `cat ${places} 2>/dev/null || true`])).trim())
}

/** Bytes of every layer above the base, newest first. */
const layers = async ({ docker }: Engine): Promise<readonly Row[]> => {
  const history = await docker([
    'history',
    '--no-trunc',
    '--human=false',
    '--format',
    '{{.Size}} {{.CreatedBy}}',
    image,
  ])
  const sizeOf = (pattern: RegExp): number => {
    const line = history.split('\n').find(text => pattern.test(text)) ?? ''
    return Number(/^\d+/.exec(line)?.[0])
  }
  const whole = Number(await docker(['image', 'inspect', '--format', '{{.Size}}', image]))
  return [
    { what: 'image with its base', found: megabytes(whole), isGood: true },
    { what: 'layer of ffmpeg', found: megabytes(sizeOf(/ffmpeg/)), isGood: true },
    { what: 'layer of the modules', found: megabytes(sizeOf(/node_modules/)), isGood: true },
    { what: 'layer of the service', found: megabytes(sizeOf(/COPY .*dist/)), isGood: true },
  ]
}

const verify = async (
  engine: Engine,
  folder: string,
): Promise<{ readonly standIn: string; readonly rows: readonly Row[] }> => {
  const { docker } = engine
  const standIn = await importStandIn(engine, baseOf(await readFile(join(root, 'Dockerfile'), 'utf8')), folder)
  const { before, after } = await build(engine)
  await docker(['volume', 'create', 'records'])
  await start(engine)
  const seconds = await becomeHealthy(engine)
  const inside = await confinement(engine)
  const answers = await operations(engine)
  const records = await recordsOf(engine)
  const most = await peak(engine)
  const stopped = await stop(engine)
  await docker(['start', 'service'])
  await becomeHealthy(engine)
  const kept = await recordsOf(engine)
  const rows = [
    {
      what: 'modules before pruning',
      found: `${before} MB of at most ${limits.before}`,
      isGood: before <= limits.before,
    },
    { what: 'modules as they run', found: `${after} MB of at most ${limits.after}`, isGood: after <= limits.after },
    ...(await layers(engine)),
    { what: 'healthy after', found: `${seconds.toFixed(1)} s`, isGood: true },
    ...inside,
    ...answers,
    { what: 'most memory', found: `${megabytes(most)} of ${memory} MiB`, isGood: most > 0 },
    stopped,
    {
      what: 'records after a restart',
      found: `analyses and captures ${kept}`,
      isGood: kept === records && records === '3 1',
    },
    { ...(await stop(engine)), what: 'docker stop again' },
  ]
  return { standIn, rows }
}

t.setTimeout(1_500_000)

t.test('the image', { skip }, async t => {
  const folder = await mkdtemp(join(tmpdir(), 'image-'))
  const engine = await startEngine(folder)
  t.teardown(async () => {
    await engine.docker(['rm', '--force', 'service']).catch(() => undefined)
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const { standIn, rows } = await verify(engine, folder)
  for (const { what, found, isGood } of rows) t.ok(isGood, `${what}: ${found}`)
  t.comment(`cases: ${rows.length} questions to the image in ${memory} MiB, on ${standIn}`)
  if (!process.argv.includes('--write')) return
  const report = [
    '# The image, built and run',
    '',
    'Written by `npm run verify -- container --write`.',
    '',
    `Base image: ${standIn}.`,
    '',
    '| what | found | |',
    '|---|---|---|',
    ...rows.map(({ what, found, isGood }) => `| ${what} | ${found} | ${isGood ? 'good' : '**not good**'} |`),
    '',
  ]
  await writeFile(join(root, 'docs/container.md'), report.join('\n'))
})
