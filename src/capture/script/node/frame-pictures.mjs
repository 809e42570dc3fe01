// Frames of other sites outside the window: Chromium leaves them out of a picture of the page, so each is scrolled to,
// and covered by a picture of it.
import { callInPage } from './agent.mjs'
import { findWindow, takePng, takeSteadily } from './camera.mjs'

/** @import { CssBox } from '../types.mjs' */
/** @import { Still } from './still.mjs' */
/** @import { Area } from './types.mjs' */

/** Most of the window that one picture shows: headers may stay above it. */
const partShare = 0.6

/** @param {Still} still @param {Area} area of the picture, device px */
export async function showDistantFrames({ page, session }, area) {
  const window = await findWindow(session)
  const isInArea = (/** @type {CssBox} */ { left, top, right, bottom }) =>
    (window.x + left) * window.scale < area.x + area.width &&
    (window.x + right) * window.scale > area.x &&
    (window.y + top) * window.scale < area.y + area.height &&
    (window.y + bottom) * window.scale > area.y
  const { frames, windowHeight } = await callInPage(page, 'findDistantFrames')
  for (const frame of frames.filter(isInArea)) {
    const partHeight = windowHeight * partShare
    for (let { top } = frame; top < frame.bottom; top += partHeight) {
      await coverPart(top, Math.min(frame.bottom, top + partHeight), frame)
    }
  }
  await callInPage(page, 'scrollPage', 0)

  /** @param {number} top @param {number} bottom @param {CssBox} frame */
  async function coverPart(top, bottom, { left, right }) {
    const scrolled = await callInPage(page, 'scrollPage', (top + bottom - windowHeight) / 2)
    const { x, y, scale } = await findWindow(session)
    // Whole device px.
    const box = {
      left: Math.floor(left * scale) / scale,
      top: Math.floor(top * scale) / scale,
      right: Math.ceil(right * scale) / scale,
      bottom: Math.ceil(bottom * scale) / scale,
    }
    const size = {
      width: Math.round((box.right - box.left) * scale),
      height: Math.round((box.bottom - box.top) * scale),
    }
    const view = { x: x + box.left, y: y + box.top - scrolled, scale }
    const picture = await takeSteadily(() => takePng(session, view, size))
    await callInPage(page, 'coverWithPicture', box, picture.toString('base64'))
  }
}
