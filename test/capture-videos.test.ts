// Videos in captured pages: a picture waits until each visible video presents its frame, however late.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t from 'tap'
import { keepFrames } from '../src/capture/template/frames.mjs'
import { leadEarly, leadVideos, moveTo, takeLead } from '../src/capture/template/motion.mjs'
import { warn } from '../src/capture/template/progress.mjs'
import { setStage } from '../src/capture/template/stage.mjs'
import { makeMedia } from './fixtures/capture/coded/media.ts'
import { serveClocks } from './fixtures/capture/coded/serve.ts'
import { openBrowser } from './helpers/browser.ts'
import { ffmpegPath, needs } from './helpers/tools.ts'

const tools = needs('chromium', 'ffmpeg')
t.setTimeout(300_000)

/** Delays the callbacks of new video frames, as on a busy machine. */
const holdNews = `const ask = HTMLVideoElement.prototype.requestVideoFrameCallback
  window.free = new Promise(resolve => { window.release = resolve })
  HTMLVideoElement.prototype.requestVideoFrameCallback = function (told) {
    return ask.call(this, (...news) => window.free.then(() => told(...news)))
  }`

/** Polls until no video is seeking, and the given number of times more. */
async function answersOf(page: Page, time: number, asks: number): Promise<string[]> {
  while ((await moveTo(page, time)).includes('seeking'));
  const answers: string[] = []
  for (let ask = 0; ask < asks; ask += 1) {
    answers.push(await moveTo(page, time))
    await page.waitForTimeout(20)
  }
  return answers
}

t.test('a picture waits for the videos of a page', tools, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'videos-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  await makeMedia(ffmpegPath ?? '', folder, 5)
  const host = await serveClocks(folder)
  const browser = await openBrowser(t)
  t.teardown(host.close)
  const open = async (script: string, clock: string) => {
    const context = await browser.newContext({ viewport: { width: 400, height: 200 } })
    await context.addInitScript(script)
    await setStage(context, [keepFrames, takeLead, leadVideos])
    const page = await context.newPage()
    await page.goto(host.address([clock]))
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 1) > 0.1)
    return page
  }

  t.test('as long as their frame callbacks are delayed', async t => {
    const page = await open(holdNews, 'H.264, 60 a second')
    t.strictSame([...new Set(await answersOf(page, 0, 30))], ['coming'])
    await page.evaluate('release()')
    t.strictSame(await answersOf(page, 0, 3), ['', '', ''])
  })

  t.test('and then shows exactly the frame of its time', async t => {
    const page = await open('', 'H.264, 60 a second')
    await leadEarly(page)
    for (let time = 0; time < 500; time += 50) {
      while ((await moveTo(page, time)).includes('ing')) await page.waitForTimeout(5)
      const [wanted, from, until] = await page.evaluate(() => {
        const [video = document.createElement('video')] = document.querySelectorAll('video')
        const frame = new VideoFrame(video)
        const end = frame.timestamp + (frame.duration ?? 0)
        frame.close()
        return [video.currentTime * 1e6, frame.timestamp, end]
      })
      t.ok(from <= wanted && wanted < until, `${wanted} µs within ${from} and ${until}`)
    }
  })

  t.test('but not for a video in an iframe that is not painted', async t => {
    const page = await open('', 'H.264, 60 a second')
    const address = host.address(['VP9, 25 a second'])
    await page.evaluate(address => {
      const frame = document.createElement('iframe')
      Object.assign(frame, { src: address, style: 'display: none' })
      document.body.append(frame)
      return new Promise(resolve => frame.addEventListener('load', resolve))
    }, address)
    const inner = page.frames()[1]
    await inner?.evaluate(() => document.querySelector('video')?.play())
    await inner?.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 1) > 0.1, null, { polling: 20 })
    t.equal((await answersOf(page, 0, 30)).at(-1), '')
    t.ok(await inner?.evaluate(() => document.querySelector('video')?.paused), 'though it is led')
  })
})

t.test('prints a warning once', async t => {
  const written = t.capture(process.stderr, 'write')
  for (const message of ['a', 'b', 'a']) warn(message)
  t.strictSame(
    written().map(({ args }) => args[0]),
    ['warning: a\n', 'warning: b\n'],
  )
})
