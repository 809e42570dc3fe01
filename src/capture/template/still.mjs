// A section of the capture script: a still picture.
import fs from 'node:fs'
import { emulatedWindow, openCamera } from './camera.mjs'
import { fail } from './failure.mjs'
import { leadAnimations, leadDrawings, leadVideos, watchVideos } from './motion.mjs'
import { giveCue } from './stage.mjs'

/** @import { Config, Page, Stage, Start, Way } from './types.d.ts' */

// --- A still picture

/** @type {Way} */
const still = {
  args: () => ['--enable-blink-features=CSSImageAnimation'],
  window: emulatedWindow,
  parts: [endMotion, leadAnimations, leadDrawings, watchVideos, leadVideos],
  open: async (page, config) => async () => {
    await giveCue(page, 'end')
    const camera = await openCamera(page, config)
    const { full_page } = config.options
    const height = full_page ? await wholeHeight(page, config) : undefined
    return () => camera({ format: 'png', captureBeyondViewport: full_page }, height)
  },
}

/**
 * @param {Start} start
 * @param {Config} config
 * @param {string} output
 */
async function takeStill(start, { options, output_size }, output) {
  const takePicture = await start()
  const png = await takePicture(0)
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  checkSame(sizeOf(size), sizeOf(options.full_page ? { ...output_size, height: size.height } : output_size))
  fs.writeFileSync(`${output}.part`, png)
  return { ...size, frames: 1, fps: null }
}

/**
 * @param {Page} page
 * @param {Config} config
 */
async function wholeHeight(page, { viewport }) {
  const height = await page.evaluate(() => Math.max(document.documentElement.scrollHeight, innerHeight))
  const pixels = Math.floor(height * viewport.deviceScaleFactor)
  if (pixels > 32_767) fail('override', `CONFIG.options.full_page: ${pixels} px are too high, the most is 32767`)
  return pixels / viewport.deviceScaleFactor
}

/** @param {{ width: number, height: number }} size */
const sizeOf = ({ width, height }) => `${width} × ${height} px`

/**
 * @param {string} made
 * @param {string} asked
 */
function checkSame(made, asked) {
  if (made !== asked) fail('encoding', `The result has ${made}, CONFIG asks for ${asked}`)
}

/**
 * @param {Stage} stage
 */
function endMotion(stage) {
  stage.cues.end.push(() => stage.style('*, ::before, ::after { image-animation: stopped !important }'))
  stage.lead = ({ find, isMoving, end }) => {
    stage.cues.end.push(async () => {
      for (let round = 0; round < 20 && find().some(isMoving); round += 1) {
        for (const thing of find().filter(isMoving)) await end(thing)
        await stage.frame()
      }
    })
  }
}

export { checkSame, sizeOf, still, takeStill }
