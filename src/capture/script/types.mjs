// Types of what the script and its part in the browser tell each other.

/**
 * @typedef {object} PrepareOptions
 * @property {number} limit longest wait, ms
 * @property {string[]} hidden selectors of elements to hide
 * @property {string[]} banners selectors of consent banners
 */

/**
 * What the script can ask of its part inside the page.
 * @typedef {object} Agent
 * @property {(options: PrepareOptions) => Promise<{ hasImages: boolean, hasFonts: boolean }>} prepare
 * @property {() => Promise<void>} finishMotion
 * @property {() => void} stopTransitions
 * @property {(moment: Moment) => Promise<VideoState>} moveTo
 * @property {(images: ImageAddress[]) => Promise<string[]>} showImages
 * @property {() => string} workerScript
 * @property {(progress: number) => Promise<{ isLoading: boolean }>} scrollTo
 */

/**
 * The time of a film: what pages and workers are moved to.
 * @typedef {object} Moment
 * @property {number} elapsed ms since the film began, negative before it
 * @property {number} date date at the film's beginning, ms since 1970
 */

/** @typedef {'shown' | 'seeking' | 'late'} VideoState late: the frame is not presented yet */
/** @typedef {'moved' | 'busy' | 'realTime'} WorkerState realTime: the worker has no agent */

/**
 * @typedef {object} TimeSettings
 * @property {'virtual' | 'browser'} clock virtual: the agent stops the clock and the timers, and moves them
 * @property {'browser' | 'timer'} frames timer: animation frames come from a timer
 * @property {boolean} awaitsPaint whether to wait for a painted frame after each move
 */

/**
 * @typedef {object} FilmSettings
 * @property {TimeSettings} page
 * @property {TimeSettings} worker
 */

/**
 * An animated image. Its frame is requested at an address of its own.
 * @typedef {{ source: string, address: string }} ImageAddress
 */
