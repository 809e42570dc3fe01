// Frames of other sites outside the window: Chromium leaves them out of a picture of the page, so each is scrolled to,
// and covered by a picture of it.
import { callInPage } from './agent.mjs'
import { findWindow, takePicture, takePng, takeSteadily } from './camera.mjs'

/** @import { CssBox } from '../page/frame-pictures.mjs' */
/** @import { Still } from './still.mjs' */
/** @import { Area } from './types.mjs' */

/** Parts of frames are shown in this part of the window: headers may stay above it. */
const [clearTop, clearBottom] = [0.2, 0.8]

/** @param {Still} still @param {Area} area of the picture, device px */
export async function showDistantFrames({ page, session }, area) {
  const window = await findWindow(session)
  const isInArea = (/** @type {CssBox} */ { left, top, right, bottom }) =>
    (window.x + left) * window.scale < area.x + area.width &&
    (window.x + right) * window.scale > area.x &&
    (window.y + top) * window.scale < area.y + area.height &&
    (window.y + bottom) * window.scale > area.y
  const { frames, windowHeight } = await callInPage(page, 'findDistantFrames')
  const partHeight = (clearBottom - clearTop) * windowHeight
  let parts = frames
    .filter(isInArea)
    .flatMap(frame => splitBox(frame, partHeight))
    .filter(isInArea)
    .sort((one, other) => one.top - other.top)
  for (let [first] = parts; first; [first] = parts) {
    const top = await callInPage(page, 'scrollPage', first.top - clearTop * windowHeight)
    const shown = parts.filter(part => part === first || part.bottom <= top + clearBottom * windowHeight)
    await takeSteadily(() => takePicture(session, { format: 'jpeg', optimizeForSpeed: true }))
    const { x, y, scale } = await findWindow(session)
    for (const part of shown) {
      // Whole device px.
      const box = {
        left: Math.floor(part.left * scale) / scale,
        top: Math.floor(part.top * scale) / scale,
        right: Math.ceil(part.right * scale) / scale,
        bottom: Math.ceil(part.bottom * scale) / scale,
      }
      const view = { x: x + box.left, y: y + box.top - top, scale }
      const width = Math.round((box.right - box.left) * scale)
      const picture = await takePng(session, view, { width, height: Math.round((box.bottom - box.top) * scale) })
      await callInPage(page, 'coverWithPicture', box, picture.toString('base64'))
    }
    parts = parts.filter(part => !shown.includes(part))
  }
  await callInPage(page, 'scrollPage', 0)
}

/** @param {CssBox} box @param {number} maxHeight @returns {CssBox[]} */
function splitBox({ top, bottom, ...sides }, maxHeight) {
  const count = Math.ceil((bottom - top) / maxHeight)
  return Array.from({ length: count }, (_, index) => ({
    ...sides,
    top: top + index * maxHeight,
    bottom: Math.min(bottom, top + (index + 1) * maxHeight),
  }))
}
