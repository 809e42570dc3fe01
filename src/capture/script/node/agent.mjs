// Calls of the agent, the part of this script inside the page.
import { fail, withTimeout } from './errors.mjs'

/** @import { Page } from 'playwright-core' */
/**
 * What the script can ask of its part inside the page.
 *
 * @typedef {object} Agent
 * @property {typeof import('../page/prepare.mjs').prepare} prepare
 * @property {typeof import('../page/still.mjs').advance} advance
 * @property {typeof import('../page/still.mjs').stopTransitions} stopTransitions
 * @property {typeof import('../page/screens.mjs').showScreen} showScreen
 * @property {typeof import('../page/screens.mjs').rememberScreen} rememberScreen
 * @property {typeof import('../page/screens.mjs').findMissingContent} findMissingContent
 * @property {typeof import('../page/screens.mjs').layOutWholePage} layOutWholePage
 * @property {typeof import('../page/frame-pictures.mjs').findDistantFrames} findDistantFrames
 * @property {typeof import('../page/frame-pictures.mjs').scrollPage} scrollPage
 * @property {typeof import('../page/frame-pictures.mjs').coverWithPicture} coverWithPicture
 * @property {typeof import('../page/roots.mjs').addStyles} addStyles
 * @property {typeof import('../page/overlays.mjs').keepOverlays} keepOverlays
 * @property {typeof import('../page/animated-images.mjs').showImages} showImages
 * @property {typeof import('../page/story.mjs').measureContents} measureContents
 * @property {typeof import('../page/verdict.mjs').measureFacts} measureFacts
 * @property {(elapsed: number, progress?: number) => Promise<{ isVideoLate: boolean, hasNewMarquees: boolean }>} moveTo
 */

/** Longest wait for an answer, ms. */
const answerMs = 60_000

/**
 * Calls a function of the agent in the page and in all its frames.
 *
 * @template {keyof Agent} Name
 * @param {Page} page
 * @param {Name} name
 * @param {Parameters<Agent[Name]>} args
 * @returns {Promise<(Awaited<ReturnType<Agent[Name]>> | undefined)[]>} undefined for a document without an answer
 */
export async function callInFrames(page, name, ...args) {
  const calls = loadedFrames(page).map(frame => frame.evaluate(callAgent, { name, args }).catch(() => undefined))
  return (await withTimeout(Promise.all(calls), answerMs)) ?? fail('unresponsive', 'The page does not respond')
}

/**
 * Calls a function of the agent in the page itself.
 *
 * @template {keyof Agent} Name
 * @param {Page} page
 * @param {Name} name
 * @param {Parameters<Agent[Name]>} args
 * @returns {Promise<Awaited<ReturnType<Agent[Name]>>>}
 */
export async function callInPage(page, name, ...args) {
  return page.evaluate(callAgent, { name, args })
}

/** Frames that load lazily have no address yet and never answer. @param {Page} page */
export function loadedFrames(page) {
  return page.frames().filter(frame => frame.url() !== '')
}

/** Runs in the page. @param {{ name: string, args: readonly unknown[] }} call */
function callAgent({ name, args }) {
  return Reflect.get(globalThis, 'captureAgent')[name](...args)
}
