// Every option of a still alone and in pairs, on the pages of packages.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { CaptureRequest } from '../../../schemas/capture.ts'
import { resolveCaptureConfig } from '../../../src/capture/config.ts'
import type { RealPage } from './pages.ts'
import { crop, difference, type Picture, readPicture } from './pictures.ts'
import { photograph } from './reference.ts'
import { type Facts, serveSite } from './site.ts'
import { capture } from './trial.ts'

const viewport = { width: 1000, height: 700, deviceScaleFactor: 1 }

/** Percent of pixels that may differ from Playwright's picture of the same page. */
const tolerated = 0.5

type Options = Partial<CaptureRequest>

/** A result; empty when everything is as it should be. */
export interface CaseResult {
  readonly page: string
  readonly name: string
  readonly fault: string
}

function optionsOf({ element, hidden }: RealPage, state: string) {
  return {
    full_page: { full_page: true },
    selector: { selector: element },
    color_scheme: { color_scheme: 'dark' },
    reduced_motion: { reduced_motion: true },
    hide_selectors: { hide_selectors: hidden.split(', ') },
    hide_cookie_banners: { hide_cookie_banners: true },
    wait_for_selector: { wait_for_selector: '#late' },
    delay: { delay: '1.5s' },
    storage_state: { storage_state: state },
    instagram_reels: { platform: 'instagram_reels' },
    youtube_shorts: { platform: 'youtube_shorts' },
    web_16_9: { platform: 'web_16_9' },
  } as const satisfies Readonly<Record<string, Options>>
}
type OptionName = keyof ReturnType<typeof optionsOf>

const cases: readonly (readonly OptionName[])[] = [
  [],
  ['full_page'],
  ['selector'],
  ['color_scheme'],
  ['reduced_motion'],
  ['hide_selectors'],
  ['hide_cookie_banners'],
  ['wait_for_selector'],
  ['delay'],
  ['storage_state'],
  ['instagram_reels'],
  ['youtube_shorts'],
  ['web_16_9'],
  ['full_page', 'color_scheme'],
  ['full_page', 'hide_selectors'],
  ['full_page', 'hide_cookie_banners'],
  ['full_page', 'reduced_motion'],
  ['full_page', 'instagram_reels'],
  ['full_page', 'delay'],
  ['selector', 'color_scheme'],
  ['selector', 'hide_cookie_banners'],
  ['selector', 'youtube_shorts'],
  ['selector', 'wait_for_selector'],
  ['color_scheme', 'reduced_motion'],
  ['storage_state', 'youtube_shorts'],
  ['storage_state', 'hide_selectors'],
  ['delay', 'hide_cookie_banners'],
  ['instagram_reels', 'hide_selectors'],
]

/** Tries all cases on a page, three at a time. */
export async function tryStills(browser: Browser, folder: string, page: RealPage): Promise<CaseResult[]> {
  const site = await serveSite(page, [])
  const state = join(folder, `${page.name}-state.json`)
  const { origin } = site
  const cookies = [
    {
      name: 'trial',
      value: 'told',
      domain: '127.0.0.1',
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax',
    },
  ]
  writeFileSync(
    state,
    JSON.stringify({ cookies, origins: [{ origin, localStorage: [{ name: 'trial', value: 'kept' }] }] }),
  )
  const options = optionsOf(page, state)
  const results: CaseResult[] = []
  const files = new Map<string, string>()
  const waiting = [...cases]
  const work = async () => {
    for (let names = waiting.shift(); names; names = waiting.shift()) {
      const name = names.join(' + ') || 'none'
      const own = names.map((name): Options => options[name])
      const isPlatform = own.some(({ platform }) => platform !== undefined)
      const query = `facts=${encodeURIComponent(name)}${/wait|delay/.test(name) ? '&late' : ''}`
      const base = { target_url: `${origin}${page.path}?${query}`, ...(!isPlatform && { viewport }) }
      const request: CaptureRequest = Object.assign({}, base, ...own)
      const fault = await tryCase(browser, folder, `${page.name} ${name}`, request, () => site.facts.get(name), files)
      results.push({ page: page.name, name, fault })
      console.error(`${page.name}: ${name}: ${fault || 'right'}`)
    }
  }
  await Promise.all([work(), work(), work()])
  const [plain, banners] = ['none', 'hide_cookie_banners'].map(name => files.get(`${page.name} ${name}`))
  const isSame = plain && banners && readFileSync(plain).equals(readFileSync(banners))
  results.push({ page: page.name, name: 'same bytes without a banner', fault: isSame ? '' : 'other bytes' })
  site.close()
  return results
}

