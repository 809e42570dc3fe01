// Renders while processes are killed: the browser, the render process, the service, separate render processes and the database server. No job
// is lost, none ends twice, and no process stays. `npm run verify` kills twenty times each.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { readProcessTree } from '../src/workers/process-tree.ts'
import { serverProgram } from './helpers/bundle.ts'
import { kinds } from './helpers/databases.ts'
import { listen } from './helpers/loopback.ts'
import { startCluster } from './helpers/postgres.ts'
import { watch } from './helpers/process.ts'
import { chromiumPath, needs, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const kills = whole ? 20 : 1
const targets = ['browser', 'render process', 'service', 'database'] as const
const renderProgram = serverProgram.replace(/server\.js$/, 'render.js')

type Environment = Readonly<Record<string, string>>

for (const kind of kinds)
  t.test(kind.name, { ...needs('chromium'), skip: kind.skip || needs('chromium').skip }, async t => {
    const isShared = kind.kind === 'postgresql'
    // A server of its own, which is killed too.
    const cluster = isShared ? await startCluster() : undefined
    t.teardown(() => cluster?.remove())
    const { options, query } = cluster ? await createDatabase(cluster) : await (await kind.start(t))(t)
    const folder = mkdtempSync(join(tmpdir(), 'render-kill-'))
    t.teardown(() => rmSync(folder, { recursive: true, force: true }))
    const site = createServer(({ url }, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${url}`),
    )
    const { url: origin } = await listen(t, site)
    const environment: Environment = {
      PORT: '0',
      LOG_LEVEL: 'warn',
      DRAIN_MS: '0',
      TMPDIR: folder,
      FETCH_ALLOW_CIDRS: '127.0.0.0/8',
      RENDER: 'on',
      RENDER_SANDBOX: '0',
      RENDER_CONCURRENCY: '1',
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : { DATA_DIR: options.dataDir }),
    }
    const withBrowser = { ...environment, CHROMIUM_PATH: shellPath ?? chromiumPath ?? '' }
    // Where the database is shared, the services have no browser, and separate processes take the renders.
    const service = () => run(t, serverProgram, isShared ? { ...environment, CHROMIUM_PATH: '/nothing' } : withBrowser)
    const renderer = () => run(t, renderProgram, withBrowser)
    const services = isShared ? [service(), service()] : [service()]
    const renderers = isShared ? [renderer(), renderer()] : []

    const acknowledged: string[] = []
    let asked = 0
    const ask = async (): Promise<void> => {
      asked += 1
      const body = JSON.stringify({
        target_url: `${origin}/${asked}`,
        viewport: { width: 320, height: 200, deviceScaleFactor: 1 },
        delay: '0.5s',
      })
      for (const one of services) {
        const base = await Promise.race([one.listening().catch(() => ''), wait(20_000, '')])
        const answer = await fetch(`${base}/api/v1/renders`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        }).catch(() => undefined)
        if (answer?.status !== 202) continue
        acknowledged.push(Object(await answer.json()).render.id)
        return
      }
    }

    const countOf = async (rows: string) => {
      const [row] = await query(`select count(*) as rows from ${rows}`)
      return Number(row?.rows)
    }
    const isEmpty = async () => (await countOf('render_jobs')) === 0

    for (const target of targets.filter(target => target !== 'database' || isShared))
      for (let count = 0; count < kills; count++) {
        for (let jobs = 0; jobs < 3; jobs++) await ask()
        // A render is tried three times: one that is tried again ends before the next kill.
        while ((await countOf('render_jobs where tries > 1')) > 0) await wait(200)
        await wait(Math.random() * 1000)
        const owners = isShared ? renderers : services
        const owner = owners[count % owners.length]
        if (target === 'database') {
          await cluster?.stop()
          await cluster?.start()
        }
        const tree = readProcessTree(owner?.child.pid ?? 0).pids
        if (target === 'browser')
          for (const pid of tree.filter(pid => commandOf(pid).includes('--proxy-server'))) kill(pid)
        if (target === 'render process')
          for (const pid of tree.filter(pid => commandOf(pid).includes('render-process'))) kill(pid)
        if (target === 'service') {
          owner?.child.kill('SIGKILL')
          owners[count % owners.length] = isShared ? renderer() : service()
          const replica = services[count % services.length]
          if (isShared) {
            replica?.child.kill('SIGKILL')
            services[count % services.length] = service()
          }
        }
      }

    const deadline = Date.now() + 180_000 + acknowledged.length * 5000
    while (!(await isEmpty()) && Date.now() < deadline) await wait(1000)
    t.equal(await countOf('render_jobs'), 0, 'the queue is empty')
    const rows = await query('select id, status, result from renders')
    const resultOf = (id: string) => rows.find(row => row.id === id)
    const unfinished = acknowledged.map(resultOf).filter(row => row?.status !== 'done')
    t.same(unfinished, [], `none of ${acknowledged.length} acknowledged renders is lost`)
    t.ok(acknowledged.length >= 3 * kills)
    t.equal(new Set(rows.map(({ id }) => id)).size, rows.length, 'none ended twice')
    t.equal(rows.length, new Set([...acknowledged, ...rows.map(({ id }) => id)]).size)
    for (const { child } of [...services, ...renderers]) child.kill('SIGTERM')
    await Promise.all([...services, ...renderers].map(({ ended: end }) => end))
    t.same(commandsIn(folder), [], 'no process is left')
  })

async function createDatabase(cluster: Awaited<ReturnType<typeof startCluster>>) {
  const databaseUrl = await cluster.create('kills')
  const query = (text: string) => cluster.query(databaseUrl, text)
  return { options: { dataDir: '/proc/missing', databaseUrl }, query }
}

function run(t: Test, program: string, environment: Environment) {
  return watch(
    t,
    spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, program], { env: { ...process.env, ...environment } }),
  )
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with the one before.
  }
}

function commandOf(pid: number | string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

/** Browsers, whose profiles are in the folder. */
function commandsIn(folder: string): readonly string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(commandOf)
    .filter(command => command.includes(folder))
}
