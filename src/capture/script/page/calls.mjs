// Functions that the script runs inside the page.

/** Calls a function of the agent. @param {{ name: string, args: readonly unknown[] }} call */
export function callAgent({ name, args }) {
  return Reflect.get(self, 'captureAgent')[name](...args)
}

/** Where the page is scrolled to, CSS px. */
export function scrollPosition() {
  return { x: scrollX, y: scrollY }
}

/** @param {string} selector @throws {DOMException} when it is not one */
export function checkSelector(selector) {
  document.querySelector(selector)
}
// #if area

/** The height of the whole page, CSS px. */
export function measurePage() {
  return { height: Math.max(document.documentElement.scrollHeight, innerHeight) }
}
// #endif
// #if selector

/** At the top of the page, where headers that stay in view do not cover the element. @param {Element} element */
export function measureElement(element) {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  scrollTo({ top: 0, left: 0, behavior: 'instant' })
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return { left, top, right, bottom }
}
// #endif
// #if film

/** What a worker runs before its own script. @returns {string} */
export function workerScript() {
  return Reflect.get(self, 'captureAgent').workerScript()
}
// #endif
