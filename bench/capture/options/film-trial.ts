// motion: scroll on the pages of packages, in Chromium and its headless shell: where a frame stands, and what it shows.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium as playwright } from 'playwright-core'
import type { CaptureRequest } from '../../../schemas/capture.ts'
import { resolveCaptureConfig } from '../../../src/capture/config.ts'
import type { RealPage } from './pages.ts'
import { difference, inGrey, type Picture, readPicture } from './pictures.ts'
import { openReference } from './reference.ts'
import { serveSite } from './site.ts'
import { capture, chromium, shell } from './trial.ts'

const viewport = { width: 800, height: 500, deviceScaleFactor: 1 }
const frames = 60
/** Frames that are looked at. */
const sampled = [0, 10, 20, 30, 40, 50, 59]
const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'

export interface FilmResult {
  readonly page: string
  readonly browser: string
  /** Largest distance from the easing, device px; NaN where frames look the same at other positions. */
  readonly error: number
  /** Percent of pixels that differ from the settled page, by frame. */
  readonly shares: readonly number[]
  readonly fault: string
}

const browsers = [
  ['headless shell', shell],
  ['Chromium', chromium],
] as const

/** @param more further options */
export async function tryFilms(
  folder: string,
  page: RealPage,
  more: Partial<CaptureRequest> = {},
): Promise<FilmResult[]> {
  const site = await serveSite(page, [])
  const results: FilmResult[] = []
  const target_url = `${site.origin}${page.path}?still`
  const base = { target_url, viewport, output_format: 'mp4', record_duration: `${frames / 60}s` } as const
  const request: CaptureRequest = { ...base, motion: 'scroll', ...more }
  const settled = await photographSettled(request)
  for (const [browser, program] of browsers) {
    const env = { CHROMIUM_PATH: program }
    const { code, file, errors } = await capture(folder, `${page.name}-${browser}`, request, env)
    const fault =
      code === 0
        ? errors
            .split('\n')
            .filter(line => !/\d %/.test(line))
            .join(' ')
        : `exit code ${code}: ${errors}`
    const films = code === 0 ? await readFrames(file) : []
    const measured = films.map((frame, index) => measure(frame, settled[index] ?? []))
    const error = Math.max(0, ...measured.map(({ shift }) => shift).filter(shift => !Number.isNaN(shift)))
    const shares = measured.map(({ share }) => share)
    results.push({ page: page.name, browser, error, shares, fault })
    console.error(
      `${page.name}: ${browser}: error ${error} px, ${shares.map(share => share.toFixed(2)).join(' ')} % ${fault}`,
    )
  }
  site.close()
  return results
}

/** The page at the position of each sampled frame, and one and two device px above and below. */
async function photographSettled(request: CaptureRequest): Promise<Picture[][]> {
  const browser = await playwright.launch({ executablePath: chromium, chromiumSandbox: false })
  const page = await openReference(browser, resolveCaptureConfig(request))
  await page.addStyleTag({ content: '* { scroll-snap-type: none !important; overflow-anchor: none !important }' })
  const all: Picture[][] = []
  for (const frame of sampled) {
    const part = (1 - Math.cos((Math.PI * frame) / (frames - 1))) / 2
    await page.evaluate(part => {
      const [first] = [...document.querySelectorAll('*')]
        .filter(e => e.scrollHeight > e.clientHeight && /auto|scroll/.test(getComputedStyle(e).overflowY))
        .toSorted((a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight)
      const root = document.scrollingElement ?? document.documentElement
      const scroller = root.scrollHeight > root.clientHeight ? root : (first ?? root)
      scroller.scrollTo({ top: part * (scroller.scrollHeight - scroller.clientHeight), behavior: 'instant' })
    }, part)
    await page.waitForTimeout(700)
    all.push([inGrey(await readPicture(await page.screenshot({ animations: 'disabled' })))])
  }
  await browser.close()
  return all
}

/** Compares a frame with the settled page there; its shift is the one with the smallest difference. */
function measure(frame: Picture, [settled]: readonly Picture[]): { shift: number; share: number } {
  if (!settled) return { shift: Number.NaN, share: 100 }
  const share = difference(frame, settled, 24)
  const found = [0, -1, 1, -2, 2, -3, 3].map(shift => ({ shift, share: difference(frame, settled, 24, shift) }))
  const [best] = found.toSorted((one, other) => one.share - other.share)
  const isClear = Math.max(...found.map(({ share }) => share)) - share > 0.05 || share > 0.5
  return { shift: isClear ? Math.abs(best?.shift ?? 0) : Number.NaN, share }
}

async function readFrames(file: string): Promise<Picture[]> {
  const { width, height } = viewport
  const chosen = sampled.map(frame => `eq(n\\,${frame})`).join('+')
  const filter = `select=${chosen},scale=in_color_matrix=bt709:out_color_matrix=bt601:in_range=tv:out_range=pc,format=rgb24`
  const args = ['-v', 'error', '-i', file, '-vf', filter, '-vsync', '0', '-f', 'rawvideo', '-']
  const { stdout } = await promisify(execFile)(ffmpeg, args, { encoding: 'buffer', maxBuffer: 2 ** 28 })
  return sampled.map((_, index) => {
    const data = stdout.subarray(index * width * height * 3, (index + 1) * width * height * 3)
    return inGrey({ width, height, data })
  })
}
