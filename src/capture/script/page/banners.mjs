// Consent banners: what covers the page with such a name or text.
import { shadowOf } from './roots.mjs'

const bannerName = /cookie|consent|gdpr|ccpa|\bcmp\b|privacy-(banner|notice|popup|bar)/i
const bannerText = /cookie|consent|einwillig|privacy|datenschutz|privacidad|confidentialit/i
const cookieSentence = /\b(us(e|es|ing|a|amos)|utili[sz]\w+|verwend\w+|nutz\w+|gebrui\w+) [^.]{0,40}\bcookies?\b/i

/** @param {Element} element */
export function isBanner(element) {
  if (!/fixed|sticky/.test(getComputedStyle(element).position) && !element.matches(':modal')) return false
  const root = element.getRootNode()
  const host = root instanceof ShadowRoot ? root.host : element
  const inner = shadowOf(element)
  const text = `${host.textContent} ${element.textContent} ${inner.textContent}`
  if (text.length > 60_000 || element.querySelector('main')) return false
  const names = [host, element].map(one => [one.id, one.className, one.ariaLabel, one.localName])
  if (bannerName.test(String(names))) return bannerText.test(text)
  const hasButton = inner.querySelector('a, button, [role], [class*=btn]') !== null
  return text.length < 4500 && cookieSentence.test(text) && hasButton
}
