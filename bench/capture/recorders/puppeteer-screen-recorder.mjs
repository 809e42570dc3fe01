// puppeteer-screen-recorder, with the Puppeteer that it asks for and the quality of our films.
import { setTimeout as delay } from 'node:timers/promises'
import puppeteer from 'puppeteer'
import { PuppeteerScreenRecorder } from 'puppeteer-screen-recorder'
import { order, settled, switches } from './order.mjs'

const browser = await puppeteer.launch({
  executablePath: order.chromium,
  args: switches,
  defaultViewport: { width: order.width, height: order.height, deviceScaleFactor: order.scale },
})
const page = await browser.newPage()
await page.goto(order.address)
await delay(settled)
const recorder = new PuppeteerScreenRecorder(page, {
  fps: order.fps,
  ffmpeg_Path: order.ffmpeg,
  videoFrame: { width: order.width * order.scale, height: order.height * order.scale },
  aspectRatio: '16:9',
  videoCrf: 17,
})
await recorder.start(`${order.output}.mp4`)
await delay(order.seconds * 1000)
await recorder.stop()
await browser.close()
