// What scrolls: the page itself, or else its largest scroll container.

export function findScroller() {
  const page = document.scrollingElement ?? document.documentElement
  if (scrollRange(page) > 0) return page
  const [largest = page] = [...document.querySelectorAll('body, body *')]
    .filter(element => scrollRange(element) > 0 && /auto|scroll/.test(getComputedStyle(element).overflowY))
    .sort((one, other) => areaOf(other) - areaOf(one))
  return largest
}

/** @param {Element} element */
export function scrollRange({ scrollHeight, clientHeight }) {
  return scrollHeight - clientHeight
}

/** @param {Element} element */
export function areaOf({ clientWidth, clientHeight }) {
  return clientWidth * clientHeight
}
