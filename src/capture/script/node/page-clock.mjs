// The page-clock engine: the page gets a clock that the script advances; any Chromium takes the pictures.
import { fixWindow, takePicture } from './camera.mjs'
import { frameFormat } from './encoder.mjs'
import { warnLate } from './film-clock.mjs'
import { createScroller } from './scroll.mjs'
import { emulatedWindow, scaleFlag } from './window.mjs'

/** @import { Engine } from './types.mjs' */

/** @type {Engine} */
export const pageClock = {
  // With the browser's own scale, positions between CSS px are device px. Images are decoded in time.
  browserArguments: () => [scaleFlag(), '--disable-checker-imaging'],
  windowOptions: emulatedWindow,
  agentSettings: {
    page: { clock: 'virtual', frames: 'browser', awaitsPaint: true },
    worker: { clock: 'virtual', frames: 'browser', awaitsPaint: true },
  },

  async open({ page, session, images, clock }) {
    await fixWindow(session)
    // #if scroll
    const scrollTo = createScroller(page)
    // #endif
    return async () => async (time, progress) => {
      // #if scroll
      if (progress !== null) await scrollTo(progress)
      // #endif
      warnLate(await clock.moveTo(time))
      await images.showFrames(time)
      return takePicture(session, frameFormat, 5000)
    }
  },
}
