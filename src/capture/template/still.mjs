// ---- A still picture ----
import fs from 'node:fs'
import { openCamera } from './camera.mjs'
import { Failure } from './failure.mjs'
import { giveCue } from './stage.mjs'

/** @import { Config, Page, Result, Stage, Undo, Way } from './types.d.ts' */

/** @type {Way} */
export const still = {
  args: ['--enable-blink-features=CSSImageAnimation'],
  parts: [endAnimations, endDrawings, endPictures, endVideos],
}

/**
 * @param {Page} page
 * @param {Config} config
 * @param {string} output
 * @param {Undo} undo
 * @returns {Promise<Result>}
 */
export async function takeStill(page, config, output, undo) {
  await giveCue(page, 'end', undefined)
  const camera = await openCamera(page, config)
  const { full_page } = config.options
  const height = full_page ? await wholeHeight(page, config) : undefined
  const png = await camera({ format: 'png', captureBeyondViewport: full_page }, height)
  const size = { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
  checkSize(size, full_page ? { ...config.output_size, height: size.height } : config.output_size)
  const part = `${output}.part`
  undo.push(() => fs.rmSync(part, { force: true }))
  fs.writeFileSync(part, png)
  fs.renameSync(part, output)
  return { ...size, frames: 1, fps: null, duration: null }
}

/**
 * The height of the whole page in CSS px. Above 32,767 device px Chromium loses the bottom silently.
 * @param {Page} page
 * @param {Config} config
 */
async function wholeHeight(page, { viewport }) {
  const height = await page.evaluate(() => Math.max(document.documentElement.scrollHeight, innerHeight))
  const pixels = Math.floor(height * viewport.deviceScaleFactor)
  if (pixels <= 32_767) return pixels / viewport.deviceScaleFactor
  throw new Failure('override', `CONFIG.options.full_page: the page is ${pixels} px high, the most is 32767`)
}

/**
 * @param {{ width: number, height: number }} made
 * @param {{ width: number, height: number }} asked
 */
export function checkSize(made, asked) {
  if (made.width === asked.width && made.height === asked.height) return
  const [is, should] = [made, asked].map(({ width, height }) => `${width} × ${height}`)
  throw new Failure('encoding', `The result is ${is} px, CONFIG.output_size says ${should}`)
}

/**
 * What ends is moved to its end, what never ends to where it has not begun.
 * @param {Stage} stage
 */
function endAnimations({ roots, frame, cues }) {
  const moving = () =>
    [...roots]
      .flatMap(root => root.getAnimations())
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
  cues.end.push(async () => {
    // The end of one may start the next; a page that never stops starting them is left alone at last.
    for (let round = 0; round < 20 && moving().length > 0; round += 1) {
      for (const animation of moving()) {
        if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel()
        else animation.finish()
      }
      await frame()
    }
  })
}

/**
 * The same for animations of SVG: each drawing stands where the last one of those that end has ended.
 * @param {Stage} stage
 */
function endDrawings({ all, cues }) {
  /** @param {any} element */
  const endOf = element => {
    try {
      return element.getStartTime() + element.getSimpleDuration() * (element.getAttribute('repeatCount') ?? 1)
    } catch {
      return 0 // not an animation, or one that has not begun
    }
  }
  cues.end.push(() => {
    for (const svg of all('svg')) {
      const ends = [...svg.querySelectorAll('*')].map(endOf)
      svg.pauseAnimations()
      svg.setCurrentTime(Math.max(0, ...ends.filter(Number.isFinite)))
    }
  })
}

/**
 * Animated pictures (GIF, WebP) stand on their first frame.
 * @param {Stage} stage
 */
function endPictures({ style, cues }) {
  cues.end.push(() => style('*, ::before, ::after { image-animation: stopped !important }'))
}

/**
 * Videos stand on their first frame.
 * @param {Stage} stage
 */
function endVideos({ all, seek, cues }) {
  cues.end.push(async () => {
    for (const video of all('video')) {
      video.pause()
      await seek(video, 0)
    }
  })
}
