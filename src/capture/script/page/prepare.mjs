// From loaded to ready: hides what CONFIG names, and waits for images, videos and fonts.
import { nextFrame, readClock, wait } from '../worker/browser-time.mjs'
import { hideBanners } from './banners.mjs'
import { findVideos } from './moving.mjs'
import { addStyles, collectShadowRoots, findAll, isInView } from './roots.mjs'

/** @import { PrepareOptions } from '../types.mjs' */

/** Animated images keep their first frame. */
const stillImages = '* { image-animation: stopped !important }'

export function stopImages() {
  addStyles(stillImages)
}

/** @param {PrepareOptions} options */
export async function prepare(options) {
  collectShadowRoots()
  // #if hide_cookie_banners
  await hideBanners(options.banners)
  // #endif
  const deadline = readClock() + options.limit
  const isLate = () => readClock() > deadline
  // Again, as the page may have dropped the first. A caret blinks.
  const hidden = options.hidden.join() || ':not(*)'
  addStyles(`${stillImages} * { caret-color: transparent !important } ${hidden} { opacity: 0 !important }`)
  // A fragment may be scrolled to smoothly.
  for (let last = location.hash ? -1 : 0; last !== scrollY && !isLate(); await wait(100)) last = scrollY
  // #if area
  if (options.scrolls) await scrollThrough(isLate)
  // #endif

  const images = () => findImages(options.allImages)
  const isLoading = () => images().some(({ complete }) => !complete) || findVideos().some(isStarting)
  do {
    await nextFrame()
    await nextFrame()
    if (options.allImages) for (const image of images()) image.loading = 'eager'
  } while (isLoading() && !isLate())
  const decoding = Promise.allSettled(images().map(image => image.decode()))
  const areDecoded = await Promise.race([decoding, wait(isLate() ? 0 : options.limit)])
  const haveFonts = await Promise.race([document.fonts.ready, wait(options.limit)])
  return { hasImages: areDecoded !== undefined && !isLoading(), hasFonts: haveFonts !== undefined }
}
// #if area

/** Screen by screen, for content that is added when it comes into view. @param {() => boolean} isLate */
async function scrollThrough(isLate) {
  addStyles('* { scroll-snap-type: none !important }')
  for (let top = 0; top < document.documentElement.scrollHeight && !isLate(); top += innerHeight) {
    scrollTo({ top, behavior: 'instant' })
    await nextFrame()
    // Pages throttle the events of scrolling.
    await wait(100)
  }
  scrollTo({ top: 0, behavior: 'instant' })
  await wait(500)
}
// #endif

/** @param {boolean} isAll also outside the window */
function findImages(isAll) {
  const images = findAll('img').filter(element => element instanceof HTMLImageElement)
  return isAll ? images : images.filter(isInView)
}

/** @param {HTMLVideoElement} video */
function isStarting({ autoplay, readyState, networkState }) {
  return (
    autoplay && readyState < HTMLMediaElement.HAVE_FUTURE_DATA && networkState === HTMLMediaElement.NETWORK_LOADING
  )
}
