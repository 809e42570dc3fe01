// A section of the capture script: its types.
/** @import { readOverrides } from './overrides.mjs' */

// --- Types, for editors and type checkers

/** @import { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Request, Worker } from 'playwright-core' */
/** @typedef {any} Config The type of CONFIG, whose members are at the top. */
/** @typedef {ReturnType<typeof readOverrides>} Settings */
/** @typedef {{ name: string, playwright: typeof import('playwright-core') }} Tools */
/** @typedef {Record<'width' | 'height', number>} Size */
/** @typedef {Record<'x' | 'y', number> & Size} Area Device px of the page. */
/** @typedef {(time: number, part?: number) => Promise<Buffer>} TakeFrame time: ms; part: of the scrolling, 0 to 1. */
/** @typedef {(time: number) => Promise<string>} MoveTo Moves all clocks to a time, ms, and says what is late. */
/** @typedef {(how?: object) => Promise<{ hasDamage: boolean, screenshotData?: string }>} Paint */

/**
 * @typedef {{
 *   args: () => string[], window: () => BrowserContextOptions, parts: Part[], workerParts?: Part[],
 *   open?: () => Promise<(() => Promise<TakeFrame>) | undefined>,
 * }} Engine How a page is captured. open: answers how to start a film; undefined where the browser cannot.
 */

/** @typedef {(agent: Agent) => void} Part A function that runs in the page. */
/** @typedef {'ready' | 'end' | 'freeze' | 'scroll' | 'move' | 'pictures'} Order */
/** @typedef {{ limit: number, seek: (time: number) => void, isComing: () => boolean }} Watched A video. */
/** @typedef {Record<'start' | 'index' | 'width', number> & Record<'source' | 'data' | 'address', string>} Picture */

/** @typedef {Record<'find' | 'isMoving' | 'end' | 'timeOf' | 'set', (thing?: any, more?: any) => any>} Kind With its own time. */

/**
 * @typedef {{
 *   roots: Set<Document | ShadowRoot>, all: (selector: string) => any[], on: Record<Order, ((argument: any) => any)[]>,
 *   obey: (order: [name: Order, argument?: unknown]) => Promise<any[]>, now: () => number,
 *   style: (rules: string) => void, runTask: (task: () => unknown) => Promise<unknown>,
 *   paint: (callback: FrameRequestCallback) => unknown, frame: (limit?: number) => Promise<void>,
 *   wait: (milliseconds: number) => Promise<void>, control?: (prototype: any, method: string, kind: Kind) => void, stopped: boolean, start: number,
 *   time: number, moment: unknown, script: () => string,
 *   watch?: (video: HTMLVideoElement) => Watched,
 * }} Agent What the script has in a page or worker. stopped: its clock; start: of the film, ms of that clock.
 */
