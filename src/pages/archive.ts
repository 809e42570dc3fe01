// A page as a folder for any web server, in a ZIP file that is written while it is sent.
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { readFontLicence } from '../sparkpage/fonts.ts'
import { withAddresses } from '../sparkpage/linked-page.ts'
import { cardName, fileNameOf, widthsOf } from '../sparkpage/linked-pictures.ts'
import type { StoredPicture } from '../store/store.ts'
import type { FileJob, PageFiles } from './files.ts'

/** Equal pages give equal files. */
const mtime = new Date('2026-01-01T00:00:00Z')

/** Pictures and fonts are compressed already. */
const stored = { mtime, compress: false } as const

/** @returns index.html and the files that it links; the stream ends with an error where a picture cannot be read. */
export async function createArchive(job: FileJob, files: PageFiles): Promise<Readable> {
  const { page } = job
  const zip = new ZipFile()
  const fontNames = page.fonts.map((_, index) => `fonts/${index}.woff2`)
  const html = withAddresses(page, {
    page: undefined,
    card: cardName,
    icon: 'favicon.svg',
    files: 'pictures',
    fonts: fontNames,
  })
  zip.addBuffer(Buffer.from(html), 'index.html', { mtime })
  zip.addBuffer(Buffer.from(page.icon), 'favicon.svg', { mtime })
  for (const [index, name] of fontNames.entries())
    zip.addBuffer(Buffer.from(page.fonts[index] ?? '', 'base64'), name, stored)
  for (const name of new Set(page.fontPackages))
    zip.addBuffer(Buffer.from(await readFontLicence(name)), `fonts/LICENSE-${name}.txt`, { mtime })
  const add = (name: string, read: () => Promise<StoredPicture | undefined>): void => {
    zip.addReadStreamLazy(name, stored, done => {
      read().then(
        picture => done(picture ? undefined : new Error(`${name} was deleted.`), Readable.from(bytesOf(picture))),
        error => done(error, Readable.from([])),
      )
    })
  }
  add(cardName, () => files.readCard(job))
  for (const [index, picture] of page.pictures.entries())
    for (const width of widthsOf(picture)) {
      const file = { index, width }
      add(`pictures/${fileNameOf(file)}`, () => files.readPicture(job, file))
    }
  zip.end()
  // A stream of its own, so that an error of a picture ends the answer.
  const output = Readable.from(zip.outputStream, { objectMode: false })
  zip.once('error', error => output.destroy(error))
  return output
}

function bytesOf(picture: StoredPicture | undefined): Buffer {
  return Buffer.from(picture?.data ?? '', 'base64')
}
