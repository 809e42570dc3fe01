// The playground in a browser, below a path prefix: opens it, and does in it what several tests need.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Frame, Page } from 'playwright-core'
import type { Test } from 'tap'
import { openBrowser, savedFile } from './browser.ts'
import { type Service, stripes } from './service.ts'
import { servePrefixed, watchPage } from './web-pages.ts'

/** Of the picture in `pictureFile`. */
export const pictureColors = ['#0B3954', '#FF5A5F', '#BFD7EA', '#FFC145']
export const pictureFile = {
  name: "sea's edge.png",
  mimeType: 'image/png',
  buffer: Buffer.from((await stripes(pictureColors)).replace(/^.*,/, ''), 'base64'),
}

export function photographPath(name: string): string {
  return join(import.meta.dirname, `../fixtures/pictures/${name}.jpg`)
}

/** Small, because the browser paints all of it after every step. */
export const usualWindow = { width: 1100, height: 700 }

type Playground = Awaited<ReturnType<typeof openPlayground>> & {
  readonly browser: Browser
  /** Its address, with the final slash. */
  readonly base: string
}

/**
 * The one playground that the tests of a file share. @returns a function that loads it anew, in a browser that the first
 * call opens
 */
export function sharePlayground(t: Test, service: Service) {
  const start = async (): Promise<Playground> => {
    const browser = await openBrowser(t)
    const base = await servePrefixed(t, service)
    return { browser, base, ...(await openPlayground(t, browser, base)) }
  }
  let started: Promise<Playground> | undefined
  return async (viewport = usualWindow): Promise<Playground> => {
    started ??= start()
    const playground = await started
    const { page, base } = playground
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    await page.setViewportSize(viewport)
    await page.goto(base)
    return playground
  }
}

/** Opens the playground in a context that is closed with the test. */
export async function openPlayground(t: Test, browser: Browser, address: string) {
  const context = await browser.newContext({
    viewport: usualWindow,
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  t.teardown(() => context.close())
  await context.addInitScript(prepare)
  const page = await context.newPage()
  const watched = watchPage(page, address.replace(/#.*/, ''))
  await page.goto(address)
  const reach = (...states: readonly string[]) =>
    page.waitForSelector(states.map(state => `main[data-state="${state}"]`).join(), { timeout: 30_000 })
  /** Opens the dialog where the form for the picture is not on the page. */
  const chooseAnother = async (): Promise<void> => {
    if ((await page.isVisible('#another')) && !(await page.isVisible('#chooser'))) await page.click('#another')
  }
  const useSample = async (name: string): Promise<void> => {
    await chooseAnother()
    await page.click(`.sample[data-name="${name}"]`)
    await reach('done', 'partial')
  }
  /** The frame of the preview, after its page was loaded. */
  const preview = async (): Promise<Frame> => {
    const frame = await frameOf(page, '#stage iframe')
    await frame.waitForSelector('main', { state: 'attached' })
    return frame
  }
  return { page, ...watched, reach, chooseAnother, useSample, preview }
}

async function frameOf(page: Page, selector: string): Promise<Frame> {
  const frame = await (await page.waitForSelector(selector, { state: 'attached' })).contentFrame()
  if (frame === null) throw new Error(`${selector} has no frame`)
  return frame
}

/** The page of a card. */
export function cardFrame(page: Page, index: number): Promise<Frame> {
  return frameOf(page, `#cards li:nth-child(${index + 1}) iframe`)
}

/** Writes a text into the large page, and ends the edit. */
export async function writeIntoPage(page: Page, frame: Frame, selector: string, text: string): Promise<void> {
  const element = frame.locator(selector).first()
  await element.fill(text)
  await Promise.all([bestPage(page), element.blur()])
}

/** The next page of the direction that is open, or of the one that suits a new picture best. */
export async function bestPage(page: Page) {
  let open = openDirection(page)
  // Before anything is awaited: the answer may come while the name of the direction is read.
  const response = await page.waitForResponse(async answer => {
    if (!answer.url().includes('build-sparkpage')) return false
    const { direction } = JSON.parse(answer.request().postData() ?? '{}').export_settings
    if (direction === undefined) open = Promise.resolve(answer.headers()['x-direction'] ?? '')
    return direction === (await open)
  })
  const { export_settings: settings } = JSON.parse(response.request().postData() ?? '{}')
  return { ...Object(await response.json()), direction: await open, settings }
}

async function openDirection(page: Page): Promise<string> {
  return (await page.isVisible('#editor')) ? (await page.innerText('#editor-title')).toLowerCase() : ''
}

export async function changeSetting(page: Page, name: string, value: string): Promise<void> {
  await page.selectOption(`#controls [name="${name}"]`, value)
}

export async function chooseOption(page: Page, name: string, value: string): Promise<void> {
  const list = page.locator(`select[name="${name}"]`)
  if ((await list.count()) > 0) await list.selectOption(value)
  else await page.locator(`input[name="${name}"][value="${value}"]`).check()
}

/** A page as a visitor sees it. */
export async function openHtml(t: Test, browser: Browser, html: string): Promise<Page> {
  const context = await browser.newContext()
  t.teardown(() => context.close())
  const page = await context.newPage()
  await page.setContent(html)
  return page
}

export async function saveDownload(t: Test, page: Page, start: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return { name: download.suggestedFilename(), content: readFileSync(await savedFile(t, download), 'utf8') }
}

/** The settings for developers are open, and sample texts are published without a question. */
function prepare(): void {
  addEventListener('DOMContentLoaded', () => {
    document.querySelector('#developers')?.setAttribute('open', '')
    const dialog = document.querySelector('#samples')
    const keep = document.querySelector<HTMLElement>('#samples-with')
    if (dialog) new MutationObserver(() => keep?.click()).observe(dialog, { attributeFilter: ['open'] })
  })
}
