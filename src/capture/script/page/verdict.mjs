// Facts about the page for its verdict: whether it asks to sign in, or for proof that its visitor is human.
import { findAll, isInView, isVisible, readTexts } from './roots.mjs'

/** Of services that keep bots away. Ordinary pages have some of their scripts, too, but more text. */
const challengeMarks = [
  // Cloudflare
  '#challenge-form, #challenge-error-text, #cf-challenge-running, script[src*="/orchestrate/chl_"]',
  // DataDome, HUMAN, Imperva, Akamai
  '[src*="captcha-delivery.com"], #px-captcha, [src*="_Incapsula_Resource"], #sec-cpt-if, #sec-if-cpt-container',
  // AWS WAF, Google, Anubis
  'script[src*=".awswaf.com/"], #captcha-form, #anubis_challenge',
].join()
const challengeTitle =
  /^(just a moment|attention required|access denied|pardon our interruption|checking your)|security check|not a bot/i
const captchas = [
  'iframe[src*="captcha"], iframe[src*="challenges.cloudflare.com"]',
  '.g-recaptcha, .h-captcha, .cf-turnstile',
].join()
const signInWords = /\b(sign|log)[ -]?(in|on)\b|lock ?screen|anmelden|connecter|iniciar sesi|accedi|ログイン|登录/i
/** Of forms for new accounts and orders, which have passwords, too. */
const otherWords = /\b(checkout|sign[ -]?up|register|join|create)\b|registrier|inscri|crear|注册|登録/i
const forgotten = /\b(forgot|lost) |vergessen|oublié|olvid/i
const withAccount = /^(sign in|log in|continue) with /i
const newPassword = '[autocomplete=new-password], [minlength]'
const otherFields = 'textarea, select, input:not([type=password], [type=checkbox], [type=submit], [type=button])'
/** Characters of a page that has the fields of a sign-in and no words for it, at most. */
const maxBareText = 200

/** What the window of a document shows. */
export function measureFacts() {
  const shown = findAll('*').filter(element => isInView(element) && isVisible(element))
  const find = (/** @type {string} */ selector) => shown.filter(element => element.matches(selector))
  const characters = readTexts(shown).join('').length
  const fields = find(otherFields).length
  const headings = find('h1, h2, h3, legend')
  const passwords = find('input[type=password]').filter(field => field instanceof HTMLInputElement)
  const [password] = passwords
  const controls = find('a, button, [type=submit]').filter(one => !password?.form || password.form.contains(one))
  const offers = (/** @type {RegExp} */ words) => controls.some(control => words.test(readLabel(control)))
  const headline = findPurpose([document.title, ...headings.map(readLabel)])
  const purpose = headline ?? findPurpose(controls.map(readLabel))

  function asksForPassword() {
    // A second one, or a new one, is for an account that does not exist yet; samples have further fields.
    const isNew = passwords.length > 1 || password?.matches(newPassword) || /\d/.test(password?.placeholder ?? '')
    if (!password || isNew || fields > 1 || purpose === 'other') return false
    const isBare = headings.length === 0 && characters <= maxBareText
    return purpose === 'signIn' || offers(forgotten) || password.autocomplete === 'current-password' || isBare
  }

  function asksForAccount() {
    return headline === 'signIn' && (fields === 1 || offers(withAccount))
  }

  const [navigation] = performance.getEntriesByType('navigation')
  const hasMark = findAll(challengeMarks).length > 0 || challengeTitle.test(document.title)
  return {
    characters,
    status: navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0,
    asksToSignIn: asksForPassword() || asksForAccount(),
    hasChallenge: hasMark || (find(captchas).length > 0 && fields === 0 && !password),
  }
}

/** The purpose that the first of texts says. @param {readonly string[]} texts */
function findPurpose(texts) {
  const text = texts.find(one => signInWords.test(one) || otherWords.test(one)) ?? ''
  if (signInWords.test(text)) return 'signIn'
  return otherWords.test(text) ? 'other' : undefined
}

/** @param {Element} element */
function readLabel(element) {
  return (element instanceof HTMLInputElement ? element.value : element.textContent).trim()
}
