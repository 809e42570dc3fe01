// A browser tab that serves and measures one page.
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { openBrowser } from './browser.ts'

/** Width and height, CSS px. */
type Size = readonly [number, number]

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Tab {
  readonly tab: Page
  /** The only URL that answers. */
  readonly address: string
  /** Every URL that the page requested. */
  readonly asked: readonly string[]
  readonly resize: (size: Size) => Promise<void>
  readonly visit: (html: string, size?: Size) => Promise<void>
  /** All zero if there is no such element. */
  readonly box: (selector: string) => Promise<Box>
}

/** Opens a tab with reduced motion; it closes when the test ends. */
export const openTab = async (t: Test): Promise<Tab> => {
  const browser = await openBrowser(t)
  const tab = await browser.newPage({ reducedMotion: 'reduce' })
  const address = 'http://page.test/'
  const asked: string[] = []
  let body = ''
  await tab.route('**', route => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: Buffer.from(body) })
  })
  const resize = ([width, height]: Size) => tab.setViewportSize({ width, height })
  return {
    tab,
    address,
    asked,
    resize,
    visit: async (html, size = [1440, 900]) => {
      body = html
      asked.length = 0
      await resize(size)
      await tab.goto(address)
    },
    box: async selector => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await tab.locator(selector).boundingBox()) ?? {}
      return { x, y, width, height }
    },
  }
}
