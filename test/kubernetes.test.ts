// The examples for Kubernetes: valid by the schemas of its API, and fitting each other, the service and the image.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import t from 'tap'
import { parseAllDocuments } from 'yaml'
import { readConfig, settingRows } from '../src/config/config.ts'
import { shutdownTimeouts } from '../src/process/shutdown.ts'
import { nginxConf } from './helpers/nginx.ts'
import { startService } from './helpers/service.ts'

const models = {
  Deployment,
  StatefulSet,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
} as const

const names = [
  'kubernetes',
  'kubernetes.autoscaling',
  'kubernetes.ingress',
  'kubernetes.renders',
  'kubernetes.sqlite',
] as const
const files = Object.fromEntries(names.map(name => [name, readDocuments(`deploy/${name}.yaml`)]))
const [deployment, service, , policy] = files.kubernetes ?? []
const [autoscaler] = files['kubernetes.autoscaling'] ?? []
const [ingress] = files['kubernetes.ingress'] ?? []
const [renders, renderPolicy] = files['kubernetes.renders'] ?? []
const [statefulSet, sqliteService] = files['kubernetes.sqlite'] ?? []

function readDocuments(path: string) {
  const text = readFileSync(join(import.meta.dirname, '..', path), 'utf8')
  return parseAllDocuments(text, { strict: true, uniqueKeys: true }).map(document => document.toJS())
}

/** @throws where a document does not have the schema of its kind. */
function validate(document: { readonly kind: keyof typeof models; readonly apiVersion: string }): void {
  const Model = models[document.kind]
  if (document.apiVersion !== Model.apiVersion) throw new Error(`${document.kind} of ${document.apiVersion}`)
  new Model(structuredClone(Object(document))).validate()
}

t.test('every document is valid, and a mistake is not', async t => {
  for (const [name, documents] of Object.entries(files))
    for (const document of documents) t.doesNotThrow(() => validate(document), `${name}: ${document.kind}`)
  for (const wrong of [
    { ...deployment, spec: { ...deployment.spec, replicas: 'two' } },
    { ...deployment, spec: { ...deployment.spec, selector: undefined } },
    { ...autoscaler, spec: { ...autoscaler.spec, maxReplicas: undefined } },
    { ...autoscaler, apiVersion: 'autoscaling/v2beta2' },
    { ...ingress, spec: { rules: [{ http: { paths: [{ path: '/' }] } }] } },
    { ...statefulSet, spec: { ...statefulSet.spec, volumeClaimTemplates: {} } },
  ])
    t.throws(() => validate(wrong), wrong.kind)
})

t.test('the autoscaler scales the Deployment, by metrics that the service has', async t => {
  const { scaleTargetRef, minReplicas, maxReplicas, metrics } = autoscaler.spec
  const { apiVersion, kind, metadata } = deployment
  t.strictSame(scaleTargetRef, { apiVersion, kind, name: metadata.name })
  t.equal(minReplicas, deployment.spec.replicas)
  t.ok(maxReplicas > minReplicas)
  const [cpu, pods] = metrics
  t.ok(deployment.spec.template.spec.containers[0].resources.requests[cpu.resource.name], 'utilization needs a request')
  const comment = readFileSync(join(import.meta.dirname, '../deploy/kubernetes.autoscaling.yaml'), 'utf8')
  t.match(comment, `name: { as: ${pods.pods.metric.name} }`)
  const [, series = ''] = /seriesQuery: (\w+)/.exec(comment) ?? []
  const { get } = await startService(t)
  await get('/api/v1/export/txt/api-spec')
  t.match((await get('/api/admin/metrics')).payload, new RegExp(`^${series}\\{`, 'm'), series)
})

