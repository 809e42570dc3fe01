// The plainest loop over the protocol: Page.captureScreenshot as JPEG, with the encoder of our films. Tells of every frame.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { chromium } from 'playwright-core'
import { order, switches } from './order.mjs'

const browser = await chromium.launch({ executablePath: order.shell, args: switches })
const viewport = { width: order.width, height: order.height }
const page = await browser.newPage({ viewport, deviceScaleFactor: order.scale })
await page.goto(order.address)
const session = await page.context().newCDPSession(page)
await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: order.scale, mobile: false })
const words = ['-v', 'error', '-y', '-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', `${order.fps}`, '-i', 'pipe:0']
const filter =
  'scale=in_color_matrix=bt601:in_range=pc:out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int'
const film = ['-c:v', 'libx264', '-preset', 'fast', '-crf', '17', `${order.output}.mp4`]
const ffmpeg = spawn(order.ffmpeg, [...words, '-vf', `${filter},format=yuv420p`, ...film], {
  stdio: ['pipe', 'inherit', 'inherit'],
})
const frames = order.fps * order.seconds
for (let frame = 1; frame <= frames; frame++) {
  const how = { format: 'jpeg', quality: 100, optimizeForSpeed: true }
  const { data } = await session.send('Page.captureScreenshot', how)
  if (!ffmpeg.stdin.write(Buffer.from(data, 'base64'))) await once(ffmpeg.stdin, 'drain')
  process.stderr.write(`${frame} of ${frames} frames\n`)
}
ffmpeg.stdin.end()
await once(ffmpeg, 'close')
await browser.close()
