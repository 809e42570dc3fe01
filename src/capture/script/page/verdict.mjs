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
  /\b(sign|log)[ -]?(in|on)\b|\bsso\b|\block ?screen\b|^anmeld(en|ung)$|einlogg|connexion|se connecter/i,
  /iniciar sesi|\baccedi\b|fazer login|\bentrar\b|inloggen|logga in|zaloguj|giriş yap|войти|вход/i,
  /登录|登入|ログイン|로그인/,
]
/** Words of forms for new accounts and orders, which have passwords, too. */
const otherWords = [
  /\bcheckout\b|\bsign[ -]?up\b|\bregist(er|ration)\b|\bjoin\b/i,
  /\b(create|open) (an?|your|new) .*account\b|registrier|konto erstellen|crear (una )?cuenta|kayıt ol/i,
  /inscri|créer un compte|registrar|cadastr|criar conta|zarejestruj|зарегистр/i,
  /注册|註冊|登録|가입/,
]
const forgottenWords = [/\b(forg[eo]t|lost|recover)\b|vergessen|oublié|olvid|esquec|dimenticat|vergeten|забыли|忘/i]
const withAccount = /\b(sign in|log in|continue|anmelden|continuer|continuar) (with|mit|avec|con)\b/i
const accountFields = 'input:is([type=text], [type=email], [type=tel], :not([type]))'
const otherFields = 'textarea, select, input:is([type=radio], [type=file], [type=date], [type=range], [type=url])'
const buttons = 'button, input:is([type=submit], [type=button]), [role=button], a:is([class*=btn], [class*=button])'
/** Characters of a page that has the fields of a sign-in and no words for it, at most. */
const maxBareText = 200

/** What the window of a document shows. */
export function measureFacts() {
  const shown = findAll('*').filter(element => isInView(element) && isVisible(element))
  const find = (/** @type {string} */ selector) => shown.filter(element => element.matches(selector))
  const characters = readTexts(shown).join('').length
  const purpose = findPurpose([document.title, ...find('h1, h2, h3, legend').map(readLabel)])
  const fields = find(accountFields).length
  const [password, ...others] = find('input[type=password]')
  const hasAccount = [1, 2].includes(fields) || says(find('a, button, [role=button]'), [withAccount])
  const marks =
    findAll(challengeMarks).length > 0 || '_cf_chl_opt' in self || matches(challengeTitles, document.title)

  function asksForPassword() {
    // A second one, or a new one, is for an account that does not exist yet.
    if (!(password instanceof HTMLInputElement) || others.length > 0 || isNewPassword(password) || fields > 2)
      return false
    if (purpose) return purpose === 'signIn'
    const { form, autocomplete } = password
    const purposeOfButton = findPurpose(
      find(buttons)
        .filter(button => !form || form.contains(button))
        .map(readLabel),
    )
    if (purposeOfButton === 'other') return false
    if (says(find('a, button'), forgottenWords)) return true
    // Samples and settings have further fields.
    if (fields === 2 || find(otherFields).length > 0) return false
    const isBare = find('h1, h2, h3, legend').length === 0 && characters <= maxBareText
    return purposeOfButton === 'signIn' || autocomplete === 'current-password' || isBare
  }

  const [navigation] = performance.getEntriesByType('navigation')
  return {
    characters,
    status: navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0,
    hasPassword: asksForPassword(),
    namesSignIn: purpose === 'signIn' && hasAccount,
    hasChallenge: marks || (find(captchas).length > 0 && fields === 0 && !password),
  }
}

/** The purpose that the first of texts says. @param {readonly string[]} texts */
function findPurpose(texts) {
  const text = texts.find(one => matches(signInWords, one) || matches(otherWords, one))
  if (text === undefined) return undefined
  return matches(signInWords, text) ? 'signIn' : 'other'
}

/** Forms tell how long a new password must be, for example in a placeholder. @param {HTMLInputElement} field */
function isNewPassword(field) {
  return field.matches('[autocomplete=new-password], [minlength]') || /\d/.test(field.placeholder)
}

/** @param {readonly RegExp[]} patterns @param {string} text */
function matches(patterns, text) {
  return patterns.some(pattern => pattern.test(text))
}

/** @param {readonly Element[]} elements @param {readonly RegExp[]} words */
function says(elements, words) {
  return elements.some(({ textContent }) => matches(words, textContent))
}

/** @param {Element} element */
function readLabel(element) {
  return (element instanceof HTMLInputElement ? element.value : element.textContent).trim()
}
