// The verdict: where the browser has arrived, and whether it shows something else than the page that was asked for.
import { CONFIG } from '../config.mjs'
import { hasSteps } from '../features.mjs'
import { callInFrames } from './agent.mjs'
import { fail, warn } from './errors.mjs'
import { withoutSecrets } from './secrets.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { Settings, Verdict } from './types.mjs' */

/** Most text in the window of a page that asks for a password, or for proof of being human, characters. */
const maxSignInText = 1500
/** Most text where a page asks for an account, but not for its password. */
const maxAccountText = 800

const findings = {
  sign_in: 'The page looks like a sign-in: CAPTURE_COOKIES, storage_state or steps can sign in',
  challenge:
    'The page looks like a bot challenge: CAPTURE_COOKIES or storage_state can carry a session that has passed it',
  blank: 'The page looks blank: it has one color only. wait_for_selector or delay can wait for its content',
}

/** The status of the document that the page shows, as it is when asked for. @param {Page} page */
export function watchStatus(page) {
  let status = 0
  page.on('response', response => {
    const isDocument = response.request().isNavigationRequest() && response.frame() === page.mainFrame()
    if (isDocument) status = response.status()
  })
  return () => status
}

/**
 * Warns of the verdict; with `strict` it is an error.
 *
 * @param {Settings} settings
 * @param {{ page: Page, status: () => number }} opened
 * @param {() => Promise<boolean>} isBlank
 * @returns {Promise<Verdict>}
 */
export async function judgePage(settings, { page, status }, isBlank) {
  const found = (await recognize(page)) ?? ((await isBlank()) ? 'blank' : null)
  if (found && (settings.strict || CONFIG.options.strict)) fail('navigation', findings[found])
  if (found) warn(findings[found])
  const redirected = withoutFragment(page.url()) !== withoutFragment(new URL(CONFIG.target_url).href)
  // Steps go where they should.
  if (!hasSteps && redirected) warn(`The page was redirected to ${page.url()}`)
  const final_url = hasSteps ? withoutSecrets(page.url()) : page.url()
  return { final_url, status: status(), redirected, looks_like: found }
}

/** @param {Page} page @returns {Promise<'sign_in' | 'challenge' | null>} */
async function recognize(page) {
  const [main, ...frames] = await callInFrames(page, 'measureFacts')
  const all = [main, ...frames].filter(facts => facts !== undefined)
  const characters = all.reduce((sum, facts) => sum + facts.characters, 0)
  if (characters <= maxSignInText && main?.hasChallenge) return 'challenge'
  if (characters <= maxSignInText && all.some(({ hasPassword }) => hasPassword)) return 'sign_in'
  return characters <= maxAccountText && all.some(({ namesSignIn }) => namesSignIn) ? 'sign_in' : null
}

/** @param {string} address */
function withoutFragment(address) {
  return address.replace(/#.*/, '')
}
