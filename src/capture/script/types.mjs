// Types of what the script and its part in the browser tell each other.

/**
 * @typedef {object} PrepareOptions
 * @property {boolean} showsAll whether more than the window is shown
 * @property {readonly string[]} hidden selectors of elements to hide
 * @property {readonly string[] | undefined} [banners] selectors of consent banners
 * @property {boolean | undefined} [hidesOverlays]
 */

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
 * An animated image. Its frame is requested at an address of its own.
 * @typedef {{ source: string, address: string }} ImageAddress
 */
