// What the service is made of: a CycloneDX list of its production packages in dist/sbom.cdx.json, their licences, and their known
// vulnerabilities. Exits with 1 when there are any, and with 2 when the registry could not be asked.
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const file = 'dist/sbom.cdx.json'

const npm = async (...words) => {
  const { stdout } = await promisify(execFile)('npm', words, { maxBuffer: 64e6 }).catch(error => error)
  return JSON.parse(stdout || '{}')
}

const all = await npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only')
// Not by --omit=dev: npm 11 takes what a development package needs too for development only, sharp and pg among it. The lock file knows.
// Typefaces are development packages that the build copies into dist/.
const isTypeface = path => path.includes('/@fontsource/')
const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))

/** Development packages that the bundle contains, and all that they need. */
const bundled = new Set()
const addBundled = (name, parent = '') => {
  const path = [`${parent}/node_modules/${name}`, `node_modules/${name}`].find(
    path => packages[path] && !bundled.has(path),
  )
  if (path === undefined) return
  bundled.add(path)
  for (const needed of Object.keys(packages[path].dependencies ?? {})) addBundled(needed, path)
}
for (const name of ['@fastify/otel', '@opentelemetry/api', '@opentelemetry/sdk-node']) addBundled(name)

const shipped = new Set(
  Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => isTypeface(path) || bundled.has(path) || (!dev && !devOptional))
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`),
)
const components = all.components.filter(({ name, version }) => shipped.has(`${name}@${version}`))
const refs = new Set([all.metadata.component, ...components].map(part => part['bom-ref']))
const dependencies = all.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(other => refs.has(other)) }))
const list = { ...all, components, dependencies }
// npm takes the name of the folder.
const { name } = JSON.parse(await readFile('package.json', 'utf8'))
list.metadata.component.name = name
await mkdir('dist', { recursive: true })
await writeFile(file, `${JSON.stringify(list, null, 2)}\n`)
console.log(`${file}: ${list.components.length} packages, CycloneDX ${list.specVersion}`)

const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' ')
const counts = new Map()
for (const part of list.components) counts.set(licenceOf(part), (counts.get(licenceOf(part)) ?? 0) + 1)
for (const [licence, count] of [...counts].sort(([, one], [, other]) => other - one))
  console.log(`${String(count).padStart(5)}  ${licence || 'unknown'}`)

const { metadata, vulnerabilities = {}, message } = await npm('audit', '--omit=dev', '--json')
if (metadata?.vulnerabilities === undefined) {
  console.log(
    `not audited: the registry could not be asked${message ? ` (${message.replace(/https?:\S+/, 'its audit')})` : ''}`,
  )
  process.exitCode = 2
} else {
  for (const { name, severity, range } of Object.values(vulnerabilities)) console.log(`${severity}: ${name} ${range}`)
  console.log(`audited: ${metadata.vulnerabilities.total} known vulnerabilities`)
  process.exitCode = metadata.vulnerabilities.total > 0 ? 1 : 0
}
