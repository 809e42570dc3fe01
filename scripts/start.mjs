// `npm start` and `npm run mcp`: starts the bundle, made first where it is missing or older than a source. Making it takes less time than loading the sources
// one by one in every process. In a read-only folder the sources are loaded.
import { access, constants, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const name = process.argv[2] === 'mcp' ? 'mcp' : 'server'
const program = `dist/src/${name}.js`
/** The last file that the bundler writes. */
const lastBuilt = 'dist/src/server.js'
const sources = ['package-lock.json', 'package.json', 'plugins', 'schemas', 'scripts', 'src', 'web']

if (await isFresh()) await import(`../${program}`)
else if (await isWritable('.')) {
  const { bundle } = await import('./bundle.mjs')
  await bundle()
  await import(`../${program}`)
} else {
  const { register } = await import('tsx/esm/api')
  register()
  await import(`../src/${name}.ts`)
}

/** Whether the bundle is newer than every source and folder. */
async function isFresh() {
  const built = await timeOf(lastBuilt)
  const times = await Promise.all((await filesOf(sources)).map(timeOf))
  return times.every(time => time < built)
}

/** The paths, and those of all files and folders in them. */
async function filesOf(paths) {
  const entries = await Promise.all(paths.map(path => readdir(path, { recursive: true }).catch(() => [])))
  return paths.flatMap((path, index) => [path, ...entries[index].map(entry => join(path, entry))])
}

/** Milliseconds; 0 where there is no such file. */
async function timeOf(path) {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}

async function isWritable(path) {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
}
