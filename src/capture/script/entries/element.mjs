// The script of a screenshot of one element: a program, and a module that exports what it does.
import { capture } from '../node/element.mjs'
import { warnings } from '../node/errors.mjs'
import { isMainModule, runProgram } from '../node/run.mjs'

export { capture, warnings }

if (isMainModule()) await runProgram(capture)
