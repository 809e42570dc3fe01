// Prints the script of a name: script.ts runs it where the service runs from its sources.
import { bundleScript } from './bundle.mjs'

process.stdout.write(await bundleScript(process.argv[2] ?? ''))
