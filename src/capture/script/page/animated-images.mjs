// Animated images in a video: shown by paused animations, which can style pseudo-elements, too.
import { nextFrame } from '../worker/browser-time.mjs'
import { findAll } from './roots.mjs'

/** @typedef {{ source: string, address: string }} ImageAddress of an animated image, and of its frame */

const imageProperties = /** @type {const} */ (['backgroundImage', 'borderImageSource', 'listStyleImage', 'content'])

/**
 * A place that shows images.
 *
 * @typedef {object} ImageTarget
 * @property {Element} element
 * @property {string | null} pseudo
 * @property {typeof imageProperties[number] | 'href'} property
 * @property {string} value CSS with the page's own addresses
 * @property {boolean} isSource whether it is the source of an img element
 */

/** @type {Set<Animation>} */
const frameAnimations = new Set()
/** The loaded frame of each image. @type {Map<string, HTMLImageElement>} */
const loadedFrames = new Map()
/** @type {Set<string>} */
const reportedSources = new Set()
/** The page's own addresses of SVG images. @type {Map<Element, string>} */
const svgSources = new Map()

/**
 * Shows the frames of images.
 *
 * @param {readonly ImageAddress[]} known
 * @returns {Promise<string[]>} images on the page that have no frame yet
 */
export async function showImages(known) {
  for (const animation of frameAnimations) animation.cancel()
  frameAnimations.clear()
  const targets = findAll('*').flatMap(findTargets)
  const values = targets.map(({ value }) => value).join()
  const present = known.filter(({ source }) => values.includes(urlOf(source)))
  const withFrame = present.filter(({ address }) => address !== '')
  await Promise.allSettled(withFrame.map(loadFrame))
  for (const target of targets) showFrames(target, withFrame)
  if (present.length > 0) await nextFrame()
  const inline = values.match(/(?<=url\(")data:image.(gif|a?png|webp)[^"]*/g) ?? []
  const newInline = inline.filter(source => !reportedSources.has(source))
  for (const source of newInline) reportedSources.add(source)
  return [...present.filter(({ address }) => address === '').map(({ source }) => source), ...new Set(newInline)]
}

/** @param {string} address */
function urlOf(address) {
  return `url("${address}")`
}

/** @param {Element} element @returns {ImageTarget[]} */
function findTargets(element) {
  if (element instanceof SVGImageElement) {
    const source = svgSources.get(element) ?? new URL(element.href.baseVal, document.baseURI).href
    svgSources.set(element, source)
    return [{ element, pseudo: null, property: 'href', value: urlOf(source), isSource: false }]
  }
  return [null, '::before', '::after'].flatMap(pseudo => {
    const style = getComputedStyle(element, pseudo)
    if (pseudo && (style.content === 'none' || style.content === 'normal')) return []
    return imageProperties.map(property => {
      const isSource = property === 'content' && !pseudo && style.content === 'normal' && sourceOf(element) !== ''
      return { element, pseudo, property, isSource, value: isSource ? urlOf(sourceOf(element)) : style[property] }
    })
  })
}

/** @param {Element} element */
function sourceOf(element) {
  return element instanceof HTMLImageElement ? element.currentSrc : ''
}

/** @param {ImageAddress} image */
async function loadFrame({ source, address }) {
  if (loadedFrames.get(source)?.src === address) return
  const frame = Object.assign(new Image(), { src: address })
  loadedFrames.set(source, frame)
  await frame.decode()
}

/** @param {ImageTarget} target @param {readonly ImageAddress[]} images */
function showFrames({ element, pseudo, property, value, isSource }, images) {
  if (property === 'href') {
    const image = images.find(({ source }) => value === urlOf(source))
    if (image && element instanceof SVGImageElement) element.href.baseVal = image.address
    return
  }
  let changed = value
  for (const { source, address } of images) {
    changed = changed.replaceAll(urlOf(source), () => frameValue(element, source, address, isSource))
  }
  if (changed === value) return
  const keyframes = { [property]: [changed, changed] }
  const animation = element.animate(keyframes, { duration: 1, fill: 'both', pseudoElement: pseudo })
  animation.pause()
  frameAnimations.add(animation)
}

/**
 * The frame of an img element keeps the size that the element has from its own image.
 *
 * @param {Element} element
 * @param {string} source
 * @param {string} address
 * @param {boolean} isSource
 */
function frameValue(element, source, address, isSource) {
  const frame = loadedFrames.get(source)
  if (!isSource || !frame || !(element instanceof HTMLImageElement)) return urlOf(address)
  return `image-set(${urlOf(address)} ${frame.naturalWidth / element.naturalWidth}x)`
}
