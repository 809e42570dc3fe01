// Overlays: elements above the content that the visitor did not open, such as newsletters, chats and prompts.
import { addStyles, findAll, isInView, isVisible, shadowOf } from './roots.mjs'

/** What says on a control that it closes what it is on. */
const closes = /close|dismiss|schlie|ferm(er|ez)|cerrar|chiudi|sluit|no,? thanks|not now|later|skip|^\s*[×✕✖xX]\s*$/i
/** Names and words of bars that are no part of the page. */
const unasked = [
  /newsletter|subscri|pop-?up|overlay|interstitial|(smart|app)-?banner|promo|announce/i,
  /chat|messenger|survey|feedback/i,
  /(get|open in|install|download|use) (the |our )?app\b|notifications|% off|sign up|cookies/i,
]
/** Names and texts of consent banners. */
const bannerName = /cookie|consent|gdpr|ccpa|\bcmp\b|privacy-(banner|notice|popup|bar)/i
const bannerText = /cookie|consent|einwillig|privacy|datenschutz|privacidad|confidentialit/i
const cookieSentence = /\b(us(e|es|ing|a|amos)|utili[sz]\w+|verwend\w+|nutz\w+|gebrui\w+) [^.]{0,40}\bcookies?\b/i
/** A page has at least this much text beside what lies above it, characters. */
const minText = 100

/** What is hidden. @type {(element: Element) => boolean} */
let isUnwanted = isBanner

/**
 * Hides banners, also those that appear later, and other overlays until the script acts as a visitor.
 *
 * @param {readonly string[]} banners selectors of known tools
 * @param {boolean} hidesOthers
 */
export function hideOverlays(banners, hidesOthers) {
  const known = banners.join()
  isUnwanted = element =>
    element.matches(known) || isBanner(element) || (hidesOthers && !areKept && isOverlay(element))
  addStyles('[overlay-gone] { display: none !important; opacity: 0 !important }')
  const attributeFilter = ['class', 'style', 'open', 'hidden', 'aria-hidden']
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter })
  hide()
}

const observer = new MutationObserver(hide)
let areKept = false

/** From now on, what opens was asked for. */
export function keepOverlays() {
  areKept = true
}

function hide() {
  for (const element of findAll(':not(html, body, [overlay-gone])').filter(isUnwanted)) {
    element.toggleAttribute('overlay-gone', true)
    // While one is open as a modal, nothing else on the page can be clicked.
    if (element instanceof HTMLDialogElement) element.close()
  }
  if (findAll('[overlay-gone]').length === 0) return
  for (const element of findAll('div, span').filter(isBackdrop)) element.toggleAttribute('overlay-gone', true)
  for (const element of [document.documentElement, document.body]) allowScrolling(element)
}

/** An empty layer that darkens the page. @param {Element} element */
function isBackdrop(element) {
  const { position, backgroundColor, opacity, pointerEvents } = getComputedStyle(element)
  if (position !== 'fixed' || pointerEvents === 'none' || element.firstChild) return false
  if (element.clientWidth < innerWidth || element.clientHeight < innerHeight) return false
  return Number(opacity) < 1 || /, 0\.\d/.test(backgroundColor)
}

/** A banner may block it. @param {HTMLElement} element */
function allowScrolling(element) {
  const { overflowY, position } = getComputedStyle(element)
  if (!/hidden|clip/.test(overflowY)) return
  element.style.setProperty('overflow', 'visible', 'important')
  if (position === 'fixed') element.style.setProperty('position', 'static', 'important')
}

/** Whether it covers the page with such a name or text. @param {Element} element */
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

/** @param {Element} element */
function isOverlay(element) {
  const isTop = element.matches(':modal, :popover-open')
  if (!isTop && !/fixed|sticky/.test(getComputedStyle(element).position)) return false
  const box = element.getBoundingClientRect()
  if (box.width * box.height < 100 || !isInView(element) || !isVisible(element) || isContent(element)) return false
  if (isTop || element.matches('[aria-modal=true], [role=dialog], [role=alertdialog]')) return true
  const isWide = box.width > 0.9 * innerWidth
  const isTall = box.height > 0.8 * innerHeight
  if (isWide && isTall) return !isBackdrop(element) && hasCloser(element)
  if (isWide) return isUnasked(element) && !element.matches('nav, header, :has(nav)')
  // Sidebars.
  if (isTall) return false
  const isInMiddle = contains(box, innerWidth / 2, innerHeight / 2)
  const isInCorner = box.bottom > 0.75 * innerHeight && (box.right > 0.8 * innerWidth || box.left < 0.2 * innerWidth)
  return isInMiddle || (isInCorner && box.top > 0.2 * innerHeight) || isUnasked(element)
}

/** Whether the page has hardly anything else. @param {Element} element */
function isContent(element) {
  const others = document.body.innerText.length - textOf(element).length
  return element.querySelector('main') !== null || others < minText
}

/** A closing control, or the name or wording of an unrequested overlay. @param {Element} element */
function isUnasked(element) {
  const named = [element.id, element.className, element.ariaLabel, textOf(element)].join(' ')
  return hasCloser(element) || unasked.some(words => words.test(named))
}

/** @param {Element} element */
function hasCloser(element) {
  const controls = [...shadowOf(element).querySelectorAll('button, a, [role=button], [class*=close]')]
  return controls.some(one => closes.test(`${one.ariaLabel ?? ''}${one.className}`) || closes.test(textOf(one)))
}

/** @param {Element} element */
function textOf(element) {
  return element instanceof HTMLElement ? element.innerText : ''
}

/** @param {DOMRect} box @param {number} x @param {number} y */
function contains({ left, top, right, bottom }, x, y) {
  return left < x && x < right && top < y && y < bottom
}
