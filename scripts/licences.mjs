// `npm run licences`: writes docs/licences.md, the licences of everything that the service ships, from the lock file. `-- --check` compares.
import { readFile, writeFile } from 'node:fs/promises'
import { shippedPackages } from './shipped-packages.mjs'

const file = 'docs/licences.md'

/** What is shipped and is no package: part, licence, where. */
const others = [
  ['Face detector YuNet (weights)', 'BSD-3-Clause', '`src/style/faces/yunet.LICENSE.txt`'],
  ['Rules of Tailwind CSS, Bootstrap, Bulma, Pico CSS and Open Props in pages that name them', 'MIT', 'their packages'],
  ['ffmpeg and ffprobe of Debian, in the default image', 'GPL-2.0-or-later', '`/usr/share/doc/ffmpeg/copyright`'],
  [
    'Chromium of Debian and its fonts, in the image `capture`',
    'BSD-3-Clause and others',
    '`/usr/share/doc/*/copyright`',
  ],
  ['Node.js, in every image', 'MIT and others', '`/usr/local/LICENSE`'],
]

const packages = await shippedPackages()
const licences = [...new Set(packages.map(({ licence }) => licence))].sort()
const rows = licences.map(licence => {
  const names = packages.filter(one => one.licence === licence).map(({ name, version }) => `${name} ${version}`)
  return `| ${licence} | ${[...new Set(names)].sort().join(', ')} |`
})

const text = `# Licences
Written by \`npm run licences\` from package-lock.json. The service itself is under the [MIT licence](../LICENSE).

Each package contains the text of its licence in \`node_modules\`. libvips, the library behind sharp, is under the LGPL: it is a separate
shared library, which can be replaced by another build. Binaries for other platforms are not installed.

| Licence | Packages |
| --- | --- |
${rows.join('\n')}

| Other components | Licence | Text |
| --- | --- | --- |
${others.map(cells => `| ${cells.join(' | ')} |`).join('\n')}
`

if (process.argv.includes('--check')) {
  if ((await readFile(file, 'utf8')) !== text) {
    console.error(`${file} is out of date: run npm run licences.`)
    process.exitCode = 1
  }
} else await writeFile(file, text)
