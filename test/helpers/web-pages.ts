// Helpers for tests of our web pages: a service behind a path prefix, console and network, axe, and the W3C checker.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'
import type { Test } from 'tap'
import { listen } from './loopback.ts'
import type { Service } from './service.ts'
import { javaPath } from './tools.ts'

/** Serves a service at `/tools/`, as behind a proxy that removes this prefix and forwards it. @returns its URL, with the final slash */
export async function servePrefixed(t: Test, { app }: Service): Promise<string> {
  await app.ready()
  const server = createServer((request, response) => {
    const [, path] = /^\/tools(\/.*)/.exec(String(request.url)) ?? []
    Object.assign(request.headers, { 'x-forwarded-prefix': '/tools' })
    if (path === undefined) response.writeHead(404).end()
    else app.routing(Object.assign(request, { url: path }), response)
  })
  return `${(await listen(t, server)).url}/tools/`
}

/** What the browser reports about API requests that a test makes fail. */
const expectedFailure = /^Failed to load resource: (?:.* status of (?:4\d\d|503)|net::ERR_INTERNET_DISCONNECTED)/

/** Collects errors and warnings of the console, and URLs of requests outside `base`. */
export function watchPage(page: Page, base: string) {
  const complaints: string[] = []
  const elsewhere: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    const isExpected = expectedFailure.test(message.text()) && message.location().url.includes('/api/')
    if (!isExpected && ['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith(base) && !/^(?:data|blob):/.test(url)) elsewhere.push(url)
  })
  return { complaints, elsewhere }
}

/** Waits until an expression is true. Playwright's waitForFunction evaluates strings in the page, which its policy forbids. */
export async function until(place: Page | Frame, expression: string): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await place.evaluate(expression))) {
    if (performance.now() > end) throw new Error(`still false after 30 s: ${expression}`)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

const finishTransitions =
  'for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()'

/** @returns the violations that axe finds in a page, one line for each element */
export async function findViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  // In the middle of a transition between two schemes a colour belongs to neither.
  await page.evaluate(finishTransitions)
  return page.evaluate<readonly string[]>(
    `axe.run({ iframes: false }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`,
  )
}

/** @returns the visible elements that show no ring when they have the focus from the keyboard */
export async function findWithoutFocusRing(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('Tab')
  return page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('a, button, input, select, textarea, summary, [tabindex="0"]')]
      .filter(element => element.checkVisibility() && element.tabIndex >= 0)
      .filter(element => {
        element.focus()
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        return outlineStyle !== 'solid' || parseFloat(outlineWidth) < 2
      })
      .map(element => element.outerHTML.slice(0, 200))`,
  )
}

/** @returns how much wider the document is than the viewport, px */
export function measureOverflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
}

/** @returns the messages of the W3C checker about each page, by its name; it also reads the CSS inside */
export async function checkHtml(t: Test, pages: Readonly<Record<string, string>>) {
  const folder = t.testdir()
  for (const [name, html] of Object.entries(pages)) await writeFile(join(folder, `${name}.html`), html)
  const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
  // A short run takes half of the time without the optimising compiler and the parallel garbage collector.
  const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
  const args = [...java, '-jar', checker, '--format', 'json', '--exit-zero-always', '--stdout', folder]
  const { stdout } = await promisify(execFile)(javaPath ?? '', args, { maxBuffer: 64 << 20 })
  const messages: readonly { readonly url: string; readonly type: string; readonly message: string }[] =
    JSON.parse(stdout).messages
  // The checker guesses the language of hostile texts.
  const sure = messages.filter(({ message }) => !message.includes('appears to be written in'))
  return (page: string) => sure.filter(({ url }) => url.endsWith(`/${page}.html`))
}
