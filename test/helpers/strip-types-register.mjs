// The option `--import` of Node.js for the tests: registers strip-types.mjs.
import { register } from 'node:module'

register('./strip-types.mjs', import.meta.url)
