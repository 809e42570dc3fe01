// A section of the capture script: a screenshot.
import fs from 'node:fs'
import { emulatedWindow, openCamera } from './camera.mjs'
import { fail } from './failure.mjs'
import { leadAnimations, leadDrawings, videoParts } from './motion.mjs'
import { joinPngs } from './png.mjs'
import { giveCue } from './stage.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { Area, Camera, Config, Shot, Stage, Way } from './types.mjs' */

// --- A screenshot

/** @type {Way} */
const still = {
  args: () => ['--enable-blink-features=CSSImageAnimation'],
  window: emulatedWindow,
  parts: [endMotion, leadAnimations, leadDrawings, ...videoParts],
}

/** Device px. Chromium paints at most 16,384 at once, and smaller parts faster. */
const [tileHeight, maxHeight] = [8192, 65_535]

/** @param {Page} page @param {Config} config @param {string} output */
async function takeStill(page, config, output) {
  const { options, output_size } = config
  await giveCue(page, 'end')
  const { takePicture, freeze } = await openCamera(page, config)
  const part = `${output}.part`
  if (!options.full_page && options.selector === null) {
    const [x = 0, y = 0] = await page.evaluate(() => [scrollX, scrollY])
    const scale = config.viewport.deviceScaleFactor
    const picture = await takePicture(png, { x: x * scale, y: y * scale, ...output_size })
    fs.writeFileSync(part, picture)
    const size = { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }
    checkSame(sizeOf(size), sizeOf(output_size))
    return { ...size, frames: 1, fps: null }
  }
  const area = options.selector === null ? await wholePage(page, config) : await elementArea(page, config)
  if (area.height > maxHeight) {
    fail('override', `The page is ${area.height} px high, the most is ${maxHeight}: set a smaller deviceScaleFactor`)
  }
  await freeze()
  await joinPngs(part, area, takeTiles(takePicture, area))
  return { width: area.width, height: area.height, frames: 1, fps: null }
}

/** @type {Shot} */
const png = { format: 'png' }

/** @param {Camera['takePicture']} takePicture @param {Area} area */
async function* takeTiles(takePicture, { x, y, width, height }) {
  for (let top = 0; top < height; top += tileHeight) {
    const tile = { x, y: y + top, width, height: Math.min(tileHeight, height - top) }
    yield await takePicture({ ...png, captureBeyondViewport: true }, tile)
  }
}

/** @param {Page} page @param {Config} config @returns {Promise<Area>} */
async function wholePage(page, { viewport, output_size }) {
  const height = await page.evaluate(() => Math.max(document.documentElement.scrollHeight, innerHeight))
  return { x: 0, y: 0, width: output_size.width, height: Math.floor(height * viewport.deviceScaleFactor) }
}

/**
 * The box of an element, with the page scrolled to its top, where headers that stay in view do not cover it.
 * @param {Page} page
 * @param {Config} config
 * @returns {Promise<Area>}
 */
async function elementArea(page, { viewport, options, timeouts }) {
  const element = page.locator(`css=${options.selector}`).first()
  const box = await element
    .evaluate(
      found => {
        found.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
        scrollTo({ top: 0, left: 0, behavior: 'instant' })
        const { left, top, right, bottom } = found.getBoundingClientRect()
        return [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY]
      },
      undefined,
      { timeout: timeouts.settle_ms },
    )
    .catch(() => fail('navigation', `There is no ${options.selector} on the page`))
  const scale = viewport.deviceScaleFactor
  const [left = 0, top = 0] = box.slice(0, 2).map(side => Math.max(0, Math.floor(side * scale + 0.01)))
  const [right = 0, bottom = 0] = box.slice(2).map(side => Math.ceil(side * scale - 0.01))
  const area = { x: left, y: top, width: right - left, height: bottom - top }
  if (area.width * area.height < 1) fail('navigation', `${options.selector} has no size on the page`)
  return area
}

/** @param {{ width: number, height: number }} size */
const sizeOf = ({ width, height }) => `${width} × ${height} px`

/** @param {string} made @param {string} asked */
function checkSame(made, asked) {
  if (made !== asked) fail('encoding', `The result has ${made}, CONFIG asks for ${asked}`)
}

/** @param {Stage} stage */
function endMotion(stage) {
  stage.cues.end.push(() => stage.style('*, ::before, ::after { image-animation: stopped !important }'))
  stage.cues.freeze.push(() => stage.style('*, ::before, ::after { transition: none !important }'))
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
