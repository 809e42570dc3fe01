// puppeteer-capture: frames on demand in a headless shell. It wants one by the name that Google gives it.
import { symlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { capture, launch } from 'puppeteer-capture'
import { order, settled, switches } from './order.mjs'

const shell = `${order.output}-chrome-headless-shell`
symlinkSync(order.shell, shell)
const browser = await launch({
  executablePath: shell,
  args: switches,
  defaultViewport: { width: order.width, height: order.height, deviceScaleFactor: order.scale },
})
const page = await browser.newPage()
const recorder = await capture(page, { fps: order.fps, ffmpeg: order.ffmpeg })
await page.goto(order.address)
await delay(settled)
await recorder.start(`${order.output}.mp4`)
await recorder.waitForTimeout(order.seconds * 1000)
await recorder.stop()
await recorder.detach()
await browser.close()
