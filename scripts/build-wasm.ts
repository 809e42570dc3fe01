// `npm run build:wasm`: writes layers.wasm of the face detector from its text. Run it after a change of layers.wat. `-- --check` writes nothing
// and exits with 1 when it is out of date.
import { readFile, writeFile } from 'node:fs/promises'
import openWabt from 'wabt'

const folder = new URL('../src/style/faces/', import.meta.url)
const program = new URL('layers.wasm', folder)

const wabt = await openWabt()
const { buffer } = wabt.parseWat('layers.wat', await readFile(new URL('layers.wat', folder), 'utf8')).toBinary({})

if (!process.argv.includes('--check')) await writeFile(program, buffer)
else if (!(await readFile(program)).equals(buffer)) {
  console.error('layers.wasm is out of date: run npm run build:wasm.')
  process.exitCode = 1
}
