// From loaded to ready: what is to be hidden, images that load late, and videos that start.
import { hasOverlays } from '../features.mjs'
import { nextFrame, readClock } from '../worker/browser-time.mjs'
import { hideOverlays } from './overlays.mjs'
import { addStyles, collectShadowRoots, findVideos } from './roots.mjs'

/**
 * @typedef {object} PrepareOptions
 * @property {readonly string[]} hidden selectors of elements to hide
 * @property {readonly string[] | undefined} [banners] selectors of consent banners
 * @property {boolean | undefined} [hidesOverlays]
 */

/** False in a sandbox, for example: the browser runs what this script asks for, but calls nothing back. */
export const hasScripts = !matchMedia('(scripting: none)').matches
/** Animated images keep their first frame, and no caret blinks. */
export const stillRules = '* { image-animation: stopped !important; caret-color: transparent !important }'

/** Longest wait for the start of videos. */
const startMs = 10_000

/** @param {PrepareOptions} options @returns true: an answer */
export async function prepare(options) {
  collectShadowRoots()
  if (hasOverlays && options.banners) hideOverlays(options.banners, options.hidesOverlays === true)
  // The page may have dropped the first rule.
  addStyles(stillRules)
  addStyles(options.hidden.map(selector => `${selector} { opacity: 0 !important }`).join(' '))

  // In the second frame, what the rules show has begun to load.
  await nextFrame()
  await nextFrame()
  // To others the browser would not tell when more of a video is there.
  const deadline = readClock() + (hasScripts ? startMs : 0)
  while (findVideos().some(isStarting) && readClock() < deadline) await nextFrame()
  return true
}

/** @param {HTMLVideoElement} video */
function isStarting({ autoplay, readyState, networkState }) {
  const isLoading = networkState === HTMLMediaElement.NETWORK_LOADING
  return autoplay && isLoading && readyState < HTMLMediaElement.HAVE_FUTURE_DATA
}
