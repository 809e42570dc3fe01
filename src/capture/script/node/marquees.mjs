// Marquees in a film of the page-clock engine: their animation is inside the browser's own shadow root.

/** @import { CDPSession } from 'playwright-core' */

/** Runs in the page, with the root as `this`. */
const addRoot = 'function () { captureAgent.addMarquee(this) }'

/** Lets the agent move all marquees of the page. @param {CDPSession} session */
export async function findMarquees(session) {
  await session.send('DOM.enable')
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true })
  const roots = nodes.filter(({ nodeName }) => nodeName === 'MARQUEE').flatMap(({ shadowRoots = [] }) => shadowRoots)
  for (const { backendNodeId } of roots) {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId })
    const { objectId = '' } = object
    await session.send('Runtime.callFunctionOn', { objectId, functionDeclaration: addRoot })
  }
  await session.send('DOM.disable')
}
