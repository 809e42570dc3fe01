// Types of what the script and its part in the browser tell each other.

/**
 * @typedef {object} PrepareOptions
 * @property {boolean} showsAll whether more than the window is shown
 * @property {readonly string[]} hidden selectors of elements to hide
 * @property {readonly string[] | undefined} [banners] selectors of consent banners
 * @property {boolean | undefined} [hidesOverlays]
 */

/** @typedef {{ pageHeight: number, windowHeight: number }} ShownScreen CSS px */
/** @typedef {{ missing: number, seen: number }} MissingTexts */
/** @typedef {{ frames: CssBox[], windowHeight: number }} DistantFrames */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} CssBox CSS px */

/**
 * What a story shows. Positions are CSS px from the top of what scrolls.
 * @typedef {object} PageContents
 * @property {{ top: number, bottom: number }[]} sections from top to bottom
 * @property {{ top: number, bottom: number, words: number }[]} texts
 * @property {number} headerHeight what a header that stays in view covers
 * @property {number} windowHeight
 * @property {number} end how far it can be scrolled
 */

/**
 * What a document tells after its time has moved.
 * @typedef {object} Advanced
 * @property {boolean} isMoving something moves it, or will within quietMs
 * @property {boolean} hasScripts
 */

/**
 * What the script can ask of its part inside the page.
 * @typedef {object} Agent
 * @property {(options: PrepareOptions) => Promise<boolean>} prepare returns an answer
 * @property {(milliseconds: number, quietMs: number) => Promise<Advanced>} advance
 * @property {(top: number) => Promise<ShownScreen>} showScreen
 * @property {() => void} rememberScreen
 * @property {() => MissingTexts} findMissingTexts
 * @property {() => DistantFrames} findDistantFrames
 * @property {(top: number) => Promise<number>} scrollPage
 * @property {(box: CssBox, base64: string) => Promise<void>} coverWithPicture
 * @property {() => Promise<void>} layOutWholePage
 * @property {() => boolean} stopTransitions returns whether the document has scripts
 * @property {(rules: string) => void} addStyles
 * @property {() => void} keepOverlays
 * @property {(elapsed: number, progress?: number) => Promise<{ isVideoLate: boolean, hasNewMarquees: boolean }>} moveTo
 * @property {(images: ImageAddress[]) => Promise<string[]>} showImages
 * @property {() => PageContents} measureContents
 * @property {() => PageFacts} measureFacts
 */

/**
 * What the window of a document shows.
 * @typedef {object} PageFacts
 * @property {number} characters of its texts
 * @property {boolean} hasPassword it asks for the password of an account that exists
 * @property {boolean} namesSignIn it says so, and has a field or button for an account
 * @property {boolean} hasChallenge marks of a service that keeps programs away
 */

/** @typedef {'moved' | 'busy' | 'realTime'} WorkerState realTime: the worker has no agent */

/**
 * An animated image. Its frame is requested at an address of its own.
 * @typedef {{ source: string, address: string }} ImageAddress
 */
