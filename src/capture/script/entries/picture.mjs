// The script of a screenshot of the window: a program, and a module that exports what it does.
import { capture } from '../node/picture.mjs'
import { isMainModule, runProgram } from '../node/run.mjs'

export { capture }

if (isMainModule()) await runProgram(capture)
