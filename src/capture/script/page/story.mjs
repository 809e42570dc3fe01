// What a story shows: the sections of the page, and its words.
import { findAll } from './roots.mjs'
import { findScroller, scrollRange } from './scroller.mjs'

/** A wrapper has one child of at least this part of its height. */
const wrapperShare = 0.85

/** Positions are CSS px from the top of what scrolls; the height of a header is that of what stays in view. */
export function measureContents() {
  const scroller = findScroller()
  const isPage = scroller === document.scrollingElement
  const origin = isPage ? -scrollY : scroller.getBoundingClientRect().top - scroller.scrollTop
  /** @param {Element | Range} part */
  const place = part => {
    const { top, bottom } = part.getBoundingClientRect()
    return { top: top - origin, bottom: bottom - origin }
  }
  const root = isPage ? document.body : scroller
  return {
    sections: findSections(root)
      .map(place)
      .sort((one, other) => one.top - other.top),
    texts: findTexts(root).map(text => ({ ...place(rangeOf(text)), words: countWords(text.data) })),
    headerHeight: measureHeader(),
    windowHeight: innerHeight,
    end: scrollRange(scroller),
  }
}

/** The parts of an element that stand one below the other. @param {Element} element @returns {Element[]} */
function findSections(element) {
  const { height } = element.getBoundingClientRect()
  const parts = [...element.children].filter(isSection)
  const wrapper = parts.find(part => part.getBoundingClientRect().height >= wrapperShare * height)
  if (wrapper) return findSections(wrapper)
  if (parts.length === 0) return [element]
  return parts.flatMap(part =>
    part.getBoundingClientRect().height > 1.5 * innerHeight ? findSections(part) : [part],
  )
}

/** @param {Element} element */
function isSection(element) {
  const { width, height } = element.getBoundingClientRect()
  const { position } = getComputedStyle(element)
  return width > innerWidth / 4 && height > 40 && position !== 'fixed' && position !== 'absolute'
}

/** @param {Element} root @returns {Text[]} those that are shown */
function findTexts(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  /** @type {Text[]} */
  const texts = []
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    if (node instanceof Text && node.data.trim() && node.parentElement?.checkVisibility()) texts.push(node)
  }
  return texts
}

/** @param {Text} text */
function rangeOf(text) {
  const range = document.createRange()
  range.selectNodeContents(text)
  return range
}

/** @param {string} text */
function countWords(text) {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return [...segments].filter(({ isWordLike }) => isWordLike).length
}

/** The height that stays covered at the top of the window, CSS px. */
function measureHeader() {
  const heights = findAll('body *').map(element => {
    const { position } = getComputedStyle(element)
    const { top, bottom, width } = element.getBoundingClientRect()
    const isHeader = (position === 'fixed' || position === 'sticky') && top <= 1 && width > innerWidth / 2
    return isHeader && bottom < innerHeight / 3 ? bottom : 0
  })
  return Math.max(0, ...heights)
}
