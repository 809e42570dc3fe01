// What scrolls: the page itself, or else its largest scroll container.
import { findAll } from './roots.mjs'

/** What scrolls inside the page must cover this share of the window to be its content. */
const minShare = 0.3

export function findScroller() {
  const page = document.scrollingElement ?? document.documentElement
  // Some pages whose content scrolls inside also scroll by a margin.
  if (scrollRange(page) > page.clientHeight / 2) return page
  /** @type {Element[]} */
  const elements = findAll('*')
  const [largest = page] = elements
    .filter(element => scrollRange(element) > scrollRange(page) && areaOf(element) > minShare * areaOf(page))
    .filter(element => /auto|scroll/.test(getComputedStyle(element).overflowY))
    .sort((one, other) => areaOf(other) - areaOf(one))
  return largest
}

/** @param {Element} element */
export function scrollRange({ scrollHeight, clientHeight }) {
  return scrollHeight - clientHeight
}

/** @param {Element} element */
function areaOf({ clientWidth, clientHeight }) {
  return clientWidth * clientHeight
}
