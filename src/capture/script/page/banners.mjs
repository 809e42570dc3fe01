// Consent banners: hides those of known tools, and what covers the page with such a name or text.
import { wait } from '../worker/browser-time.mjs'
import { addStyles, findAll, shadowOf } from './roots.mjs'

const bannerName = /cookie|consent|gdpr|ccpa|\bcmp\b|privacy-(banner|notice|popup|bar)/i
const bannerText = /cookie|consent|einwillig|privacy|datenschutz|privacidad|confidentialit/i
const cookieSentence = /\b(us(e|es|ing|a|amos)|utili[sz]\w+|verwend\w+|nutz\w+|gebrui\w+) [^.]{0,40}\bcookies?\b/i

/** @param {readonly string[]} selectors of known tools */
export async function hideBanners(selectors) {
  const known = selectors.join()
  function hide() {
    const found = findAll(':not(html, body)').filter(isBanner)
    if (found.length === 0 && !findAll(known).some(element => element.checkVisibility())) return
    const backdrops = findAll('div, span').filter(isBackdrop)
    for (const element of [...found, ...backdrops]) element.toggleAttribute('banner-gone', true)
    for (const element of [document.documentElement, document.body]) allowScrolling(element)
    // While one is open as a modal, nothing else on the page can be clicked.
    for (const element of [...found, ...findAll(known)]) if (element instanceof HTMLDialogElement) element.close()
  }
  // Some appear later.
  new MutationObserver(hide).observe(document.body ?? document, { childList: true })
  for (const pause of [0, 500]) {
    await wait(pause)
    hide()
    addStyles(`${known}, [banner-gone] { display: none !important; opacity: 0 !important }`)
  }
}

/** @param {Element} element */
function isBanner(element) {
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

/** An empty layer that darkens the page. @param {Element} element */
export function isBackdrop(element) {
  const { position, backgroundColor, opacity, pointerEvents } = getComputedStyle(element)
  if (position !== 'fixed' || pointerEvents === 'none' || element.firstChild) return false
  if (element.clientWidth < innerWidth || element.clientHeight < innerHeight) return false
  return Number(opacity) < 1 || /, 0\.\d/.test(backgroundColor)
}

/** A banner may block it. @param {HTMLElement} element */
export function allowScrolling(element) {
  const { overflowY, position } = getComputedStyle(element)
  if (!/hidden|clip/.test(overflowY)) return
  element.style.setProperty('overflow', 'visible', 'important')
  if (position === 'fixed') element.style.setProperty('position', 'static', 'important')
}
