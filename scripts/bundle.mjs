// Bundles the service: a few files instead of the sixteen hundred of ours and of its packages, so that it starts faster and with less
// memory. Types are checked by `npm run check`; here they are only taken away.
import { copyFile, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { build, stop } from 'esbuild'
import { bundleScript } from '../src/capture/bundle.mjs'
import { allScriptNames } from '../src/capture/script-names.mjs'

/** What starts by itself: the process, its workers and its threads. */
const entryPoints = [
  'src/server.ts',
  'src/render.ts',
  'src/mcp.ts',
  'src/analysis/worker.ts',
  'src/pages/thread.ts',
  'plugins/shared/bodies/body-thread.ts',
  'src/renders/render-process.ts',
]

/** Packages with binaries stay in node_modules. */
const external = ['sharp', '@photostructure/sqlite', '@imagemagick/magick-wasm', 'playwright-core', 'pg-native']

/** The file of a package that has its data in it: the one for Node.js would look for them beside it. */
const alias = { 'css-tree': resolve('node_modules/css-tree/dist/csstree.esm.js') }

/** The first lines of every file, with names that are used nowhere else: what packages in CommonJS ask for, and where dist/ is. */
const banner = `import * as $module from 'node:module'
import * as $url from 'node:url'
const require = $module.createRequire(import.meta.url)
const $dist = import.meta.url.slice(0, import.meta.url.lastIndexOf('/src/'))`

/** Code finds the files beside it as if it were still a file of its own: ours in dist/, that of packages in node_modules/. */
const places = {
  name: 'places',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const place = `($dist + '/${relative('.', path).replace(/\.ts$/, '.js')}')`
      return { contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', place), loader: 'ts' }
    })
    onLoad({ filter: /node_modules.*\.js$/ }, async ({ path }) => {
      const place = `$url.fileURLToPath($dist + '/../${relative('.', dirname(path))}')`
      return { contents: (await readFile(path, 'utf8')).replaceAll('__dirname', place), loader: 'js' }
    })
  },
}

/** The capture scripts are bundled from their modules. */
const isAsset = path => !/\.(?:ts|md|wat)$|tsconfig|src\/capture\/(?:bundle|print-bundle|script)/.test(path)

/** Its time tells when the bundle was made (start.mjs): it is written last. */
const program = 'src/server.js'

/**
 * Writes the bundle and its assets. Files appear complete, and those of the same name have the same content, so that several
 * services that start at once may all do it.
 */
export async function bundle(outdir = 'dist') {
  // esbuild is a process of its own.
  const building = build({
    entryPoints,
    outdir,
    outbase: '.',
    chunkNames: 'src/chunks/[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Node compiles all of it at each start.
    minifyWhitespace: true,
    legalComments: 'external',
    external,
    alias,
    banner: { js: banner },
    plugins: [places],
    write: false,
  })
  const scripts = await bundleScripts(outdir)
  const { outputFiles } = await building
  await stop()
  for (const folder of ['src', 'plugins', 'web'])
    await cp(folder, `${outdir}/${folder}`, { recursive: true, filter: isAsset })
  await copyFile('package.json', `${outdir}/package.json`)
  const isProgram = ({ path }) => path === resolve(outdir, program)
  for (const file of [...scripts, ...outputFiles.filter(file => !isProgram(file))]) await writeWhole(file)
  for (const file of outputFiles.filter(isProgram)) await writeWhole(file)
}

/** The capture scripts, where src/capture/script.ts looks for them. */
async function bundleScripts(outdir) {
  const files = []
  for (const name of allScriptNames())
    files.push({ path: resolve(outdir, `src/capture/built/${name}.mjs`), contents: await bundleScript(name) })
  return files
}

async function writeWhole({ path, contents }) {
  const part = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(part, contents)
  await rename(part, path)
}
