// The texts that a page shows.
import { findAll, isInView } from './roots.mjs'

/** @param {Element} element also what is transparent is not */
export function isVisible(element) {
  return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
}

/** Texts of visible elements, each without those of the elements in it. @param {{ inView: boolean }} options whether only those in the window */
export function readTexts({ inView }) {
  const texts = []
  for (const element of findAll('*')) {
    const parts = [...element.childNodes].filter(node => node instanceof Text)
    const text = parts.map(node => node.data.trim()).join('')
    if (text !== '' && (!inView || isInView(element)) && isVisible(element)) texts.push(text)
  }
  return texts
}
