// The verdict: where the browser has arrived, and whether it shows something else than the page that was asked for.
import { CONFIG } from '../config.mjs'
import { hasSteps } from '../features.mjs'
import { callInFrames } from './agent.mjs'
import { isWindowBlank } from './camera.mjs'
import { fail, warn } from './errors.mjs'
import { withoutSecrets } from './secrets.mjs'

/** @typedef {ReturnType<typeof import('../page/verdict.mjs').measureFacts>} PageFacts */
/** @import { OpenPage, Settings, Verdict } from './types.mjs' */

/** Most text in the window of a page that asks to sign in, or for proof of being human, characters. */
const maxText = 1200

const findings = {
  sign_in: 'The page looks like a sign-in: CAPTURE_COOKIES, storage_state or steps can sign in',
  challenge:
    'The page looks like a bot challenge: CAPTURE_COOKIES or storage_state can carry a session that has passed it',
  blank: 'The page looks blank: it has one color only. wait_for_selector or delay can wait for its content',
}

/**
 * Warns of the verdict; with `strict` it is an error.
 *
 * @param {Settings} settings
 * @param {OpenPage} opened
 * @param {boolean} [hasColors] whether its window is known to have several
 * @returns {Promise<Verdict>}
 */
export async function judgePage(settings, { page, session }, hasColors = false) {
  const facts = await callInFrames(page, 'measureFacts')
  const isBlank = !hasColors && (await isWindowBlank(session))
  const found = recognize(facts) ?? (isBlank ? 'blank' : null)
  if (found && (settings.strict || CONFIG.options.strict)) fail('navigation', findings[found])
  if (found) warn(findings[found])
  const [from, to] = [new URL(CONFIG.target_url).href, page.url()].map(address => address.replace(/#.*/, ''))
  const redirected = from !== to
  // Steps go where they should.
  if (!hasSteps && redirected) warn(`The page was redirected to ${page.url()}`)
  const final_url = hasSteps ? withoutSecrets(page.url()) : page.url()
  return { final_url, status: facts[0]?.status ?? 0, redirected, looks_like: found }
}

/** @param {readonly (PageFacts | undefined)[]} facts of the page and its frames @returns {'sign_in' | 'challenge' | null} */
function recognize(facts) {
  const characters = facts.reduce((sum, one) => sum + (one?.characters ?? 0), 0)
  if (characters > maxText) return null
  if (facts[0]?.hasChallenge) return 'challenge'
  return facts.some(one => one?.asksToSignIn) ? 'sign_in' : null
}
