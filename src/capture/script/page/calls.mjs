// Functions that the script runs inside the page, each by itself.

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

/** An element that scrolls gets the height of its content. @param {Element} element */
export function showElement(element) {
  if (element instanceof HTMLElement && element.scrollHeight > element.clientHeight) {
    const isScroller = /auto|scroll/.test(getComputedStyle(element).overflowY)
    const styles = isScroller ? { height: 'auto', 'min-height': 'max-content', 'max-height': 'none' } : {}
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
  }
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
}

/** In CSS px of its window. One without a box, as with display: contents, has that of its content. @param {Element} element */
export function measureElement(element) {
  const content = document.createRange()
  content.selectNodeContents(element)
  const own = element.getBoundingClientRect()
  const { left, top, right, bottom } = own.width * own.height > 0 ? own : content.getBoundingClientRect()
  return { left, top, right, bottom }
}

/** The window of an iframe: its content box, in CSS px of the window around it. @param {Element} frame */
export function measureFrame(frame) {
  const { left, top } = frame.getBoundingClientRect()
  const { paddingLeft, paddingTop, paddingRight, paddingBottom } = getComputedStyle(frame)
  const { clientLeft, clientTop, clientWidth, clientHeight } = frame
  return {
    left: left + clientLeft + Number.parseFloat(paddingLeft),
    top: top + clientTop + Number.parseFloat(paddingTop),
    right: left + clientLeft + clientWidth - Number.parseFloat(paddingRight),
    bottom: top + clientTop + clientHeight - Number.parseFloat(paddingBottom),
  }
}
