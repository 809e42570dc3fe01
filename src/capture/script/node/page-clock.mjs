// The page-clock engine: the script moves all time of the page; any Chromium takes the pictures.
import { fixWindow, takePicture } from './camera.mjs'
import { frameFormat } from './encoder.mjs'
import { warnLate } from './film-clock.mjs'
import { findMarquees } from './marquees.mjs'
import { emulatedWindow, scaleFlag } from './window.mjs'

/** @import { Engine } from './types.mjs' */

/** @type {Engine} */
export const pageClock = {
  name: 'page-clock',
  // With the browser's own scale, positions between CSS px are device px. Images are decoded in time.
  browserArguments: () => [scaleFlag(), '--disable-checker-imaging'],
  windowOptions: emulatedWindow,

  async open({ session, images, clock, network }) {
    await fixWindow(session)

    /** @param {number} time @param {number | null} [progress] */
    async function pass(time, progress) {
      if (network.hasRequests()) await network.settle()
      const moved = await clock.moveTo(time, progress)
      warnLate(moved)
      if (moved.hasNewMarquees) await findMarquees(session)
      if (network.hasRequests()) await network.settle()
    }

    return async () => {
      await images.showFrames(-1)
      return {
        pass,
        async take(time, progress) {
          await pass(time, progress)
          await images.showFrames(time)
          return takePicture(session, frameFormat, 5000)
        },
      }
    }
  },
}