t.test('the ingress leads to the Service, with the limits of nginx.conf', async t => {
  const [rule] = ingress.spec.rules
  t.strictSame(ingress.spec.tls[0].hosts, [rule.host])
  t.equal(rule.http.paths.length, 1)
  const { name, port } = rule.http.paths[0].backend.service
  for (const { metadata, spec } of [service, sqliteService]) {
    t.equal(name, metadata.name)
    t.equal(port.name, spec.ports[0].name)
  }
  const annotations = Object.entries<string>(ingress.metadata.annotations).map(
    ([key, value]) => [key.replace('nginx.ingress.kubernetes.io/', ''), value] as const,
  )
  const options = new Map(annotations)
  t.match(nginxConf, `client_max_body_size ${options.get('proxy-body-size')};`)
  t.match(nginxConf, `proxy_read_timeout ${options.get('proxy-read-timeout')}s;`)
  t.equal(options.get('proxy-next-upstream-tries'), '2')
  // The comment of kubernetes.yaml names the same for an ingress of one's own.
  const text = readFileSync(join(import.meta.dirname, '../deploy/kubernetes.yaml'), 'utf8').replace(/\n# /g, ' ')
  for (const key of ['proxy-body-size', 'proxy-read-timeout', 'proxy-connect-timeout', 'proxy-next-upstream'])
    t.match(text, `${key} "${options.get(key)}"`)
})

t.test('the Deployment of renders is confined like the service, and takes no connections', async t => {
  const { matchLabels } = renders.spec.selector
  t.strictSame(matchLabels, renders.spec.template.metadata.labels)
  t.notSame(matchLabels, deployment.spec.selector.matchLabels, 'the Service leads to no render process')
  const { containers, ...pod } = renders.spec.template.spec
  const { containers: others, topologySpreadConstraints: _spread, ...other } = deployment.spec.template.spec
  t.strictSame({ ...pod, volumes: [] }, { ...other, volumes: [] })
  t.strictSame(containers[0].securityContext, others[0].securityContext)
  t.strictSame(containers[0].volumeMounts, others[0].volumeMounts)
  const settings = Object.fromEntries(containers[0].env.map(({ name, value }: Record<string, string>) => [name, value]))
  const { DATABASE_URL: _secret, ...values } = settings
  t.match(readConfig(values), { RENDER: 'on', RENDER_SANDBOX: false, RENDER_CONCURRENCY: 1 })
  t.strictSame(containers[0].env[0], others[0].env[0], 'the same database')
  t.strictSame(renderPolicy.spec.podSelector, { matchLabels })
  t.strictSame(renderPolicy.spec.egress, policy.spec.egress)
  t.equal(renderPolicy.spec.ingress, undefined)
})

t.test('the variant with SQLite is one process with a volume, otherwise like the Deployment', async t => {
  const { spec } = statefulSet
  t.equal(spec.replicas, 1)
  t.equal(spec.serviceName, sqliteService.metadata.name)
  t.strictSame(sqliteService, service)
  t.strictSame(spec.selector, deployment.spec.selector)
  t.strictSame(spec.template.metadata, deployment.spec.template.metadata)

  const [claim] = spec.volumeClaimTemplates
  t.strictSame(claim.spec.accessModes, ['ReadWriteOncePod'])
  const [container] = spec.template.spec.containers
  const mounts = new Map(container.volumeMounts.map(({ name, mountPath }: Record<string, string>) => [mountPath, name]))
  const dockerfile = readFileSync(join(import.meta.dirname, '../Dockerfile'), 'utf8')
  const [, dataDir] = /^VOLUME (\S+)$/m.exec(dockerfile) ?? []
  t.equal(mounts.get(dataDir), claim.metadata.name)

  const settings = Object.fromEntries(container.env.map(({ name, value }: Record<string, string>) => [name, value]))
  t.notOk('DATABASE_URL' in settings)
  for (const name of Object.keys(settings))
    t.ok(
      settingRows().some(row => row.name === name),
      name,
    )
  const { DRAIN_MS, STORAGE_MAX_MB, TRUST_PROXY, RATE_LIMIT } = settings
  const config = readConfig({ DRAIN_MS, STORAGE_MAX_MB, TRUST_PROXY, RATE_LIMIT })
  const gibibytes = Number(/^(\d+)Gi$/.exec(claim.spec.resources.requests.storage)?.[1])
  t.ok(gibibytes * 1024 >= 2 * config.STORAGE_MAX_MB, 'space for the journal, and for deletions')
  const { terminationGracePeriodSeconds: graceSeconds } = spec.template.spec
  t.ok(graceSeconds * 1000 > config.DRAIN_MS + shutdownTimeouts.exitMs, 'the process ends before it is killed')

  const [other] = deployment.spec.template.spec.containers
  const { env: _env, volumeMounts: _mounts, ...common } = container
  t.match(other, common, 'the same image, probes, limits and confinement')
  const { fsGroup, fsGroupChangePolicy, ...securityContext } = spec.template.spec.securityContext
  t.strictSame(securityContext, deployment.spec.template.spec.securityContext)
  t.type(fsGroup, 'number')
})
