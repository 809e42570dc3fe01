// The shipped deployment files fit the service, and replicas behind the shipped nginx.conf act as one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { readConfig, settingRows } from '../src/config/config.ts'
import { type Cidr, isAllowed, parseCidrs } from '../src/fetch/ip-policy.ts'
import { shutdownTimeouts } from '../src/process/shutdown.ts'
import { type Question, startClients } from './helpers/clients.ts'
import { freePort } from './helpers/free-port.ts'
import { listen } from './helpers/loopback.ts'
import { type Answer, checkNginx, listReplicas, nginxConf, startMock, startNginx } from './helpers/nginx.ts'
import { type Replica, startReplicas } from './helpers/replicas.ts'
import { needs } from './helpers/tools.ts'
import { namespaces, startNamespace } from './helpers/unreachable.ts'
import { whole } from './helpers/whole.ts'

const root = join(import.meta.dirname, '..')

const adminToken = 'token-of-an-administrator'

const config = readConfig({})
const dockerfile = read('Dockerfile')
const compose = parse(read('compose.yaml'), { merge: true })
const kubernetes = parseAllDocuments(read('deploy/kubernetes.yaml')).map(document => document.toJS())
const [deployment, service, budget, networkPolicy] = kubernetes
const pod = deployment.spec.template.spec
const [container] = pod.containers
const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
const replicaNames = ['replica-1', 'replica-2'] as const
const replicas = replicaNames.map(name => compose.services[name])

const imagePort = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1])
const imageUser = /^USER (\d+):(\d+)$/m.exec(dockerfile)?.slice(1).map(Number) ?? []

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Value of a directive that nginx.conf contains once. */
function directive(name: string): string {
  return new RegExp(`^\\s*${name}\\s+([^;]+);`, 'm').exec(nginxConf)?.[1] ?? ''
}

function seconds(text: string): number {
  return Number(/^(\d+)s$/.exec(text)?.[1])
}

/** A secret may come from a file. */
function isSetting(name: string): boolean {
  return settingRows().some(row => row.name === name || (row.isSecret && name === `${row.name}_FILE`))
}

t.test('nginx accepts nginx.conf without warnings', needs('nginx'), async t => {
  for (const count of [2, 3, 32]) {
    const replicas = Array.from({ length: count }, (_, place) => 3000 + place)
    const { code, errors } = await checkNginx(t, replicas)
    t.equal(code, 0, errors)
    t.notMatch(errors, /\[(?:warn|error|emerg)\]/, `${count} replicas`)
  }
})

t.test('nginx-replicas.conf lists the replicas of compose.yaml', async t => {
  const addresses = replicaNames.map(name => `${name}:${config.PORT}`)
  t.equal(read('deploy/nginx-replicas.conf'), listReplicas(...addresses))
  t.same(
    Object.keys(compose.services).filter(name => name.startsWith('replica-')),
    replicaNames,
  )
  const rejected = [
    [],
    ['one:3000'],
    ['one:3000', 'two'],
    ['one:3000', ':3000'],
    ['one:3000', 'two:80;'],
    ['a:1', 'b:x1'],
  ]
  for (const addresses of rejected) t.throws(() => listReplicas(...addresses), /usage: /, addresses.join(' '))
})

t.test('limits and timeouts of nginx.conf fit the service', async t => {
  t.equal(Number.parseInt(directive('client_max_body_size'), 10) * 1024 * 1024, config.BODY_LIMIT_BYTES)
  t.match(directive('client_max_body_size'), /^\d+m$/)
  t.ok(
    seconds(directive('proxy_read_timeout')) * 1000 > config.FETCH_TIMEOUT_MS + 20_000 + config.PROVIDER_TIMEOUT_MS,
    'a response may take a fetch, a video and a provider',
  )
})

t.test('the build context contains exactly what the Dockerfile copies', async t => {
  const taken = read('.dockerignore')
    .split('\n')
    .filter(line => line.startsWith('!'))
    .map(line => line.slice(1))
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  )
  t.same([...new Set(copied)].sort(), taken.sort())
  t.match(read('.dockerignore'), /^\*\n/)
})

