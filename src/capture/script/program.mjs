// The script: a program, and a module that exports what it does. The bundler imports the capture of a kind here.
import { warnings } from './node/errors.mjs'
import { capture } from './node/picture.mjs'
import { isMainModule, runProgram } from './node/run.mjs'

export { capture, warnings }

if (isMainModule()) await runProgram(capture)
