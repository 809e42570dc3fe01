// Types of the configuration and of a run.
/** @import { Browser, CDPSession, Page } from 'playwright-core' */
/** @import { AnimatedImages } from './animated-images.mjs' */
/** @import { FrameClock } from './frame-clock.mjs' */
/** @import { PendingRequests } from './loading.mjs' */

/** @typedef {import('../../../../schemas/capture-config.ts').CaptureConfig} CaptureConfig */
/** @typedef {NonNullable<CaptureConfig['video']>} VideoSettings */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {Size & { x: number, y: number }} Area px from the top left corner of the page */
/** @typedef {{ x: number, y: number, scale: number }} WindowView CSS px from that corner; device px in a CSS px */

/**
 * Settings from the command line and the environment.
 * @typedef {object} Settings
 * @property {string} output absolute path
 * @property {string | undefined} chromium
 * @property {string | undefined} channel
 * @property {boolean} [sandbox] of Chromium; by default where the system allows it
 * @property {{ server: string, username?: string, password?: string }} [proxy]
 * @property {[string, string][]} cookies
 * @property {[string, string][]} headers
 * @property {string} ffmpeg
 * @property {boolean} [strict] whether a page that looks like another one is an error, as options.strict of CONFIG
 * @property {(args: string[]) => Promise<Browser>} [launch] of a program that imports the script
 * @property {(done: number) => void} [onFrame] the same: is called after each frame of a video
 */

/**
 * @typedef {object} Run
 * @property {Settings} settings
 * @property {(() => unknown)[]} cleanups newest last
 */

/**
 * Of Page.captureScreenshot of the Chrome DevTools Protocol.
 * @typedef {object} PictureOptions
 * @property {'png' | 'jpeg' | 'webp'} format
 * @property {number} [quality]
 * @property {boolean} [optimizeForSpeed]
 * @property {Area & { scale: number }} [clip] CSS px of the page
 * @property {boolean} [captureBeyondViewport]
 */

/** @typedef {{ page: Page, session: CDPSession }} OpenPage */
/** @typedef {Size & Verdict & { output: string, bytes: number, frames: number, fps: number | null, duration: number | null }} Result */

/**
 * Whether the page is the one that was asked for.
 * @typedef {object} Verdict
 * @property {string} final_url
 * @property {number} status of its document
 * @property {boolean} redirected whether final_url is another address than target_url
 * @property {'sign_in' | 'challenge' | 'blank' | null} looks_like
 */

/** @typedef {OpenPage & { images: AnimatedImages, clock: FrameClock, network: PendingRequests }} Recording */
