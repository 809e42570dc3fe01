// What leaves the playground, in a real browser: code, downloads, addresses of pages, the capture script, and its own address.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { compile } from 'tailwindcss'
import t, { type Test } from 'tap'
import { launchOptions } from './helpers/browser.ts'
import {
  bestPage,
  changeSetting,
  chooseOption,
  openHtml,
  openPlayground,
  pictureColors,
  pictureFile,
  saveDownload,
  sharePlayground,
  writeIntoPage,
} from './helpers/playground.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { until } from './helpers/web-pages.ts'

const run = promisify(execFile)

const chromium = needs('chromium')
const open = sharePlayground(t, await startService(t, { TRUST_PROXY: 'loopback' }))

t.test('exports formats and commands that match the API', needs('chromium', 'curl', 'jq'), async t => {
  const { page, base, reach, preview } = await open()
  await page.setInputFiles('#file', pictureFile)
  await reach('done')
  const frame = await preview()
  await writeIntoPage(page, frame, 'h1', "It's $5, 50 % \\ `off`")
  const [{ css_variables }] = await Promise.all([bestPage(page), changeSetting(page, 'scheme', 'light')])
  await reach('done')
  const copied = async (format: string): Promise<string> => {
    await chooseOption(page, 'format', format)
    await page.evaluate('toast.replaceChildren()')
    await page.click('#copy')
    await until(page, 'toast.textContent === "Code copied"')
    return page.evaluate<string>('navigator.clipboard.readText()')
  }
  const curl = await copied('curl')
  const folder = t.testdir()
  writeFileSync(join(folder, pictureFile.name), pictureFile.buffer)
  await run('sh', ['-ec', curl], { cwd: folder })
  const readOutput = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const built = readOutput('page.html')
  const analysis = JSON.parse(readOutput('style.json'))
  t.same([...analysis.style_metadata.colors].sort(), [...pictureColors].sort())
  t.match(configOf(readOutput('capture.mjs')), {
    target_url: new RegExp(`^${base}api/v1/pages/page_`),
    viewport: { width: 1920, height: 1080, deviceScaleFactor: 2 },
    output_format: 'png',
  })
  const saved = await saveDownload(t, page, () => page.click('#download-page'))
  t.equal(saved.name, 'sparkpage.html')
  const { src } = analysis.style_metadata.preview
  t.ok(saved.content.includes(src))
  t.equal(saved.content, built.replaceAll(/data:image\/webp[^"]+/g, src), 'the same page as from the commands')
  const css = await copied('css')
  for (const [name, value] of Object.entries(css_variables)) t.ok(css.includes(`  ${name}: ${value};\n`), name)
  t.same(JSON.parse(await copied('tokens')), analysis.style_metadata.tokens)
  const theme = await copied('tailwind')
  const { build } = await compile(theme.replace('@import "tailwindcss";', '@tailwind utilities;'))
  t.match(build(['bg-fill', 'text-on-fill', 'font-title']), /background-color: var\(--color-fill\)/)
  t.match(build([]), /--color-paper: light-dark\(|color-scheme: light;/)
  await page.locator('#colors button').first().click()
  await until(page, '/^#[0-9A-F]{6} copied$/.test(toast.textContent)')
})

t.test('a page has an address only on request, and the script captures it there', { ...chromium }, async t => {
  const { page, browser, base, reach, preview } = await open()
  const sent: string[] = []
  page.on('request', request => sent.push(request.postData() ?? ''))
  await page.setInputFiles('#file', pictureFile)
  await reach('done')
  const frame = await preview()
  await writeIntoPage(page, frame, '.sp-lead', 'Ready to be captured')
  await frame.locator('meta[content="Ready to be captured"]').first().waitFor({ state: 'attached' })
  const saved = (await saveDownload(t, page, () => page.click('#download-page'))).content
  const [src = '', base64 = ''] = /data:image\/webp;base64,([^"]+)/.exec(saved) ?? []
  const { width, height } = await sharp(pictureFile.buffer).metadata()
  t.match(await sharp(Buffer.from(base64, 'base64')).metadata(), { width, height }, 'the whole picture')
  t.notOk(
    sent.some(body => body.includes(src)),
    'an edit does not send it',
  )
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.click('#open-page')])
  await opened.waitForSelector('h1')
  t.ok(opened.url().startsWith(`${base}api/v1/pages/page_`))
  // At its address it links its pictures, and has a head of its own.
  const bodyOf = (shown: Page) => shown.evaluate(() => document.body.innerText)
  t.equal(await bodyOf(opened), await bodyOf(await openHtml(t, browser, saved)), 'it is the page that is downloaded')
  await page.click('#copy-address')
  await until(page, 'toast.textContent === "Address copied"')
  t.equal(await page.evaluate<string>('navigator.clipboard.readText()'), opened.url())
  await page.selectOption('#size', '1920 1080 1')
  const script = await saveDownload(t, page, () => page.click('#capture [type=submit]'))
  t.equal(script.name, 'capture.mjs')
  t.ok(script.content.includes(`"target_url": "${opened.url()}"`))
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  t.teardown(() => context.close())
  const visitor = await context.newPage()
  await visitor.goto(opened.url())
  const screenshot = await runScript(t, script.content)
  const difference = await comparePixels(await visitor.screenshot(), screenshot)
  t.ok(difference < 0.005, `${difference} of the values differ`)
  await opened.close()
})

t.test('every field of the capture is in the configuration of the script', { ...chromium }, async t => {
  const { page, base, reach } = await open()
  await page.setInputFiles('#file', pictureFile)
  await reach('done')
  await page.selectOption('#output', 'mp4')
  await page.fill('#duration', '2.5')
  const film = await saveDownload(t, page, () => page.click('#capture [type=submit]'))
  t.match(film.content, /"frame_count": 150/)
  await page.selectOption('#size', 'instagram_reels')
  await page.selectOption('#motion', 'scroll')
  await page.selectOption('#capture-scheme', 'dark')
  await page.click('summary:text("More options")')
  await page.fill('#target', 'localhost:5173')
  await page.fill('#hidden', '.chat, #bar')
  await page.fill('#awaited', 'h1')
  await page.fill('#delay', '1.5')
  await page.fill('#state', 'state.json')
  await page.check('[name="hide_cookie_banners"]')
  await page.check('[name="hide_overlays"]')
  await page.check('[name="strict"]')
  await page.check('[name="reduced_motion"]')
  await page.check('[name="ignore_https_errors"]')
  await page.selectOption('#fps', '30')
  await page.fill('#locale', 'pt-BR')
  await page.fill('#timezone', 'America/Sao_Paulo')
  await page.fill('#statuses', '404, 403')
  const lines = [
    'click #menu a',
    'type in and out in #search',
    'type {"env": "LOGIN_PASSWORD"} in #password',
    'fill new text in #search',
    'goto localhost:5173/account',
    'press Enter',
    'press Control+A in #search',
    'hover nav',
    'wait 1.5',
    'scroll_to footer',
    'css p { color: red }',
    '',
    '#more',
  ]
  await page.fill('#steps', lines.join('\n'))
  const chosen = await saveDownload(t, page, () => page.click('#capture [type=submit]'))
  t.match(configOf(chosen.content), {
    target_url: 'http://localhost:5173',
    viewport: { width: 360, height: 640, deviceScaleFactor: 3 },
    options: {
      color_scheme: 'dark',
      reduced_motion: true,
      hide_selectors: ['.chat, #bar'],
      hide_cookie_banners: true,
      hide_overlays: true,
      strict: true,
      wait_for_selector: 'h1',
      delay: '1.5s',
      storage_state: 'state.json',
      platform: 'instagram_reels',
      motion: 'scroll',
      ignore_https_errors: true,
      locale: 'pt-BR',
      timezone: 'America/Sao_Paulo',
      accept_status: [404, 403],
      steps: [
        { action: 'click', selector: '#menu a' },
        { action: 'type', selector: '#search', text: 'in and out' },
        { action: 'type', selector: '#password', text: { env: 'LOGIN_PASSWORD' } },
        { action: 'fill', selector: '#search', text: 'new text' },
        { action: 'goto', url: 'http://localhost:5173/account' },
        { action: 'press', key: 'Enter' },
        { action: 'press', selector: '#search', key: 'Control+A' },
        { action: 'hover', selector: 'nav' },
        { action: 'wait', duration: '1.5s' },
        { action: 'scroll_to', selector: 'footer' },
        { action: 'css', css: 'p { color: red }' },
        { action: 'click', selector: '#more' },
      ],
    },
    video: { fps: 30, frame_count: 75 },
  })
  await page.selectOption('#output', 'png')
  await page.check('#full-page')
  await page.fill('#selector', 'main')
  const element = await saveDownload(t, page, () => page.click('#capture [type=submit]'))
  t.match(configOf(element.content).options, { full_page: undefined, selector: 'main', motion: undefined })
  await page.fill('#selector', '')
  await page.fill('#max-height', '5000')
  await page.check('#omit-background')
  await page.selectOption('#output', 'webp')
  await page.fill('#quality', '0')
  const image = await saveDownload(t, page, () => page.click('#capture [type=submit]'))
  t.match(configOf(image.content), {
    output_file: 'localhost-full-page.webp',
    options: { full_page: true, max_height: 5000, image_type: 'webp', quality: 0, omit_background: true },
  })
  await page.selectOption('#output', 'png')
  const cleared = ['#target', '#hidden', '#awaited', '#delay', '#state', '#locale', '#timezone', '#statuses', '#steps']
  for (const field of cleared) await page.fill(field, '')
  const ofPage = ['hide_cookie_banners', 'hide_overlays', 'reduced_motion', 'omit_background', 'full_page']
  const unchecked = [...ofPage, 'ignore_https_errors', 'strict']
  for (const name of unchecked) await page.uncheck(`[name="${name}"]`)
  await page.selectOption('#capture-scheme', '')
  const plain = await saveDownload(t, page, () => page.click('#capture [type=submit]'))
  t.match(
    configOf(plain.content).target_url,
    new RegExp(`^${base}api/v1/pages/page_`),
    'the page, without another target',
  )
})

t.test(
  'the address of the playground holds colours and fields, no picture or key, and gives the same page',
  { ...chromium },
  async t => {
    const { page, browser, reach, preview } = await open()
    await page.click('#keys summary')
    await page.fill('#vision', 'secret-of-a-provider')
    await page.setInputFiles('#file', pictureFile)
    await reach('partial')
    await page.uncheck('#has-picture')
    const frame = await preview()
    await until(frame, 'document.querySelector(".sp-hero-picture img").src.startsWith("data:image/svg+xml")')
    await writeIntoPage(page, frame, 'h1', 'Shared & <seen>')
    await page.click('#cards li:nth-child(3) button')
    await page.selectOption('#framework', 'pico')
    await until(frame, 'document.querySelector("style").textContent.includes("--pico-")')
    await until(page, 'location.hash.includes("pico")')
    const address = page.url()
    t.notMatch(address, /secret|base64|iVBOR|sea/)
    t.ok(address.length < 8000, `${address.length} characters`)
    await chooseOption(page, 'format', 'curl')
    t.match(await page.innerText('#code'), /"x-vision-key: \$VISION_KEY"/)
    t.notMatch(await page.content(), /secret-of/)
    t.equal(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length'), 0)
    const shared = await openPlayground(t, browser, address)
    await shared.reach('done')
    t.equal(await (await shared.preview()).content(), await frame.content())
    t.equal(await shared.page.innerText('#editor-title'), await page.innerText('#editor-title'))
    t.equal(await shared.page.locator('#palette li').count(), 4)
    t.equal(await shared.page.inputValue('#vision'), '')
    t.same(shared.complaints, [])
  },
)

t.test('the console stayed empty', { ...chromium }, async t => {
  t.same((await open()).complaints, [])
})

/** The CONFIG of a capture script. */
function configOf(script: string) {
  const [, json = ''] = /^const CONFIG = (\{.*?^\})$/ms.exec(script) ?? []
  return JSON.parse(json)
}

/** Runs a downloaded script unmodified and returns the screenshot. */
async function runScript(t: Test, script: string): Promise<Buffer> {
  const cwd = t.testdir({ 'capture.mjs': script })
  const { PATH } = process.env
  const env = { PATH, HOME: cwd, CHROMIUM_PATH: launchOptions.executablePath, CAPTURE_NO_SANDBOX: '1' }
  await run(process.execPath, ['capture.mjs', 'shot.png'], { cwd, env })
  return readFileSync(join(cwd, 'shot.png'))
}

/** Share of the channel values that differ by more than 24; 1 if the sizes differ. */
async function comparePixels(...images: readonly [Buffer, Buffer]): Promise<number> {
  const [levels, others] = await Promise.all(images.map(image => sharp(image).removeAlpha().raw().toBuffer()))
  if (levels === undefined || others === undefined || levels.length !== others.length) return 1
  return levels.filter((level, at) => Math.abs(level - (others[at] ?? 0)) > 24).length / levels.length
}
