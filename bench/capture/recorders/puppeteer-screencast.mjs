// Puppeteer's page.screencast.
import { setTimeout as delay } from 'node:timers/promises'
import puppeteer from 'puppeteer-core'
import { order, settled, switches } from './order.mjs'

const browser = await puppeteer.launch({
  executablePath: order.chromium,
  args: switches,
  defaultViewport: { width: order.width, height: order.height, deviceScaleFactor: order.scale },
})
const page = await browser.newPage()
await page.goto(order.address)
await delay(settled)
const recorder = await page.screencast({ path: `${order.output}.webm`, ffmpegPath: order.ffmpeg, fps: order.fps })
await delay(order.seconds * 1000)
await recorder.stop()
await browser.close()
