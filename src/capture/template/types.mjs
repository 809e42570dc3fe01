// A section of the capture script: its types.
/** @import { readOverrides } from './overrides.mjs' */

// --- Types, for editors and type checkers

/** @import { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Worker } from 'playwright-core' */
/** @typedef {any} Config The type of CONFIG; its members are at the top. */
/** @typedef {ReturnType<typeof readOverrides>} Settings */
/** @typedef {{ x: number, y: number, width: number, height: number }} Area Device px of the page. */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {(how: object, area?: Area) => Promise<Buffer>} TakePicture */
/** @typedef {(time: number, part?: number) => Promise<Buffer>} TakeFrame time: ms; part: of the scrolling, 0 to 1. */
/** @typedef {(agent: Agent) => void} Part A function that runs in the page. */

/**
 * @typedef {{
 *   args: () => string[], window: () => BrowserContextOptions, parts: Part[], workerParts?: Part[],
 *   open?: (page: Page) => Promise<(() => Promise<TakeFrame>) | undefined>,
 * }} Engine How a page is captured. open: answers how to start a film; undefined where the browser cannot.
 */

/** @typedef {{ elapsed: number, date: number }} Moment Of the film, ms; date: of its beginning, as in Date. */
/** @typedef {Record<'id' | 'period' | 'due' | 'depth', number> & { repeats: boolean, run: () => unknown }} Timer */
/** @typedef {Record<'seconds' | 'before' | 'presented' | 'gap' | 'news' | 'agreed' | 'limit', number>} Sought */

/**
 * @template T
 * @typedef {{
 *   prototype: T, method: string, find: () => T[], isMoving: (thing: T) => boolean, end: (thing: T) => unknown,
 *   timeOf: (thing: T, fresh: boolean) => number, set: (thing: T, time: number) => unknown,
 * }} Kind Things with a time of their own, such as animations.
 */

/** @typedef {'ready' | 'end' | 'freeze' | 'scroll' | 'move' | 'pictures'} Order */

/**
 * @typedef {{
 *   roots: Set<Document | ShadowRoot>, all: (selector: string) => any[], on: Record<Order, ((argument: any) => any)[]>,
 *   obey: (order: [name: Order, argument?: unknown]) => Promise<any[]>, now: () => number,
 *   style: (rules: string) => void, runTask: (task: () => unknown) => Promise<unknown>,
 *   paint: (callback: FrameRequestCallback) => unknown, frame: () => Promise<unknown>,
 *   wait: (milliseconds: number) => Promise<void>, control?: <T>(kind: Kind<T>) => void,
 *   stopped: boolean, start: number, time: number, moment: Moment | undefined, script: () => string, blobs: Map<string, Blob>,
 *   videos: { all: Map<HTMLVideoElement, Sought>, coming: () => Sought[],
 *     seek: (video: HTMLVideoElement, seconds: number) => void },
 * }} Agent What the script has in a page or worker. stopped: its clock; start: of the film, ms of that clock.
 */
