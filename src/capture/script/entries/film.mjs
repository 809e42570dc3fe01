// The script of a film: a program, and a module that exports what it does.
import { capture } from '../node/film.mjs'
import { isMainModule, runProgram } from '../node/run.mjs'

export { capture }

if (isMainModule()) await runProgram(capture)
