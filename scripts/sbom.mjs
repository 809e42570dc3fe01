// What the service is made of: a CycloneDX list of its production packages in dist/sbom.cdx.json, their licences, and their known
// vulnerabilities. Exits with 1 when there are any, and with 2 when the registry could not be asked.
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { shippedPackages } from './shipped-packages.mjs'

const file = 'dist/sbom.cdx.json'

const npm = async (...words) => {
  const { stdout } = await promisify(execFile)('npm', words, { maxBuffer: 64e6 }).catch(error => error)
  return JSON.parse(stdout || '{}')
}

const all = await npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only')
const shipped = new Set((await shippedPackages()).map(({ name, version }) => `${name}@${version}`))
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
