// Functions that the script runs inside the page.

/** Calls a function of the agent. @param {{ name: string, args: readonly unknown[] }} call */
export function callAgent({ name, args }) {
  return Reflect.get(self, 'captureAgent')[name](...args)
}

/** @param {string} selector @throws {DOMException} when it is not one */
export function checkSelector(selector) {
  document.querySelector(selector)
}

export function scrollToTop() {
  scrollTo({ top: 0, left: 0, behavior: 'instant' })
}

/** The height of the page, CSS px: that of the body on a page without a doctype. */
export function measureHeight() {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  return Math.max(scrollHeight, innerHeight)
}

/** To the top of the window. @param {Element} element */
export function scrollToElement(element) {
  element.scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' })
}
