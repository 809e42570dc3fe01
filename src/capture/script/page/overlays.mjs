// Overlays: elements above the content that the visitor did not open, such as newsletters, chats and prompts.
import { allowScrolling, isBackdrop } from './banners.mjs'
import { addStyles, findAll, isInView, isVisible, shadowOf } from './roots.mjs'

/** What says on a control that it closes what it is on. */
const closes = /close|dismiss|schlie|ferm(er|ez)|cerrar|chiudi|sluit|no,? thanks|not now|later|skip|^\s*[×✕✖xX]\s*$/i
/** Names and words of bars that are no part of the page. */
const unasked = [
  /newsletter|subscri|pop-?up|overlay|interstitial|(smart|app)-?banner|promo|announce/i,
  /chat|messenger|survey|feedback/i,
  /(get|open in|install|download|use) (the |our )?app\b|notifications|% off|sign up|cookies/i,
]
/** A page has at least this much text beside what lies above it, characters. */
const minText = 100

const observer = new MutationObserver(hide)
let areKept = false

/** Hides overlays, also those that appear later, until the script acts as a visitor. */
export function hideOverlays() {
  if (areKept) return
  addStyles('[overlay-gone] { display: none !important; opacity: 0 !important }')
  const attributeFilter = ['class', 'style', 'open', 'hidden', 'aria-hidden']
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter })
  hide()
}

/** From now on, what opens was asked for. */
export function keepOverlays() {
  areKept = true
  observer.disconnect()
}

function hide() {
  const found = findAll(':not(html, body)').filter(isOverlay)
  if (found.length === 0) return
  for (const element of found) {
    element.toggleAttribute('overlay-gone', true)
    // While one is open as a modal, nothing else on the page can be clicked.
    if (element instanceof HTMLDialogElement) element.close()
  }
  for (const element of findAll('div, span').filter(isBackdrop)) element.toggleAttribute('overlay-gone', true)
  for (const element of [document.documentElement, document.body]) allowScrolling(element)
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
