// timecut: overwritten clocks of the page, a screenshot a frame, pictures piped to ffmpeg.
import timecut from 'timecut'
import { order, settled, switches } from './order.mjs'

await timecut({
  url: order.address,
  viewport: { width: order.width, height: order.height, deviceScaleFactor: order.scale },
  fps: order.fps,
  duration: order.seconds,
  output: `${order.output}.mp4`,
  executablePath: order.chromium,
  launchArguments: switches,
  ffmpegPath: order.ffmpeg,
  startDelay: settled / 1000,
  pipeMode: true,
  screenshotType: 'jpeg',
  screenshotQuality: 1,
  quiet: true,
})
