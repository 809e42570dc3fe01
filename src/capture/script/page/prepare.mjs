// From loaded to ready: waits for images, videos and fonts.
import { hasOverlays } from '../features.mjs'
import { nextFrame, readClock, wait } from '../worker/browser-time.mjs'
import { hideBanners } from './banners.mjs'
import { findVideos } from './moving.mjs'
import { hideOverlays } from './overlays.mjs'
import { addStyles, collectShadowRoots, findAll, isInView } from './roots.mjs'

/** @import { PrepareOptions } from '../types.mjs' */

/** False in a sandbox, for example: the browser runs what this script asks for, but calls nothing back. */
export const hasScripts = !matchMedia('(scripting: none)').matches
/** Animated images keep their first frame, and no caret blinks. */
export const stillRules = '* { image-animation: stopped !important; caret-color: transparent !important }'

/** @param {PrepareOptions} options @returns whether images, videos and fonts are ready */
export async function prepare(options) {
  collectShadowRoots()
  if (hasOverlays) {
    if (options.banners) await hideBanners(options.banners)
    if (options.hidesOverlays) hideOverlays()
  }
  const deadline = readClock() + options.limit
  // The page may have dropped the first rule.
  addStyles(stillRules)
  addStyles(options.hidden.map(selector => `${selector} { opacity: 0 !important }`).join(' '))

  // In the second frame, all that is in view has begun to load.
  await nextFrame()
  await nextFrame()
  const images = findAll('img').filter(element => element instanceof HTMLImageElement)
  if (options.showsAll) for (const image of images) image.loading = 'eager'
  // The browser has loaded what it shows, and would not tell when more of it is ready.
  if (!hasScripts) return true
  const loading = images.filter(image => image.loading === 'eager' || isInView(image))
  const ready = Promise.allSettled([
    document.fonts.ready,
    ...loading.map(image => image.decode()),
    ...findVideos().map(video => waitForStart(video, deadline)),
  ])
  return Promise.race([ready.then(() => true), wait(options.limit).then(() => false)])
}

/** @param {HTMLVideoElement} video @param {number} deadline */
async function waitForStart(video, deadline) {
  const isStarting = () => video.autoplay && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA
  const isLoading = () => video.networkState === HTMLMediaElement.NETWORK_LOADING
  while (isStarting() && isLoading() && readClock() < deadline) await nextFrame()
}
