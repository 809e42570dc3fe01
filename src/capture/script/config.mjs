// The configuration of the script, which the service puts in front of it.

/** @import { CaptureConfig } from './node/types.mjs' */

/** @type {CaptureConfig} */
export const CONFIG = JSON.parse('{ "options": {} }')
