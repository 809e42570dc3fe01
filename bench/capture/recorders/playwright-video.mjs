// Playwright's recordVideo, at the size of the device pixels. Its own build of ffmpeg comes from a host that may be out of reach; the
// system's, put in the same place, takes the same words.
import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { order, settled, switches } from './order.mjs'

const home = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
const { browsers } = JSON.parse(readFileSync(join(home, 'browsers.json'), 'utf8'))
const { revision } = browsers.find(({ name }) => name === 'ffmpeg')
process.env.PLAYWRIGHT_BROWSERS_PATH = `${order.output}-tools`
const place = `${order.output}-tools/ffmpeg-${revision}`
mkdirSync(place, { recursive: true })
symlinkSync(order.ffmpeg, `${place}/ffmpeg-linux`)
const { chromium } = await import('playwright-core')

const size = { width: order.width * order.scale, height: order.height * order.scale }
const browser = await chromium.launch({ executablePath: order.chromium, args: switches })
const context = await browser.newContext({
  viewport: { width: order.width, height: order.height },
  deviceScaleFactor: order.scale,
  recordVideo: { dir: `${order.output}-video`, size },
})
const page = await context.newPage()
await page.goto(order.address)
await page.waitForTimeout(settled + order.seconds * 1000)
await context.close()
await browser.close()
const [film = ''] = readdirSync(`${order.output}-video`)
renameSync(`${order.output}-video/${film}`, `${order.output}.webm`)
