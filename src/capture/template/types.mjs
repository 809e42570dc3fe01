// A section of the capture script: its types.
// --- Types, for editors and type checkers

/** @import { BrowserContext, BrowserContextOptions, CDPSession, Frame, Page, Route } from 'playwright-core' */
/** @typedef {Exclude<BrowserContextOptions['storageState'], string | undefined>} StorageState */
/** @typedef {{ name: string, playwright: typeof import('playwright-core') }} Tools */

/** @typedef {{ width: number, height: number, deviceScaleFactor: number }} Viewport CSS px */
/** @typedef {{ x: number, y: number, width: number, height: number }} Area device px of the page */

/**
 * @typedef {{
 *   target_url: string, output_format: 'png' | 'mp4', output_file: string, viewport: Viewport,
 *   output_size: { width: number, height: number }, wait_until: string, record_duration: string | null,
 *   timeouts: Record<'launch_ms' | 'navigation_ms' | 'idle_ms' | 'settle_ms', number>,
 *   video: { fps: number, frame_count: number, codec: string, pixel_format: string, crf: number, preset: string,
 *     engine: string } | null,
 *   script: object, warnings: readonly string[], safe_area: Area,
 *   options: { full_page: boolean, selector: string | null, color_scheme: 'light' | 'dark' | null,
 *     reduced_motion: boolean | 'reduce' | 'no-preference' | null, hide_selectors: readonly string[],
 *     hide_cookie_banners: boolean, wait_for_selector: string | null, delay: string, storage_state: string | null,
 *     platform: string | null, motion: string },
 * }} Config
 */

/**
 * @typedef {{
 *   output: string, ffmpeg: string, chromium: string | undefined, channel: string | undefined, sandbox: boolean,
 *   state: StorageState | undefined, engine: string, cookies: [string, string][], headers: [string, string][],
 * }} Settings
 */

/** @typedef {() => Promise<(time: number, part?: number) => Promise<Buffer>>} Start part: of the way, 0 to 1 */
/** @typedef {{ format: 'png' | 'jpeg', quality?: number, [option: string]: unknown }} Shot */
/** @typedef {{ takePicture: (how: Shot, area?: Area) => Promise<Buffer>, freeze: () => Promise<void> }} Camera */

/**
 * @typedef {{
 *   args: (viewport: Viewport) => readonly string[], window: (config: Config) => BrowserContextOptions,
 *   parts: readonly ((stage: Stage) => void)[],
 *   open?: (page: Page, config: Config) => Promise<Start | undefined>,
 * }} Way
 */

/** @typedef {Record<'id' | 'period' | 'due' | 'depth', number> & { repeats: boolean, run: () => unknown }} Timer */

/**
 * @template T
 * @typedef {{
 *   prototype: T, method: string, find: () => readonly T[], isMoving: (thing: T) => boolean,
 *   timeOf: (thing: T, fresh: boolean) => number, set: (thing: T, time: number) => unknown,
 *   end: (thing: T) => unknown,
 * }} Kind
 */

/** @typedef {Record<'seconds' | 'before' | 'presented' | 'gap' | 'news' | 'agreed' | 'limit', number>} Sought */

/**
 * @typedef {{ limit: number, passes: boolean, whole: boolean, banners: boolean, hidden: string }}
 * Wish passes: the page is scrolled through once. whole: pictures outside the viewport, too.
 */

/**
 * @typedef {{
 *   ready: ((wish: Wish) => unknown)[], end: (() => unknown)[], freeze: (() => unknown)[],
 *   scroll: ((part: number) => unknown)[], move: ((elapsed: number) => unknown)[],
 * }} Cues
 */

/**
 * @typedef {{
 *   roots: Set<Document | ShadowRoot>, all: (selector: string) => any[], cues: Cues,
 *   take: (cue: readonly [name: keyof Cues, argument?: unknown]) => Promise<unknown[]>,
 *   now: () => number, style: (rules: string) => void, serve: (callback: () => unknown) => Promise<unknown>,
 *   paint: (callback: FrameRequestCallback) => unknown, frame: () => Promise<unknown>,
 *   wait: (milliseconds: number) => Promise<void>, lead?: <T>(kind: Kind<T>) => void,
 *   pinned: boolean, start: number, time: number,
 *   videos: { all: Map<HTMLVideoElement, Sought>, coming: () => Sought[],
 *     seek: (video: HTMLVideoElement, s: number) => void },
 * }} Stage What a page carries. pinned: its clock stands; start: when it stopped, ms.
 */
