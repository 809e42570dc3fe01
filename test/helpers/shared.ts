// A program: starts what all test files of a run share (the bundle, the browser, the database server, addresses that do not answer), prints the variables
// of the environment that lead there as one line of JSON, and stops it when its standard input ends. A file without them starts its own.
import { chromium } from 'playwright-core'
import { launchOptions } from './browser.ts'
import { serverProgram } from './bundle.ts'
import { startCluster } from './postgres.ts'
import { chromiumPath, needs } from './tools.ts'
import { addNamespace, namespaces } from './unreachable.ts'

const namespace = namespaces.skip === false ? addNamespace() : undefined
const browser = chromiumPath === undefined ? undefined : await chromium.launchServer(launchOptions)
const cluster = needs('postgres').skip === false ? await startCluster() : undefined

console.log(
  JSON.stringify({
    TEST_BUNDLE: serverProgram,
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
