// From loaded to ready: hides what CONFIG names, and waits for images, videos and fonts.
import { nextFrame, readClock, wait } from '../worker/browser-time.mjs'
import { hideBanners } from './banners.mjs'
import { findVideos } from './moving.mjs'
import { addStyles, collectShadowRoots, findAll, isInView } from './roots.mjs'

/** @import { PrepareOptions } from '../types.mjs' */

/** CSS with which animated images keep their first frame. */
export const stillImages = '* { image-animation: stopped !important }'

/** @param {PrepareOptions} options */
export async function prepare(options) {
  collectShadowRoots()
  // #if hide_cookie_banners
  await hideBanners(options.banners)
  // #endif
  const deadline = readClock() + options.limit
  const isLate = () => readClock() > deadline
  // Still images again, as the page may have dropped the first rule. A caret blinks.
  const hidden = options.hidden.map(selector => `${selector} { opacity: 0 !important }`)
  addStyles([stillImages, '* { caret-color: transparent !important }', ...hidden].join(' '))
  // #if film
  await waitForScrolling(isLate)
  // #endif

  const isLoading = () => findImages().some(({ complete }) => !complete) || findVideos().some(isStarting)
  do {
    await nextFrame()
    await nextFrame()
    // #if all_images
    for (const image of findImages()) image.loading = 'eager'
    // #endif
  } while (isLoading() && !isLate())
  const decoding = Promise.allSettled(findImages().map(image => image.decode()))
  const areDecoded = await Promise.race([decoding, wait(isLate() ? 0 : options.limit)])
  const haveFonts = await Promise.race([document.fonts.ready, wait(options.limit)])
  return { hasImages: areDecoded !== undefined && !isLoading(), hasFonts: haveFonts !== undefined }
}

// #if film

/** A fragment of the address may be scrolled to smoothly. @param {() => boolean} isLate */
async function waitForScrolling(isLate) {
  let last = location.hash ? -1 : 0
  while (last !== scrollY && !isLate()) {
    last = scrollY
    await wait(100)
  }
}
// #endif

function findImages() {
  return (
    findAll('img')
      .filter(element => element instanceof HTMLImageElement)
      // #if !all_images
      .filter(isInView)
    // #endif
  )
}

/** @param {HTMLVideoElement} video */
function isStarting({ autoplay, readyState, networkState }) {
  return (
    autoplay && readyState < HTMLMediaElement.HAVE_FUTURE_DATA && networkState === HTMLMediaElement.NETWORK_LOADING
  )
}
