// A program: starts the browser, the database server and the namespace of addresses that do not answer, which all test files of a run share, prints
// the variables of the environment that lead to them as one line of JSON, and stops them when its standard input ends. A file that finds no such variable starts its own.
import { chromium } from 'playwright-core'
import { launchOptions } from './browser.ts'
import { startCluster } from './postgres.ts'
import { chromiumPath, needs } from './tools.ts'
import { addNamespace, namespaces } from './unreachable.ts'

const browser = chromiumPath === undefined ? undefined : await chromium.launchServer(launchOptions)
const cluster = needs('postgres').skip === false ? await startCluster() : undefined
const namespace = namespaces.skip === false ? addNamespace() : undefined

console.log(
  JSON.stringify({
    ...(browser && { TEST_BROWSER: browser.wsEndpoint() }),
    ...(cluster && { TEST_POSTGRES: cluster.address }),
    ...(namespace && { TEST_UNREACHABLE: namespace.subnet }),
  }),
)
process.stdin.resume().on('end', async () => {
  await browser?.close()
  await cluster?.remove()
  namespace?.remove()
  process.exit()
})