t.test('compose.yaml fits the service, the image and nginx.conf', async t => {
  for (const replica of replicas) {
    for (const name of Object.keys(replica.environment)) t.ok(isSetting(name), name)
    for (const name of ['ADMIN_TOKEN_FILE', 'DATABASE_URL_FILE', 'TRUST_PROXY', 'RATE_LIMIT'])
      t.ok(replica.environment[name], `${name} is set`)
    const { TRUST_PROXY, RATE_LIMIT, DRAIN_MS } = replica.environment
    t.match(readConfig({ TRUST_PROXY, RATE_LIMIT, DRAIN_MS }), { RATE_LIMIT: Number(RATE_LIMIT) }, 'values are allowed')
    const drain = Number(DRAIN_MS)
    t.ok(
      seconds(replica.stop_grace_period) * 1000 > drain + shutdownTimeouts.exitMs,
      'the process ends before it is killed',
    )
    t.same(replica.healthcheck.test, ['CMD', 'bash', '/app/healthcheck.sh', '/readyz'])
    t.equal(replica.restart, 'unless-stopped')
    t.match(replica, {
      mem_limit: String,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    t.equal(replica.environment.TRUST_PROXY, compose.services.nginx.networks.front.ipv4_address)
    for (const secret of replica.secrets) t.ok(compose.secrets[secret].file.startsWith('./deploy/secrets/'))
  }
  t.match(read('.gitignore'), /^deploy\/secrets\/$/m)
  t.equal(imagePort, config.PORT)
  t.same(
    compose.services.nginx.extra_hosts,
    replicaNames.map((name, place) => `${name}:${replicas[place].networks.front.ipv4_address}`),
    'nginx starts while a replica is stopped',
  )
  t.match(compose.services.nginx, {
    volumes: ['nginx', 'nginx-replicas', 'nginx-socket'].map(
      name => `./deploy/${name}.conf:/etc/nginx/${name}.conf:ro`,
    ),
    ports: [`127.0.0.1:8080:${directive('listen')}`],
  })
  t.ok(
    seconds(compose.services.nginx.stop_grace_period) >= seconds(directive('proxy_read_timeout')),
    'nginx may finish requests in progress',
  )
  const secret = /(?:PASSWORD|TOKEN|DATABASE_URL|API_KEYS)$/
  const inClear = Object.values<{ environment?: Record<string, string> }>(compose.services).flatMap(({ environment }) =>
    Object.keys(environment ?? {}).filter(name => secret.test(name)),
  )
  t.same(inClear, [], 'no secret is in the environment')
})

t.test('the render process of compose.yaml is confined, and takes what the replicas accept', async t => {
  const { render } = compose.services
  for (const name of Object.keys(render.environment)) t.ok(isSetting(name), name)
  const { DATABASE_URL_FILE: _file, ...values } = render.environment
  t.match(readConfig(values), { RENDER: 'on', RENDER_SANDBOX: false, RENDER_CONCURRENCY: 1 })
  for (const replica of replicas) {
    t.equal(replica.environment.RENDER, 'on')
    t.equal(replica.environment.DATABASE_URL_FILE, render.environment.DATABASE_URL_FILE)
    const reached = Object.keys(replica.networks).filter(name => render.networks.includes(name))
    t.same(reached, ['back'])
  }
  t.match(render, {
    build: { target: 'renders' },
    command: ['node', 'dist/src/render.js'],
    healthcheck: { disable: true },
    secrets: ['database_url'],
    ...{ mem_limit: String, read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
  })
  t.equal(render.ports, undefined)
  const [, stage = ''] = /^FROM slim AS renders\n(.*?)\n\n/ms.exec(dockerfile) ?? []
  t.match(stage, /chromium-headless-shell ffmpeg/)
  t.notMatch(stage, /RENDER/, 'RENDER is auto')
  t.match(stage, new RegExp(`USER ${imageUser.join(':')}$`))
})

t.test('only deploy/compose.public.yaml publishes a port to other machines, and it requires API keys', async t => {
  const services = Object.entries<{ ports?: readonly string[] }>(compose.services)
  const published = services.flatMap(([name, { ports = [] }]) => ports.map(port => `${name} ${port}`))
  t.same(published, [`nginx 127.0.0.1:8080:${directive('listen')}`])
  const open = parse(read('deploy/compose.public.yaml'))
  t.same(open.services.nginx, { ports: [`80:${directive('listen')}`] })
  for (const name of replicaNames)
    t.same(open.services[name], {
      environment: { API_KEYS_FILE: '/run/secrets/api_keys', ALLOWED_HOSTS: '' },
      secrets: ['api_keys'],
    })
  t.same(open.secrets, { api_keys: { file: './deploy/secrets/api_keys' } })
})

t.test('kubernetes.yaml fits the service and the image', async t => {
  t.same(
    kubernetes.map(({ kind }) => kind),
    ['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'],
  )
  t.ok(deployment.spec.replicas >= 2)
  const { labels } = deployment.spec.template.metadata
  t.same(deployment.spec.selector.matchLabels, labels)
  t.same(service.spec.selector, labels)
  t.same(budget.spec.selector.matchLabels, labels)
  t.ok(budget.spec.maxUnavailable < deployment.spec.replicas)
  const [port] = container.ports
  t.equal(port.containerPort, imagePort)
  t.equal(service.spec.ports[0].targetPort, port.name)
  for (const { name } of container.env) t.ok(isSetting(name), name)
  for (const { name, value } of container.env)
    t.equal(
      value === undefined,
      ['DATABASE_URL', 'ADMIN_TOKEN', 'API_KEYS'].includes(name),
      `${name}: secrets come from the Secret`,
    )
  const drain = Number(container.env.find(({ name }: { name: string }) => name === 'DRAIN_MS').value)
  t.ok(
    pod.terminationGracePeriodSeconds * 1000 > drain + shutdownTimeouts.exitMs,
    'the process ends before it is killed',
  )

  for (const { httpGet } of probes) t.equal(httpGet.port, port.name)
  t.same(
    probes.map(({ httpGet }) => httpGet.path),
    ['/livez', '/readyz', '/livez'],
  )

  t.match(pod.securityContext, {
    runAsNonRoot: true,
    runAsUser: imageUser[0],
    runAsGroup: imageUser[1],
    seccompProfile: { type: 'RuntimeDefault' },
  })
  t.match(container.securityContext, {
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  })
  t.match(pod, { automountServiceAccountToken: false, enableServiceLinks: false })
  t.ok(container.resources.requests.memory && container.resources.limits.memory)
})

t.test('the network policy of kubernetes.yaml', async t => {
  const { podSelector, policyTypes, ingress, egress } = networkPolicy.spec
  t.same(podSelector, deployment.spec.selector)
  t.same(policyTypes, ['Ingress', 'Egress'])

  const [port] = container.ports
  t.equal(ingress.length, 1, 'the ingress is the only source')
  t.same(ingress[0].ports, [{ port: port.name, protocol: 'TCP' }])
  t.match(ingress[0].from, [{ namespaceSelector: Object, podSelector: Object }])

  const [dns, database, internet] = egress
  t.equal(egress.length, 3)
  t.same(
    [dns, database].map(({ ports }) => ports.map((entry: { port: number }) => entry.port)),
    [[53, 53], [5432]],
  )
  t.same(internet.ports, [{ protocol: 'TCP' }])
  const blocks = internet.to.map(({ ipBlock }: { ipBlock: { cidr: string; except: readonly string[] } }) => ({
    cidr: parseCidrs(ipBlock.cidr),
    except: parseCidrs(ipBlock.except.join(' ')),
  }))
  const isReachable = (address: string) =>
    blocks.some(
      ({ cidr, except }: Record<'cidr' | 'except', readonly Cidr[]>) => isIn(cidr, address) && !isIn(except, address),
    )
  for (const address of addressesAround(internet.to))
    t.equal(isReachable(address), isAllowed(address, []), `${address}, as in the service`)

  const trusted = container.env.find(({ name }: { name: string }) => name === 'TRUST_PROXY').value
  for (const { bits } of parseCidrs(trusted)) t.ok(bits.length >= 24, `${trusted} is the range of the ingress alone`)
})

function isIn(blocks: readonly Cidr[], address: string): boolean {
  return parseCidrs(address).some(({ family, bits }) =>
    blocks.some(block => block.family === family && bits.startsWith(block.bits)),
  )
}

/** The first address of every exception, and addresses inside and outside of them. */
function addressesAround(peers: readonly { readonly ipBlock: { readonly except: readonly string[] } }[]) {
  const first = peers.flatMap(({ ipBlock }) => ipBlock.except.map(block => block.replace(/\/.*$/, '')))
  const inside = ['10.255.255.255', '172.31.0.1', '192.168.1.1', '169.254.169.254', '127.0.0.1', '255.255.255.255']
  const outside = ['1.1.1.1', '8.8.8.8', '172.15.0.1', '172.32.0.1', '192.167.0.1', '2606:4700::1111', '2a00::1']
  return [...first, ...inside, ...outside, 'fd00::1', 'fe80::1', '::1', 'fd00:ec2::254', '2001:db8::1']
}

/** Runs the health check of the image. @returns its exit code */
async function checkHealth(environment: Record<string, string>, ...args: readonly string[]): Promise<number> {
  const env = { PATH: process.env.PATH, ...environment }
  const child = spawn('bash', [join(root, 'scripts/healthcheck.sh'), ...args], { env, stdio: 'ignore' })
  const [code] = await once(child, 'close')
  return code
}

t.test('the health check of the image asks the service where it listens', async t => {
  const statuses: Readonly<Record<string, number>> = { '/livez': 200, '/readyz': 503 }
  const hosts = [
    { listens: '127.0.0.1', HOST: '' },
    { listens: '127.0.0.1', HOST: '127.0.0.1' },
    { listens: '127.0.0.1', HOST: 'localhost' },
    { listens: '0.0.0.0', HOST: '0.0.0.0' },
    { listens: '127.0.0.2', HOST: '127.0.0.2' },
    { listens: '::', HOST: '::' },
    { listens: '::1', HOST: '::1' },
  ]
  for (const { listens, HOST } of hosts) {
    const server = createServer((request, response) => {
      response.writeHead(statuses[request.url ?? ''] ?? 404).end('200')
    })
    const { port } = await listen(t, server, listens)
    const environment = { HOST, PORT: String(port) }
    t.equal(await checkHealth(environment), 0, `HOST ${HOST}: /livez`)
    t.equal(await checkHealth(environment, '/readyz'), 1, `HOST ${HOST}: /readyz`)
  }
  t.equal(await checkHealth({ PORT: String(await freePort()) }), 1, 'nothing listens')
  const silent = createServer(() => undefined)
  const { port } = await listen(t, silent)
  t.not(await checkHealth({ PORT: String(port) }), 0, 'no answer')
  const [, timeout] = /^HEALTHCHECK .*--timeout=(\d+s)/m.exec(dockerfile) ?? []
  t.ok(seconds(timeout ?? '') >= 3)
  t.match(dockerfile, /^COPY scripts\/healthcheck\.sh \.\/$/m)
  t.match(dockerfile, /^ {2}CMD \["bash", "\/app\/healthcheck\.sh"\]$/m)
})

const ok: Answer = (_request, response) => void response.end('ok')

function problem(status: number): Answer {
  return (_request, response) => {
    const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store', 'retry-after': '7' }
    response.writeHead(status, headers).end(`{"code":"of_a_replica"}`)
  }
}

function startMocks(t: Test, count: number, answer: Answer) {
  return Promise.all(Array.from({ length: count }, () => startMock(t, answer)))
}

/** Resets the connection after `delayMs`, as a process that crashes does. */
function breakOff(delayMs: number): Answer {
  return request => void setTimeout(delayMs).then(() => request.socket.resetAndDestroy())
}

async function ask(url: string, method = 'POST') {
  const begin = performance.now()
  const answer = await fetch(url, method === 'POST' ? { method, body: '{"a":1}' } : { method })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, ms: performance.now() - begin }
}

function linesOf(log: string): readonly { readonly replicas: string; readonly answers: string }[] {
  return log
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

/** Only requests that try the address take the connect timeout of nginx, 250 ms; the rest is for a busy machine. */
const maxDelayMs = 2000

/** Enough for the 95th percentile to contain no attempt, on a busy machine, too. */
const minRequests = 100

/** Two clients send requests at intervals. @returns the milliseconds that each request took */
async function measure(address: string, durationMs: number): Promise<readonly number[]> {
  const end = performance.now() + durationMs
  const delays: number[] = []
  const client = async () => {
    while (performance.now() < end || delays.length < minRequests) {
      const { status, ms } = await ask(`${address}/`)
      if (status !== 200) throw new Error(`Status ${status}.`)
      delays.push(ms)
      await setTimeout(whole ? 5 : 20)
    }
  }
  await Promise.all([client(), client()])
  return delays.sort((a, b) => a - b)
}

t.test('skips a replica whose address does not answer', { skip: needs('nginx').skip || namespaces.skip }, async t => {
  const seconds = whole ? 30 : 2
  const { port } = await startMock(t, ok)
  const cases = Object.entries(startNamespace(t)).map(([name, host], place) => {
    const others = Array.from({ length: 1 + 2 * place }, () => port)
    return { name: `${name}, beside ${others.length}`, replicas: [`${host}:3000`, ...others] }
  })
  await Promise.all(
    cases.map(async ({ name, replicas }) => {
      const { address, errors } = await startNginx(t, { replicas })
      const begin = performance.now()
      const delays = await measure(address, seconds * 1000)
      const duration = (performance.now() - begin) / 1000
      const [p95 = Number.NaN] = delays.slice(Math.floor(delays.length * 0.95))
      const max = Math.max(...delays)
      t.comment(
        `cases: ${name}: ${delays.length} requests in ${duration.toFixed()} s: p95 ${p95.toFixed()} ms, max ${max.toFixed()} ms`,
      )
      t.ok(p95 < 200 && max < maxDelayMs, `${name}: ${p95.toFixed()} and ${max.toFixed()} ms`)
      const probes = errors().match(/while connecting to upstream/g) ?? []
      t.ok(probes.length >= 1 && probes.length <= 2 + duration / 10, `${name}: ${probes.length} connection attempts`)
    }),
  )
})

t.test('the number of replicas that a failing request reaches', { ...needs('nginx'), jobs: 3 }, async t => {
  const cases = [
    { name: 'breaks off at once', answer: breakOff(0), reached: 2, code: 'overloaded', retryAfter: '5' },
    { name: 'breaks off late', answer: breakOff(5200), reached: 1, code: 'overloaded', retryAfter: '5' },
    { name: 'is full', answer: problem(503), reached: 2, code: 'of_a_replica', retryAfter: '7' },
  ]
  for (const { name, answer, reached, code, retryAfter } of cases)
    t.test(`reaches ${reached} if each ${name}`, { buffered: true }, async t => {
      const respond: Answer = (request, response) => (request.url === '/first' ? ok : answer)(request, response)
      const replicas = await startMocks(t, 4, respond)
      const { address } = await startNginx(t, { replicas: replicas.map(({ port }) => port) })
      // Idle connections must not add an attempt.
      await Promise.all(Array.from({ length: 16 }, () => ask(`${address}/first`)))
      await Promise.all(
        ['POST', 'GET'].map(async method => {
          const { status, headers, text } = await ask(`${address}/${method}`, method)
          t.match({ status, code: JSON.parse(text).code }, { status: 503, code }, method)
          t.equal(headers.get('retry-after'), retryAfter)
          const paths = replicas.flatMap(({ requests }) => requests.filter(path => path === `/${method}`))
          t.equal(paths.length, reached, method)
        }),
      )
    })
})

t.test('a full replica fails no request and is not skipped', needs('nginx'), async t => {
  const full = await startMock(t, problem(503))
  const other = await startMock(t, (_request, response) => {
    response.writeHead(200, { 'cache-control': 'no-cache' }).end('ok')
  })
  const { address, log } = await startNginx(t, { replicas: [full.port, other.port] })
  for (let i = 0; i < 40; i++) {
    const { status, headers } = await ask(`${address}/`)
    t.match({ status, cacheControl: headers.get('cache-control') }, { status: 200, cacheControl: 'no-cache' })
  }
  t.ok(full.requests.length > 5, `${full.requests.length} requests reached it`)
  t.equal(other.requests.length, 40)
  const attempts = linesOf(log()).map(
    ({ replicas, answers }) => `${replicas.split(' : ').map(path => basename(path))} ${answers}`,
  )
  t.same([...new Set(attempts)].sort(), ['replica-1.sock,replica-2.sock 503 : 200', 'replica-2.sock 200'])
})

t.test('a replica that refuses connections fails no request and is used once it is back', needs('nginx'), async t => {
  const port = await freePort()
  const other = await startMock(t, ok)
  const { address } = await startNginx(t, { replicas: [port, other.port] })
  for (let i = 0; i < 20; i++) t.equal((await ask(`${address}/`)).status, 200)
  let requests = 0
  const server = createServer((_request, response) => {
    requests += 1
    response.end('ok')
  }).listen(port, '127.0.0.1')
  t.teardown(() => server.close())
  for (let i = 0; i < 20; i++) t.equal((await ask(`${address}/`)).status, 200)
  t.ok(requests > 0)
})

const picture = Buffer.from(examplePicture.replace(/^.*,/, ''), 'base64')
const pageRequest = (headline: string) => ({
  style_metadata: { colors: ['#6D28D9', '#FBBF24'] },
  content: { headline, sub_headline: 'Sub', cta_button_text: 'Go' },
})

/**
 * A request under load: half of them create a record, 1 % take longer than a drain, 1 % list all records. In a short run one of ten takes
 * longer than a drain, so that the clients mostly wait.
 */
function questionAt(number: number, slowHost: string): Question {
  if (number % (whole ? 100 : 10) === (whole ? 50 : 5))
    return { path: '/api/v1/analyze-vibe', body: { source_url: `${slowHost}/${number}` } }
  if (number % 100 === 0) return { path: '/api/v1/export/txt/projects' }
  const otherPicture = Buffer.concat([picture, Buffer.from(`${number}`)]).toString('base64')
  const body = { source_url: `data:image/png;base64,${otherPicture}`, analysis_depth: 'low' }
  const questions: readonly Question[] = [
    { path: '/api/v1/capture-media', body: { target_url: `https://example.com/${number}` } },
    { path: '/api/v1/export/txt/api-spec' },
    { path: '/api/v1/build-sparkpage', body: pageRequest(`Headline ${number}`) },
    { path: '/openapi.json' },
    { path: '/api/v1/analyze-vibe', body },
    { path: '/api/v1/export/pdf/analysis?limit=20' },
  ]
  return questions[number % questions.length] ?? { path: '/openapi.json' }
}

interface Restarts {
  readonly conf: string
  readonly signal: 'SIGTERM' | 'SIGKILL'
  readonly minRequests: number
  /** Whether /api/health is requested too, which fails while a replica drains. */
  readonly hasHealth: boolean
}

/** Restarts the replicas in turn under load; one of them in a short run. */
async function restartUnderLoad(t: Test, replicas: readonly Replica[], options: Restarts) {
  const { conf, signal, minRequests, hasHealth } = options
  const source = createServer((_, response) => void setTimeout(2000).then(() => response.end(picture)))
  const { url: slowHost } = await listen(t, source)
  const { address } = await startNginx(t, { replicas: replicas.map(({ port }) => port), conf })
  const questionOf = (number: number) =>
    hasHealth && number % 20 === 7 ? { path: '/api/health' } : questionAt(number, slowHost)
  const clients = startClients({ address, clients: whole ? 24 : 8, questionOf })
  const codes: (number | null)[] = []
  do
    for (const replica of whole ? replicas : replicas.slice(0, 1)) {
      codes.push(await replica.restart(signal))
      // A request that one replica refused or lost is tried once more. It must not meet the next one that ends: compose.yaml checks every 5 s.
      await setTimeout(signal === 'SIGKILL' ? 5000 : 250)
    }
  while (clients.count() < minRequests)
  const result = await clients.stop()
  const failures = `${((100 * (result.failures.length + result.cut.length)) / result.count).toFixed(3)} %`
  const requests = `${result.count.toLocaleString('en')} requests over ${codes.length} restarts by ${signal}`
  t.comment(`cases: ${requests}${conf === nginxConf ? '' : ', without a second attempt'}: ${failures} failed`)
  for (const failure of result.failures.slice(0, 5)) t.comment(failure)
  return { ...result, codes }
}

/** nginx.conf whose requests only get a second attempt if the first replica refused the connection. */
const refusedOnly = nginxConf
  .replace('"503 @second" @second;', '')
  .replace(
    /map \$request_time \$redirect_broken \{[^}]*\}/,
    'map $upstream_bytes_sent $redirect_broken { 0 $http_x_retry_at; default /no_answer; }',
  )

/** What the second attempt and the graceful shutdown are for: part of `npm run verify`. */
const controls = [
  {
    name: 'hardly a request needs a second attempt, because replicas shut down gracefully',
    signal: 'SIGTERM',
    isExpected: (share: number) => share < 0.01,
  },
  {
    name: 'replicas that are killed fail requests that get no second attempt',
    signal: 'SIGKILL',
    isExpected: (share: number) => share > 0.01,
  },
] as const

t.test('three replicas behind nginx', needs('nginx', 'postgres'), async t => {
  const settings = { DRAIN_MS: '500', LOG_LEVEL: 'warn', ADMIN_TOKEN: adminToken, FETCH_ALLOW_CIDRS: '127.0.0.0/8' }
  const { replicas, query } = await startReplicas(t, 3, settings)
  const addresses = replicas.map(({ port }) => `http://127.0.0.1:${port}`)

  await t.test('fit the timeouts of nginx.conf and the probes of kubernetes.yaml', async t => {
    const idle = [
      ...read('deploy/nginx-replicas.conf').matchAll(/upstream address_\d \{[\s\S]*?keepalive_timeout (\d+s);/g),
    ].map(([, timeout = '']) => seconds(timeout))
    t.equal(idle.length, replicaNames.length)
    for (const { httpGet } of probes) {
      let { status, headers } = await ask(`${addresses[0]}${httpGet.path}`, 'GET')
      // Ready once the worker processes are.
      while (status === 503) {
        await setTimeout(200)
        const later = await ask(`${addresses[0]}${httpGet.path}`, 'GET')
        status = later.status
        headers = later.headers
      }
      t.equal(status, 200, httpGet.path)
      const [, timeout] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? []
      t.ok(Math.max(...idle) < Number(timeout), 'nginx closes an idle connection before the service does')
    }
  })

  await t.test('a rolling restart fails no request and loses no record', async t => {
    const minRequests = whole ? 20_000 : 100
    const options = { conf: nginxConf, signal: 'SIGTERM', minRequests, hasHealth: true } as const
    const { count, failures, cut, made, codes } = await restartUnderLoad(t, replicas, options)
    t.ok(count >= minRequests, `${count} requests`)
    t.same([...failures, ...cut], [])
    t.ok(
      codes.every(code => code === 0),
      `each of ${codes.length} processes ended with 0`,
    )
    for (const [table, ids] of Object.entries(made)) {
      const saved = new Set((await query(`select id from ${table}`)).map(({ id }) => id))
      t.ok(ids.size > 0)
      t.same(
        [...ids].filter(id => !saved.has(id)),
        [],
        `all ${ids.size} acknowledged ${table} are saved`,
      )
    }
  })

  await t.test('a killed replica fails no request whose response has not begun', async t => {
    const options = { conf: nginxConf, signal: 'SIGKILL', minRequests: whole ? 5000 : 100, hasHealth: false } as const
    const { count, failures, cut, codes } = await restartUnderLoad(t, replicas, options)
    t.ok(count >= options.minRequests, `${count} requests`)
    t.same(failures, [])
    t.ok(
      cut.every(path => path.startsWith('/api/v1/export/')),
      'only a long response ends early',
    )
    t.ok(codes.every(code => code === null))
  })

  for (const { name, signal, isExpected } of whole ? controls : [])
    await t.test(name, async t => {
      t.notMatch(refusedOnly, /503 @second|request_time \$redirect_broken/)
      const options = { conf: refusedOnly, signal, minRequests: 5000, hasHealth: false }
      const { count, failures } = await restartUnderLoad(t, replicas, options)
      t.ok(isExpected(failures.length / count), `${failures.length} of ${count}`)
    })
})
