// Types of the configuration and of a run.
/** @import { BrowserContextOptions, CDPSession, Page } from 'playwright-core' */
/** @import { FilmSettings } from '../types.mjs' */
/** @import { AnimatedImages } from './animated-images.mjs' */
/** @import { FilmClock } from './film-clock.mjs' */
/** @import { Network } from './film-network.mjs' */

/**
 * @typedef {object} CaptureConfig
 * @property {string} target_url
 * @property {'png' | 'mp4'} output_format
 * @property {string} output_file
 * @property {Size & { deviceScaleFactor: number }} viewport CSS px
 * @property {Size} output_size device px
 * @property {'load' | 'domcontentloaded' | 'networkidle' | 'commit'} wait_until
 * @property {string | null} record_duration seconds with the unit s
 * @property {{ launch_ms: number, navigation_ms: number, idle_ms: number, settle_ms: number }} timeouts
 * @property {VideoSettings | null} video
 * @property {object} script
 * @property {string[]} warnings printed by the script
 * @property {Size & { x: number, y: number }} safe_area device px
 * @property {string[]} banner_selectors
 * @property {CaptureOptions} options
 */

/**
 * @typedef {object} CaptureOptions
 * @property {boolean} full_page
 * @property {string | null} selector
 * @property {'light' | 'dark' | null} color_scheme
 * @property {boolean | 'reduce' | 'no-preference' | null} reduced_motion
 * @property {string[]} hide_selectors
 * @property {boolean} hide_cookie_banners
 * @property {string | null} wait_for_selector
 * @property {string} delay seconds with the unit s
 * @property {string | null} storage_state
 * @property {'instagram_reels' | 'youtube_shorts' | 'web_16_9' | null} platform
 * @property {'none' | 'scroll' | 'story'} motion
 * @property {Step[]} [steps]
 * @property {string} [locale]
 * @property {string} [timezone]
 * @property {number} [max_height] CSS px
 * @property {number[]} [accept_status]
 * @property {boolean} [ignore_https_errors]
 * @property {'png' | 'jpeg' | 'webp'} [image_type]
 * @property {number} [quality]
 * @property {boolean} [omit_background]
 */

/**
 * What the script does on the page.
 * @typedef {{ action: 'click' | 'hover' | 'scroll_to', selector: string }
 *   | { action: 'type', selector: string, text: string }
 *   | { action: 'press', selector?: string, key: string }
 *   | { action: 'wait', duration: string }
 *   | { action: 'css', css: string }} Step
 */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Size & { x: number, y: number }} Area px from the top left corner of the page */

/**
 * @typedef {object} VideoSettings
 * @property {number} fps
 * @property {number} frame_count
 * @property {string} codec
 * @property {string} pixel_format
 * @property {number} crf
 * @property {string} preset
 * @property {'auto' | 'begin-frame' | 'page-clock'} engine
 */

/**
 * Settings from the command line and the environment.
 * @typedef {object} Settings
 * @property {string} output absolute path
 * @property {string | undefined} chromium
 * @property {string | undefined} channel
 * @property {boolean | undefined} sandbox undefined: Playwright's default
 * @property {[string, string][]} cookies
 * @property {[string, string][]} headers
 * @property {Exclude<BrowserContextOptions['storageState'], string>} state
 * @property {string} ffmpeg
 * @property {string} engine
 */

/**
 * One attempt to capture: a second engine starts with a new one.
 * @typedef {object} Run
 * @property {Settings} settings
 * @property {(() => unknown)[]} cleanups newest last
 * @property {boolean} isOver true when the cleanups begin
 */

/**
 * Of Page.captureScreenshot of the Chrome DevTools Protocol.
 * @typedef {object} PictureOptions
 * @property {'png' | 'jpeg'} format
 * @property {number} [quality]
 * @property {boolean} [optimizeForSpeed]
 * @property {Area & { scale: number }} [clip] CSS px of the page
 * @property {boolean} [captureBeyondViewport]
 */

/** @typedef {{ page: Page, session: CDPSession }} OpenPage */
/** @typedef {Size & { output: string, bytes: number, frames: number, fps: number | null, duration: number | null }} Result */

/**
 * Takes frames, in the order of their times: ms since the page began.
 * @typedef {object} FrameTaker
 * @property {(time: number, progress: number | null) => Promise<Buffer>} take returns a JPEG; progress: of the scrolling,
 *   0 to 1
 * @property {(time: number) => Promise<unknown>} pass lets a frame pass without a picture
 */

/**
 * How to record a film.
 * @typedef {object} Engine
 * @property {FilmSettings['engine']} name
 * @property {() => string[]} browserArguments
 * @property {() => BrowserContextOptions} windowOptions
 * @property {(film: Film) => Promise<() => Promise<FrameTaker>>} open called before the page is loaded; the result
 *   starts the film
 */

/**
 * How the time of a page passes.
 * @typedef {object} Pace
 * @property {(milliseconds: number) => Promise<void>} pass
 * @property {<Value>(work: Promise<Value>) => Promise<Value>} paintDuring lets the browser paint until something is
 *   done, as the mouse and the keyboard need; the page's time stands
 */

/** @typedef {OpenPage & { images: AnimatedImages, clock: FilmClock, network: Network }} Film */
