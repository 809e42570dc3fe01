// What the repository ships to run the service with, checked against the service: nothing in it may go stale unseen.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { problemKinds } from '../schemas/problems.ts'
import { readConfig, settingRows } from '../src/config.ts'
import { timeouts } from '../src/shutdown.ts'
import { checkNginx, nginxConf } from './helpers/nginx.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const config = readConfig({})
const dockerfile = read('Dockerfile')
const compose = parse(read('compose.yaml'), { merge: true })
const kubernetes = parseAllDocuments(read('deploy/kubernetes.yaml')).map(document => document.toJS())
const [deployment, service, budget] = kubernetes
const pod = deployment.spec.template.spec
const [container] = pod.containers
const replicaNames = ['replica-1', 'replica-2'] as const
const replicas = replicaNames.map(name => compose.services[name])

/** Value of a directive that stands in nginx.conf once. */
const directive = (name: string): string => new RegExp(`^\\s*${name}\\s+([^;]+);`, 'm').exec(nginxConf)?.[1] ?? ''
const seconds = (text: string): number => Number(/^(\d+)s$/.exec(text)?.[1])
const imagePort = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1])
const imageUser = /^USER (\d+):(\d+)$/m.exec(dockerfile)?.slice(1).map(Number) ?? []

/** Settings that the examples use; a secret may come from a file. */
const isSetting = (name: string): boolean =>
  settingRows().some(row => row.name === name || (row.isSecret && name === `${row.name}_FILE`))

t.test('nginx itself finds nothing wrong with nginx.conf', needs('nginx'), async t => {
  const { code, said } = await checkNginx(t)
  t.equal(code, 0, said)
  t.notMatch(said, /\[(?:warn|error|emerg)\]/)
})

t.test('nginx.conf goes with the service', async t => {
  t.equal(Number.parseInt(directive('client_max_body_size'), 10) * 1024 * 1024, config.BODY_LIMIT_BYTES)
  t.match(directive('client_max_body_size'), /^\d+m$/)
  for (const name of replicaNames) t.match(nginxConf, `server ${name}:${config.PORT};`)
  t.ok(
    seconds(directive('proxy_read_timeout')) * 1000 > config.FETCH_TIMEOUT_MS + 20_000 + config.PROVIDER_TIMEOUT_MS,
    'an answer may take a fetch, a film and a provider',
  )
  const { app } = await startService(t)
  const { keepAliveTimeout } = app.server
  const idle = [...nginxConf.matchAll(/upstream address_\d \{[\s\S]*?keepalive_timeout (\d+s);/g)].map(
    ([, timeout = '']) => seconds(timeout),
  )
  t.equal(idle.length, replicas.length)
  t.ok(Math.max(...idle) * 1000 < keepAliveTimeout, 'nginx closes an idle connection before the service does')
})

t.test('what nginx says itself is a problem of the service', async t => {
  const documents = [...nginxConf.matchAll(/default '(\{"type".*)';/g)].map(([, text = '']) => {
    const { code, type, title, ...others } = JSON.parse(text)
    t.match(nginxConf, `return ${others.status} $${code};`)
    t.equal(type, `/problems/${code}`)
    t.match(others, { success: false, instance: '$instance', request_id: '$id', detail: String })
    return { code, title, status: others.status }
  })
  t.same(
    documents,
    (['body_too_large', 'overloaded'] as const).map(code => {
      const { title, status } = problemKinds[code]
      return { code, title, status }
    }),
  )
})

t.test('what the Dockerfile copies reaches the engine, and nothing else', async t => {
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

t.test('compose.yaml goes with the service, the image and nginx.conf', async t => {
  for (const replica of replicas) {
    for (const name of Object.keys(replica.environment)) t.ok(isSetting(name), name)
    for (const name of ['ADMIN_TOKEN_FILE', 'DATABASE_URL_FILE', 'TRUST_PROXY', 'RATE_LIMIT'])
      t.ok(replica.environment[name], `${name} is set`)
    const { TRUST_PROXY, RATE_LIMIT, DRAIN_MS } = replica.environment
    t.match(readConfig({ TRUST_PROXY, RATE_LIMIT, DRAIN_MS }), { RATE_LIMIT: Number(RATE_LIMIT) }, 'values are allowed')
    const drain = Number(DRAIN_MS)
    t.ok(seconds(replica.stop_grace_period) * 1000 > drain + timeouts.exitMs, 'the process ends before it is killed')
    t.match(replica.healthcheck.test.join(' '), `http://127.0.0.1:${imagePort}/readyz`)
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
    volumes: ['./deploy/nginx.conf:/etc/nginx/nginx.conf:ro'],
    ports: [`8080:${directive('listen')}`],
  })
  t.ok(
    seconds(compose.services.nginx.stop_grace_period) >= seconds(directive('proxy_read_timeout')),
    'nginx may finish what it waits for',
  )
  const secret = /(?:PASSWORD|TOKEN|DATABASE_URL|API_KEYS)$/
  const inClear = Object.values<{ environment?: Record<string, string> }>(compose.services).flatMap(({ environment }) =>
    Object.keys(environment ?? {}).filter(name => secret.test(name)),
  )
  t.same(inClear, [], 'no secret stands in the environment')
})

t.test('kubernetes.yaml goes with the service and the image', async t => {
  t.same(
    kubernetes.map(({ kind }) => kind),
    ['Deployment', 'Service', 'PodDisruptionBudget'],
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
      ['DATABASE_URL', 'ADMIN_TOKEN'].includes(name),
      `${name}: secrets come from the Secret`,
    )
  const drain = Number(container.env.find(({ name }: { name: string }) => name === 'DRAIN_MS').value)
  t.ok(pod.terminationGracePeriodSeconds * 1000 > drain + timeouts.exitMs, 'the process ends before it is killed')

  const { get, listen } = await startService(t)
  await listen()
  const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe]
  for (const { httpGet } of probes) {
    t.equal(httpGet.port, port.name)
    t.equal((await get(httpGet.path)).statusCode, 200, httpGet.path)
  }
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
  t.ok(container.resources.requests.memory && container.resources.limits.memory)
})
