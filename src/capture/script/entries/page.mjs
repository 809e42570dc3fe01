// The script of a screenshot of a whole page or element: a program, and a module that exports what it does.
import { capture } from '../node/page.mjs'
import { isMainModule, runProgram } from '../node/run.mjs'

export { capture }

if (isMainModule()) await runProgram(capture)
