// Functions that the script runs inside the page.

/** Calls a function of the agent. @param {{ name: string, args: readonly unknown[] }} call */
export function callAgent({ name, args }) {
  return Reflect.get(self, 'captureAgent')[name](...args)
}
// #if selectors

/** @param {string} selector @throws {DOMException} when it is not one */
export function checkSelector(selector) {
  document.querySelector(selector)
}
// #endif
// #if area

export function scrollToTop() {
  scrollTo({ top: 0, left: 0, behavior: 'instant' })
}
// #endif
// #if steps

/** To the top of the window. @param {Element} element */
export function scrollToElement(element) {
  element.scrollIntoView({ block: 'start', inline: 'nearest', behavior: 'instant' })
}
// #endif
