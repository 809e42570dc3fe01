// A browser tab that is served one page, and measures it.
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { openBrowser } from './helpers/browser.ts'

/** Width and height, CSS px. */
export type Size = readonly [number, number]

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Tab {
  readonly tab: Page
  /** The only address that answers. */
  readonly address: string
  /** Every address that the page asked for. */
  readonly asked: readonly string[]
  readonly resize: (size: Size) => Promise<void>
  readonly visit: (html: string, size?: Size) => Promise<void>
  /** Zeros where there is no such element. */
  readonly box: (selector: string) => Promise<Box>
}

/** Opens a tab whose reader asks for reduced motion; it closes with the test. */
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