async function tryCase(
  browser: Browser,
  folder: string,
  name: string,
  request: CaptureRequest,
  factsOf: () => Facts | undefined,
  files: Map<string, string>,
): Promise<string> {
  const { code, file, errors, result } = await capture(folder, name, request)
  if (code !== 0) return `exit code ${code}: ${errors.slice(0, 120)}`
  files.set(name, file)
  const facts = factsOf()
  const config = resolveCaptureConfig(request)
  const captured = await readPicture(file)
  const wanted = await photograph(browser, config).catch((error: Error) => error.message.split('\n')[0] ?? '')
  if (typeof wanted === 'string') return `no picture by Playwright: ${wanted}`
  // A phone shows a page that is wider than its screen smaller; Playwright's picture is then of another size.
  const isWide = Number(facts?.innerWidth) > Number(facts?.screen)
  const faults = [...checkFacts(request, facts), ...(isWide ? [] : comparePictures(captured, wanted))]
  if (result.width !== captured.width || result.height !== captured.height) faults.push('the line tells another size')
  if (!request.full_page && !request.selector && captured.height !== config.output_size.height)
    faults.push('other size')
  return faults.join('; ')
}

function comparePictures(captured: Picture, wanted: Picture): string[] {
  if (captured.height === wanted.height && captured.width < wanted.width) {
    // Playwright's picture has all that lies to the right, too.
    return comparePictures(captured, crop(wanted, { x: 0, y: 0, width: captured.width, height: captured.height }))
  }
  if (captured.width !== wanted.width || captured.height !== wanted.height) {
    const [one, other] = [captured, wanted].map(({ width, height }) => `${width}×${height}`)
    return [`${one}, by Playwright ${other}`]
  }
  const share = difference(captured, wanted)
  const faults = share > tolerated ? [`${share.toFixed(2)} % differ`] : []
  for (let y = 8192; y < captured.height; y += 8192) {
    const joint = { x: 0, y: y - 2, width: captured.width, height: Math.min(4, captured.height - y + 2) }
    const atJoint = difference(crop(captured, joint), crop(wanted, joint))
    if (atJoint > Math.max(1, 2 * share)) faults.push(`joint at ${y}: ${atJoint.toFixed(1)} % differ`)
  }
  return faults
}

/** Compares what the page reports with the request. */
function checkFacts(request: CaptureRequest, facts: Facts | undefined): string[] {
  if (!facts) return ['the page told nothing']
  const { viewport: used, safe_area, output_size } = resolveCaptureConfig(request)
  const { platform } = request
  const isPhone = platform === 'instagram_reels' || platform === 'youtube_shorts'
  const expected: Record<string, unknown> = {
    dark: request.color_scheme === 'dark',
    reduce: request.reduced_motion === true,
    devicePixelRatio: used.deviceScaleFactor,
    coarse: isPhone,
    touch: isPhone ? 5 : 0,
    ...(request.storage_state && { cookie: 'trial=told', stored: 'kept' }),
    ...(isPhone ? { screen: 360 } : { innerWidth: used.width, innerHeight: used.height }),
  }
  if (safe_area) {
    const { x, y, width, height } = safe_area
    const sides = [y, output_size.width - x - width, output_size.height - y - height, x]
    const px = sides.map(side => `${Math.round(side / used.deviceScaleFactor)}px`)
    expected.insets = px.join(' ')
  }
  const faults = Object.entries(expected).filter(([name, value]) => !sameFact(facts[name], `${value}`))
  const differences = faults.map(([name, value]) => `${name} is ${facts[name]}, not ${value}`)
  if (isPhone !== /Android.*Mobile/.test(facts.agent ?? '')) differences.push(`agent is ${facts.agent}`)
  if (isPhone && Number(facts.innerWidth) < 360) differences.push(`innerWidth ${facts.innerWidth}`)
  return differences
}

/** CSS shortens equal sides: `8px 8px 8px 8px` is reported as `8px`. */
function sameFact(reported: string | undefined, value: string): boolean {
  const [top = '', right = top, bottom = top, left = right] = (reported ?? '').split(' ')
  return reported === value || `${top} ${right} ${bottom} ${left}` === value
}
