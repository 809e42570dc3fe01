// Frames of other sites outside the window: Chromium leaves them out of a picture of the page, so each is scrolled to,
// and covered by a picture of it.
import { callInPage } from './agent.mjs'
import { findWindow, takeClip, takePicture, takeSteadily } from './camera.mjs'

/** @import { CssBox } from '../page/frame-pictures.mjs' */
/** @import { Still } from './still.mjs' */
/** @import { Area } from './types.mjs' */

/** Parts of frames are shown in this part of the window: headers may stay above it. */
const [clearTop, clearBottom] = [0.2, 0.8]

/** @param {Still} still @param {Area} area of the picture, device px */
export async function showDistantFrames({ page, session }, area) {
  const { x, y, scale } = await findWindow(session)
  const isInArea = (/** @type {CssBox} */ { top, bottom }) =>
    (y + bottom) * scale > area.y && (y + top) * scale < area.y + area.height
  const { parts, windowHeight } = await callInPage(page, 'findDistantFrames', clearBottom - clearTop)
  let top = 0
  for (const part of parts.filter(isInArea)) {
    if (part.bottom > top + clearBottom * windowHeight) {
      top = await callInPage(page, 'scrollPage', part.top - clearTop * windowHeight)
      await takeSteadily(() => takePicture(session, { format: 'jpeg', optimizeForSpeed: true }))
    }
    // Whole device px.
    const corner = { left: Math.floor(part.left * scale), top: Math.floor(part.top * scale) }
    const width = Math.ceil(part.right * scale) - corner.left
    const height = Math.ceil(part.bottom * scale) - corner.top
    const view = { x: x + corner.left / scale, y: y + corner.top / scale, scale }
    const picture = await takeClip(session, view, { width, height }, { format: 'png' })
    await callInPage(page, 'coverWithPicture', corner, { width, height }, scale, picture.toString('base64'))
  }
  await callInPage(page, 'scrollPage', 0)
}
