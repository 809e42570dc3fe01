// Facts about the page for its verdict: whether it asks to sign in, or for proof that its visitor is human.
import { findAll, isInView, isVisible, readTexts } from './roots.mjs'

/** @import { PageFacts } from '../types.mjs' */

/** Of services that keep bots away. Ordinary pages have some of their scripts, too, but more text. */
const challengeMarks = [
  // Cloudflare
  '#challenge-form, #challenge-error-text, #cf-challenge-running, script[src*="/orchestrate/chl_"]',
  // DataDome, HUMAN, Imperva, Akamai
  '[src*="captcha-delivery.com"], #px-captcha, [src*="_Incapsula_Resource"], #sec-cpt-if, #sec-if-cpt-container',
  // AWS WAF, Google, Anubis
  'script[src*=".awswaf.com/"], #captcha-form, #anubis_challenge',
].join()
const challengeTitles = [
  /^(just a moment|attention required|access denied|one more step|pardon our interruption|robot check)/i,
  /^(checking your browser|vercel security checkpoint|ddos-guard|making sure you.re not a bot)/i,
  /\b(are|verify|confirm) (that )?you('re| are) (not )?(a )?(human|robot|bot)/i,
  /\b(security|human|bot) (check|verification)/i,
]
const captchas = ['recaptcha', 'hcaptcha.com', 'challenges.cloudflare.com']
  .map(name => `iframe[src*="${name}"]`)
  .concat('.g-recaptcha, .h-captcha, .cf-turnstile')
  .join()
const signInWords = [
  /\b(sign|log)[ -]?(in|on)\b|\bsso\b|anmeld|einlogg|connexion|se connecter|iniciar sesi|accedi|fazer login/i,
  /entrar|inloggen|logga in|zaloguj|giriş yap|войти|вход|登录|登入|ログイン|로그인/i,
]
const withAccount = /\b(sign in|log in|continue|anmelden|continuer|continuar) (with|mit|avec|con)\b/i

/** @returns {PageFacts} of what the window shows */
export function measureFacts() {
  /** @param {string} selector */
  const findShown = selector => findAll(selector).filter(isShown)
  const passwords = findShown('input[type=password]')
  const fields = findShown('input:is([type=text], [type=email], [type=tel], :not([type]))')
  const names = [document.title, ...findShown('h1, h2').map(element => element.textContent)].join(' ')
  const accountLinks = findShown('a, button, [role=button]').filter(element => withAccount.test(element.textContent))
  const marks =
    findAll(challengeMarks).length > 0 || '_cf_chl_opt' in self || matches(challengeTitles, document.title)
  return {
    characters: readTexts(findAll('*').filter(isInView)).join('').length,
    // A second one, or a new one, is for an account that does not exist yet.
    hasPassword: passwords.length === 1 && !passwords.some(isNewPassword),
    namesSignIn: matches(signInWords, names) && (accountLinks.length > 0 || [1, 2].includes(fields.length)),
    hasChallenge: marks || (findShown(captchas).length > 0 && passwords.length + fields.length === 0),
  }
}

/** Forms tell how long a new password must be, for example in a placeholder. @param {Element} field */
function isNewPassword(field) {
  return (
    field.matches('[autocomplete=new-password], [minlength]') || /\d/.test(field.getAttribute('placeholder') ?? '')
  )
}

/** @param {readonly RegExp[]} patterns @param {string} text */
function matches(patterns, text) {
  return patterns.some(pattern => pattern.test(text))
}

/** @param {Element} element */
function isShown(element) {
  return isInView(element) && isVisible(element)
}
