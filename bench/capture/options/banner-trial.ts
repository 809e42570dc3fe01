// Consent banners of packages on a page of another: with hide_cookie_banners the picture is that of the page without them.
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { type Banner, banners } from './banners.ts'
import { type RealPage, realPages } from './pages.ts'
import { difference, readPicture } from './pictures.ts'
import { type Site, serveSite } from './site.ts'
import { capture } from './trial.ts'

const viewport = { width: 1200, height: 800, deviceScaleFactor: 1 }

/** A banner is gone when at most this share of pixels differs, percent: it leaves nothing behind. */
const tolerated = 0.01

export interface BannerResult {
  readonly name: string
  /** Percent of the first viewport that the banner changes. */
  readonly shown: number
  /** Percent that differs from the page without the banner, in the first viewport and on the whole page. */
  readonly left: readonly [view: number, whole: number]
  readonly isGone: boolean
}

/** @param only part of a name */
export async function tryBanners(browser: Browser, folder: string, only: string): Promise<BannerResult[]> {
  const page = realPages.find(({ name }) => name === 'landing')
  if (!page) return []
  const site = await serveSite(page, banners)
  const target = `${site.origin}${page.path}`
  const [view, whole] = await capturePair(folder, 'without', target)
  const results: BannerResult[] = []
  for (const banner of banners.filter(({ name }) => name.includes(only))) {
    const shown = difference(await photograph(browser, site, page, banner), view)
    const hidden = await capturePair(folder, banner.name, `${target}?banner=${encodeURIComponent(banner.name)}`)
    const left = [difference(view, hidden[0], 0), difference(whole, hidden[1], 0)] as const
    results.push({ name: banner.name, shown, left, isGone: Math.max(...left) <= tolerated })
    console.error(
      `${banner.name}: shows ${shown.toFixed(1)} %, leaves ${left.map(part => part.toFixed(3)).join(' and ')} %`,
    )
  }
  site.close()
  return results
}

/** @returns the names of the pages without a banner whose pictures the option changes, of all that were taken. */
export async function tryPlainPages(folder: string, pages: readonly RealPage[]) {
  const changed: string[] = []
  for (const page of pages) {
    const site = await serveSite(page, [])
    const request = { target_url: `${site.origin}${page.path}`, viewport, delay: '1.5s' }
    const plain = await capture(folder, `plain ${page.name}`, request)
    const hidden = await capture(folder, `hidden ${page.name}`, { ...request, hide_cookie_banners: true })
    const isSame = plain.code === 0 && hidden.code === 0 && readFileSync(plain.file).equals(readFileSync(hidden.file))
    console.error(`${page.name} without a banner: ${isSame ? 'same' : 'other'} bytes`)
    if (!isSame) changed.push(page.name)
    site.close()
  }
  return changed
}

/** The first viewport and the whole page, without banners. */
async function capturePair(folder: string, name: string, target: string) {
  const request = { target_url: target, viewport, hide_cookie_banners: true }
  const runs = [
    await capture(folder, name, request),
    await capture(folder, `${name} whole`, { ...request, full_page: true }),
  ] as const
  for (const { code, errors } of runs) if (code !== 0) console.error(`${name}: exit code ${code}: ${errors}`)
  return [await readPicture(runs[0].file), await readPicture(runs[1].file)] as const
}

async function photograph(browser: Browser, site: Site, page: RealPage, banner: Banner) {
  const tab = await browser.newPage({ viewport })
  await tab.goto(`${site.origin}${page.path}?banner=${encodeURIComponent(banner.name)}`)
  await tab.waitForTimeout(1500)
  const picture = await readPicture(await tab.screenshot({ animations: 'disabled' }))
  await tab.close()
  return picture
}
