// The document and its shadow roots, also closed ones: elements, texts, styles, and what moves without a script.

/** @type {Set<Document | ShadowRoot>} */
const roots = new Set([document])

/** Records the roots that scripts attach from now on. */
export function recordShadowRoots() {
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (/** @type {ShadowRootInit} */ init) {
    const root = attachShadow.call(this, init)
    roots.add(root)
    return root
  }
}

/** Adds the roots that the parser attached. */
export function collectShadowRoots() {
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.add(shadowRoot)
  }
}

/** @param {string} selector */
export function findAll(selector) {
  return [...roots].flatMap(root => [...root.querySelectorAll(selector)])
}

/** @param {Element} element */
export function isInView(element) {
  const { top, left, bottom, right } = element.getBoundingClientRect()
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

/** @param {Element} element also what is transparent is not */
export function isVisible(element) {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

/** Texts of the visible ones of elements, each without those of the elements in it. @param {readonly Element[]} elements */
export function readTexts(elements) {
  const texts = []
  for (const element of elements) {
    const parts = [...element.childNodes].filter(node => node instanceof Text)
    const text = parts.map(node => node.data.trim()).join('')
    if (text !== '' && isVisible(element)) texts.push(text)
  }
  return texts
}

/** @param {string} rules CSS */
export function addStyles(rules) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  for (const root of roots) root.adoptedStyleSheets.push(sheet)
}

export function findAnimations() {
  return [...roots].flatMap(root => root.getAnimations())
}

/** The shadow root of an element, or the element itself. @param {Element} element */
export function shadowOf(element) {
  return [...roots].find(root => root instanceof ShadowRoot && root.host === element) ?? element
}

/** @param {Animation} animation */
export function isRunning({ playState, timeline }) {
  return playState === 'running' && timeline === document.timeline
}

/** @param {Animation} animation @returns {number} ms */
export function endTimeOf({ effect }) {
  return Number(effect?.getComputedTiming().endTime)
}

export function findSvgs() {
  return findAll('svg').filter(element => element instanceof SVGSVGElement)
}

/** @param {SVGSVGElement} svg */
export function isSvgRunning(svg) {
  return !svg.ownerSVGElement && !svg.animationsPaused()
}

export function findVideos() {
  return findAll('video').filter(element => element instanceof HTMLVideoElement)
}
