// Takes out of node_modules what this platform never runs, for the image: binaries of other platforms, sources of native modules, types,
// source maps, manuals. Licences stay. Prints the size before and after, in bytes of the files.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const root = process.argv[2] ?? 'node_modules'

/** C library of this platform as prebuilt binaries name it. */
const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
const own = `${process.platform}-${process.arch}`

const isManual = /\.(?:md|markdown|mdx)$/i
const isLicence = /(?:^|\/)(?:licen[cs]e|notice|copying)[^/]*$/i
/** Never read at run time. */
const isLeft = /\.(?:map|ts|cts|mts|c|cc|cpp|h|hpp|gyp|gypi|jpg|tsbuildinfo)$/

/** subset-font uses one file of HarfBuzz, and we its module. */
const isUnusedHarfbuzz = /harfbuzzjs\/dist\/(?!harfbuzz-subset\.wasm$|harfbuzz\.(?:wasm|js)$|index\.mjs$)/

/** ImageMagick runs in 32 bits, which all versions of Node.js do, and is loaded as a module. */
const isUnusedImageMagick = /magick-wasm\/dist\/(?:x64\/|index\.umd\.cjs$)/

/** Binaries that lie in a folder a platform, and for Linux a file a C library. */
const isForeign = path => {
  const [, platform, file = ''] = /(?:^|\/)prebuilds\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  if (platform === undefined) return false
  return platform !== own || (/\.(?:glibc|musl)\.node$/.test(file) && !file.endsWith(`.${libc}.node`))
}

const isNeedless = path =>
  isForeign(path) ||
  isLeft.test(path) ||
  isUnusedHarfbuzz.test(path) ||
  isUnusedImageMagick.test(path) ||
  (isManual.test(path) && !isLicence.test(path))

const files = (await readdir(root, { recursive: true, withFileTypes: true }))
  .filter(entry => entry.isFile())
  .map(entry => join(entry.parentPath ?? entry.path, entry.name))

let before = 0
let after = 0
for (const file of files) {
  const { size } = await stat(file)
  before += size
  if (isNeedless(file)) await rm(file)
  else after += size
}

const megabytes = bytes => (bytes / 1e6).toFixed(1)
console.log(`production modules: ${megabytes(before)} MB, pruned for ${own} ${libc}: ${megabytes(after)} MB`)
