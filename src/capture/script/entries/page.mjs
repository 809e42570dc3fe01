// The script of a screenshot of a whole page: a program, and a module that exports what it does.
import { warnings } from '../node/errors.mjs'
import { capture } from '../node/page.mjs'
import { isMainModule, runProgram } from '../node/run.mjs'

export { capture, warnings }

if (isMainModule()) await runProgram(capture)
