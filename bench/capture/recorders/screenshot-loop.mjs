// What one writes first: a screenshot after the other, piped to ffmpeg at the rate that was asked.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromium } from 'playwright-core'
import { order, settled, switches } from './order.mjs'

const browser = await chromium.launch({ executablePath: order.chromium, args: switches })
const page = await browser.newPage({
  viewport: { width: order.width, height: order.height },
  deviceScaleFactor: order.scale,
})
await page.goto(order.address)
await page.waitForTimeout(settled)
const words = ['-v', 'error', '-y', '-f', 'image2pipe', '-framerate', `${order.fps}`, '-i', 'pipe:0']
const film = ['-c:v', 'libx264', '-preset', 'fast', '-crf', '17', '-pix_fmt', 'yuv420p', `${order.output}.mp4`]
const ffmpeg = spawn(order.ffmpeg, [...words, ...film], { stdio: ['pipe', 'inherit', 'inherit'] })
for (let frame = 0; frame < order.fps * order.seconds; frame++) {
  const picture = await page.screenshot({ type: 'jpeg', quality: 100, timeout: 0 })
  if (!ffmpeg.stdin.write(picture)) await once(ffmpeg.stdin, 'drain')
}
ffmpeg.stdin.end()
await once(ffmpeg, 'close')
await browser.close()
