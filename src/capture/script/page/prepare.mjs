// From loaded to ready: hides what CONFIG names, and waits for images, videos and fonts.
import { nextFrame, readClock, wait } from '../worker/browser-time.mjs'
import { hideBanners } from './banners.mjs'
import { findVideos } from './moving.mjs'
import { addStyles, collectShadowRoots, findAll, isInView } from './roots.mjs'

/** @import { PrepareOptions } from '../types.mjs' */

/** Animated images keep their first frame, and no caret blinks. */
export const stillRules = '* { image-animation: stopped !important; caret-color: transparent !important }'

/** @param {PrepareOptions} options @returns whether images and fonts are ready */
export async function prepare(options) {
  collectShadowRoots()
  // #if hide_cookie_banners
  await hideBanners(options.banners)
  // #endif
  const deadline = readClock() + options.limit
  const isLate = () => readClock() > deadline
  // The page may have dropped the first rule.
  addStyles(stillRules)
  // #if hide_selectors
  addStyles(options.hidden.map(selector => `${selector} { opacity: 0 !important }`).join(' '))
  // #endif
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
  const decoding = Promise.allSettled([document.fonts.ready, ...findImages().map(image => image.decode())])
  const decoded = await Promise.race([decoding, wait(isLate() ? 0 : options.limit)])
  return decoded !== undefined && !isLoading()
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
