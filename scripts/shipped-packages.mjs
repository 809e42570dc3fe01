// The packages of the lock file that the service ships: its dependencies, and what the build copies or bundles.
import { readFile } from 'node:fs/promises'

/** Development packages that the bundle contains, with all that they need. */
const bundledRoots = ['@fastify/otel', '@opentelemetry/api', '@opentelemetry/sdk-node']

/** Typefaces are development packages that the build copies into dist/. */
const isTypeface = path => path.includes('/@fontsource/')

/** @returns {Promise<readonly { readonly name: string, readonly version: string, readonly licence: string }[]>} */
export async function shippedPackages() {
  // Not by `npm sbom --omit=dev`: npm 11 takes what a development package needs too for development only, sharp and pg among it.
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const bundled = new Set()
  for (const name of bundledRoots) addWithDependencies(packages, bundled, name)
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) => path !== '' && (isTypeface(path) || bundled.has(path) || !(dev || devOptional)),
    )
    .map(([path, { version, license = 'unknown' }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      licence: license,
    }))
}

function addWithDependencies(packages, found, name, parent = '') {
  const path = [`${parent}/node_modules/${name}`, `node_modules/${name}`].find(
    path => packages[path] && !found.has(path),
  )
  if (path === undefined) return
  found.add(path)
  for (const needed of Object.keys(packages[path].dependencies ?? {}))
    addWithDependencies(packages, found, needed, path)
}
