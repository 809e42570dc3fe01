// Workers that pages load from the network: the script adds the agent to their code.
import { agentCode } from '../worker/agent-code.mjs'
import { takeOverTime } from '../worker/time.mjs'

/** @import { Browser } from 'playwright-core' */
/** @import { FrameClock } from './frame-clock.mjs' */

/**
 * The page is not asked for the agent: it may wait for the worker.
 *
 * @param {Browser} browser
 * @param {number} date of the page's start, ms since 1970
 * @param {FrameClock} clock
 */
export async function addWorkerAgents(browser, date, clock) {
  const session = await browser.newBrowserCDPSession()
  session.on('Fetch.requestPaused', async ({ requestId, responseStatusCode, responseHeaders = [] }) => {
    try {
      const isScript = responseHeaders.some(
        ({ name, value }) => /^content-type$/i.test(name) && /script/i.test(value),
      )
      if (responseStatusCode !== 200 || !isScript) throw new Error('not a script')
      const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
      const code = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString()
      await session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: 200,
        responseHeaders: responseHeaders.filter(({ name }) => !/^content-(length|encoding)$/i.test(name)),
        body: Buffer.from(agentCode(takeOverTime, date, clock.elapsed) + code).toString('base64'),
      })
    } catch {
      await session.send('Fetch.continueRequest', { requestId }).catch(() => {})
    }
  })
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Other', requestStage: 'Response' }] })
}
