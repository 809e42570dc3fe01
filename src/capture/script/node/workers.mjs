// Workers that pages load from the network: the script adds the agent to their code.

/** @import { Browser, Page } from 'playwright-core' */
import { workerScript } from '../page/calls.mjs'

/** @param {Browser} browser @param {Page} page */
export async function addWorkerAgents(browser, page) {
  const session = await browser.newBrowserCDPSession()
  session.on('Fetch.requestPaused', async ({ requestId, responseStatusCode, responseHeaders = [] }) => {
    try {
      const isScript = responseHeaders.some(
        ({ name, value }) => /^content-type$/i.test(name) && /script/i.test(value),
      )
      if (responseStatusCode !== 200 || !isScript) throw new Error('not a script')
      const agent = await page.evaluate(workerScript)
      const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
      const code = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString()
      await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: responseHeaders.filter(({ name }) => !/^content-(length|encoding)$/i.test(name)),
        body: Buffer.from(agent + code).toString('base64'),
      })
    } catch {
      await session.send('Fetch.continueRequest', { requestId }).catch(() => {})
    }
  })
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Other', requestStage: 'Response' }] })
}
