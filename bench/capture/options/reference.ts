// What a page looks like by Playwright's own means, as the measure of the capture script's pictures.
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { CaptureConfig } from '../../../schemas/capture-config.ts'
import { crop, type Picture, readPicture } from './pictures.ts'

const phones = ['instagram_reels', 'youtube_shorts']

/** The browser as a configuration describes it. */
function contextOf({ viewport, options }: CaptureConfig, version: string): BrowserContextOptions {
  const isPhone = phones.includes(options.platform ?? '')
  const { deviceScaleFactor, ...size } = viewport
  const major = version.split('.')[0]
  const agent = `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`
  return {
    viewport: size,
    deviceScaleFactor,
    isMobile: isPhone,
    hasTouch: isPhone,
    colorScheme: options.color_scheme ?? null,
    reducedMotion: options.reduced_motion === undefined ? null : options.reduced_motion ? 'reduce' : 'no-preference',
    ...(isPhone && { userAgent: agent }),
    ...(options.storage_state && { storageState: options.storage_state }),
  }
}

/** Opens the page of a configuration, and waits for it by time alone. */
export async function openReference(browser: Browser, config: CaptureConfig): Promise<Page> {
  const context = await browser.newContext(contextOf(config, browser.version()))
  const page = await context.newPage()
  const { options, safe_area, viewport, output_size } = config
  if (safe_area) {
    const session = await context.newCDPSession(page)
    const { x: left, y: top, width, height } = safe_area
    const sides = { left, top, right: output_size.width - left - width, bottom: output_size.height - top - height }
    const scaled = Object.entries(sides).map(([side, px]) => [side, Math.round(px / viewport.deviceScaleFactor)])
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: Object.fromEntries(scaled) })
  }
  await page.goto(config.target_url)
  const hidden = (options.hide_selectors ?? []).join()
  if (hidden) await page.addStyleTag({ content: `${hidden} { visibility: hidden !important }` })
  await page.waitForTimeout(1000)
  return page
}

/** The picture that a configuration asks for. */
export async function photograph(browser: Browser, config: CaptureConfig): Promise<Picture> {
  const page = await openReference(browser, config)
  const { selector, full_page } = config.options
  if (full_page || selector) await passThrough(page)
  const shot = await page.screenshot({ animations: 'disabled', fullPage: full_page === true || selector !== undefined })
  const picture = await readPicture(shot)
  const box = selector && (await page.locator(selector).first().evaluate(boxOf))
  await page.context().close()
  if (!box) return picture
  const scale = config.viewport.deviceScaleFactor
  const [left, top] = [Math.floor(box.left * scale + 0.01), Math.floor(box.top * scale + 0.01)]
  const [right, bottom] = [Math.ceil(box.right * scale - 0.01), Math.ceil(box.bottom * scale - 0.01)]
  const end = { x: Math.min(right, picture.width), y: Math.min(bottom, picture.height) }
  return crop(picture, { x: left, y: top, width: end.x - left, height: end.y - top })
}

function boxOf(element: Element) {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  return { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY }
}

/** Shows every part of the page for a while, as a reader does. */
async function passThrough(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo({ top: y, behavior: 'instant' })
      await new Promise(resolve => setTimeout(resolve, 30))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await page.waitForTimeout(600)
}
