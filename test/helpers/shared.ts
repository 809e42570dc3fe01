// A program: starts the browser and the database server that all test files of a run share, prints the variables of the environment that
// lead to them as one line of JSON, and stops both when its standard input ends. A file that finds no such variable starts its own.
import { chromium } from 'playwright-core'
import { launchOptions } from './browser.ts'
import { startCluster } from './postgres.ts'
import { chromiumPath, needs } from './tools.ts'

const browser = chromiumPath === undefined ? undefined : await chromium.launchServer(launchOptions)
const cluster = needs('postgres').skip === false ? await startCluster() : undefined

console.log(
  JSON.stringify({
    ...(browser && { TEST_BROWSER: browser.wsEndpoint() }),
    ...(cluster && { TEST_POSTGRES: cluster.address }),
  }),
)
process.stdin.resume().on('end', async () => {
  await browser?.close()
  await cluster?.remove()
  process.exit()
})
