// Pictures and films that the service takes, in the playground: of the page that is open, of any other one, and where there are none.
import { createServer } from 'node:http'
import sharp from 'sharp'
import t from 'tap'
import { savedFile } from './helpers/browser.ts'
import { listen } from './helpers/loopback.ts'
import { sharePlayground } from './helpers/playground.ts'
import { startService } from './helpers/service.ts'
import { chromiumPath, needs } from './helpers/tools.ts'
import { findViolations, measureOverflow, until } from './helpers/web-pages.ts'

const settings = { TRUST_PROXY: 'loopback', RENDER_SANDBOX: '0', CHROMIUM_PATH: chromiumPath ?? '' }
const chromium = needs('chromium')
const shown = 'document.querySelector("#render-file img")?.naturalWidth > 0'

t.test('where the service takes pictures', { ...chromium }, async t => {
  const open = sharePlayground(t, await startService(t, { ...settings, RENDER: 'on', RENDER_CONCURRENCY: '1' }))
  const site = createServer(({ url }, response) => {
    response.writeHead(url === '/missing' ? 404 : 200, { 'content-type': 'text/html' })
    response.end('<title>t</title><body style="background:#6D28D9"><h1>Any page</h1>')
  })
  const { url: origin } = await listen(t, site)

  t.test('one click stores the open page and shows its picture in 4K, which can be downloaded', async t => {
    const { page, useSample, complaints } = await open()
    await useSample('dusk')
    await page.click('#take-page')
    await until(page, shown)
    t.match(await page.innerText('#render-status'), /^3840 × 2160 px, \d+\.\d MB$/)
    t.same(await findViolations(page), [])
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#render-save a')])
    t.equal(download.suggestedFilename(), 'page.png')
    const file = await sharp(await savedFile(t, download)).metadata()
    t.match(file, { format: 'png', width: 3840, height: 2160 })
    await page.setViewportSize({ width: 390, height: 800 })
    t.equal(await measureOverflow(page), 0)
    await page.click('#render-close')
    t.same(complaints, [])
  })

  t.test('takes any page with the options of the form', async t => {
    const { page, useSample } = await open()
    await useSample('citrus')
    await page.click('summary:text("More options")')
    await page.fill('#target', `${origin}/any`)
    await page.selectOption('#output', 'jpeg')
    await page.selectOption('#size', '1920 1080 1')
    await page.click('#take')
    await until(page, shown)
    t.match(await page.innerText('#render-status'), /^1920 × 1080 px/)
    t.equal(await page.getAttribute('#render-save a', 'download'), 'page.jpeg')
    await page.click('#render-close')

    await page.fill('#target', `${origin}/missing`)
    await page.click('#take')
    await page.waitForSelector('#render .notice')
    t.match(await page.innerText('#render .notice'), /The page cannot be opened\s+The page answered 404/)
    await page.click('#render-close')
  })

  t.test('records a film, and shows how much of it is recorded', { ...needs('ffmpeg') }, async t => {
    const { page, useSample } = await open()
    await useSample('citrus')
    await page.click('summary:text("More options")')
    await page.fill('#target', `${origin}/film`)
    await page.selectOption('#output', 'mp4')
    await page.selectOption('#size', '1920 1080 1')
    await page.fill('#duration', '1')
    await page.selectOption('#fps', '24')
    t.equal(await page.innerText('#take'), 'Record the video')
    await page.click('#take')
    // A fast machine may have recorded it before the first look at its progress.
    const isShown = 'document.querySelector("#render-file video")?.videoWidth === 1920'
    await until(page, `document.querySelector("#render-progress").value > 0 || ${isShown}`)
    await until(page, isShown)
    t.equal(await page.getAttribute('#render-save a', 'download'), 'page.mp4')
    t.equal(await page.isVisible('#render-progress'), false)
  })
})

t.test('a service without renders says why, and offers the script alone', { ...chromium }, async t => {
  const open = sharePlayground(t, await startService(t, { ...settings, RENDER: 'off' }))
  const { page, useSample } = await open()
  await useSample('citrus')
  t.equal(await page.isVisible('#take-page'), false)
  t.equal(await page.isVisible('#take'), false)
  t.match(
    await page.innerText('#no-renders'),
    /takes no pictures itself. RENDER is off. To turn rendering on, set RENDER=on/,
  )
})
