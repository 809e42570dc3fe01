// A section of the capture script: its types.
/** @import { Agent } from './agent.mjs' */
/** @import { readOverrides } from './overrides.mjs' */

// --- Types, for editors

/** @import { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core' */
/** @typedef {ReturnType<typeof readOverrides>} Settings */
/** @typedef {(time: number, part: number) => Promise<Buffer>} TakeFrame time: ms; part: of the scrolling. */

/**
 * @typedef {{
 *   args?: () => string[], window: () => BrowserContextOptions, parts: Part[], workerParts?: Part[],
 *   open?: () => Promise<() => Promise<TakeFrame>>,
 * }} Engine How a page is captured. open: how to start a film.
 */

/** @typedef {(agent: Agent) => void} Part Runs in the page. */
/** @typedef {'ready' | 'end' | 'freeze' | 'scroll' | 'move' | 'images'} EventName */

/** @typedef {Record<'find' | 'isMoving' | 'end' | 'timeOf' | 'set', (thing?: any, more?: any) => any>} Kind */
