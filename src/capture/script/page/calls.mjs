// Functions that the script runs inside the page.

/** Calls a function of the agent. @param {{ name: string, args: readonly unknown[] }} call */
export function callAgent({ name, args }) {
  return Reflect.get(self, 'captureAgent')[name](...args)
}

/** @param {string} selector @throws {DOMException} when it is not one */
export function checkSelector(selector) {
  document.querySelector(selector)
}

/** The size of the page, CSS px: on a page without a doctype the height is that of the body. */
export function measurePage() {
  const page = document.scrollingElement ?? document.documentElement
  // What the page does not let its visitors scroll to is no part of it.
  const overflows = [page, document.documentElement, document.body].map(
    element => getComputedStyle(element).overflowX,
  )
  const isClipped = overflows.some(overflow => /hidden|clip/.test(overflow))
  return {
    width: isClipped ? innerWidth : page.scrollWidth,
    height: Math.max(page.scrollHeight, innerHeight),
  }
}

/** To the top of the window. @param {Element} element */
export function scrollToElement(element) {
  element.scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' })
}
