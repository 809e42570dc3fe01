// Options whose code a script has only if its request sets one of them.

/** Features of a script: here it has all. bundle.mjs sets them for each script, and rollup leaves out what is false. @type {boolean} */
export const hasSteps = true
/** @type {boolean} */
export const hasOverlays = true
/** @type {boolean} */
export const hasMotion = true
