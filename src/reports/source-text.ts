// A stored source in a form that people read: the name of the file, and the place it came from.
import { formatTitles } from '../../schemas/media.ts'
import { truncateMiddle } from './format.ts'

interface SourceText {
  /** The file of an address, or the kind of an upload. */
  readonly name: string
  /** Host and folder of an address; '' if there is no more to say than the name. */
  readonly place: string
}

const addressPattern = /^https?:\/\/([^/]+)(.*)$/s

/** Maximum widths, columns: about two lines of a column of the printed table. */
export const maxSourceWidth = 56
const maxPlaceWidth = 64

/** @param source an address without query, or `data:` with its declared type */
export function describeSource(source: string): SourceText {
  const [, host = '', path = ''] = addressPattern.exec(source) ?? []
  if (host === '') return { name: describeUpload(source), place: '' }
  const folders = path.split('/').filter(segment => segment !== '')
  const file = folders.pop()
  if (file === undefined) return { name: host, place: '' }
  return { name: truncateMiddle(decodeSegment(file), maxSourceWidth), place: describePlace(host, folders) }
}

/** Formats whose names are not their media types in capitals. */
const namesOfFormats: ReadonlyMap<string, string> = new Map([
  ...Object.entries(formatTitles),
  ['svg+xml', formatTitles.svg],
  ['webm', 'WebM'],
  ['quicktime', 'QuickTime'],
])

const dataUriPattern = /^data:(?:image|video)\/(.+)$/
const shortName = /^[a-z0-9]{2,5}$/

/** data:image/jpeg → JPEG upload. Anything but a data URI stays as it is. */
function describeUpload(source: string): string {
  if (!source.startsWith('data:')) return source
  const subtype = dataUriPattern.exec(source)?.[1] ?? ''
  const format = namesOfFormats.get(subtype) ?? (shortName.test(subtype) ? subtype.toUpperCase() : '')
  if (format !== '') return `${format} upload`
  return source === 'data:' ? 'Upload' : `Upload, ${source.slice('data:'.length)}`
}

/** Leaves out the folders in the middle of a long address: example.com/…/summer/. */
function describePlace(host: string, folders: readonly string[]): string {
  const whole = [host, ...folders].map(decodeSegment).join('/')
  const short = [host, '…', ...folders.slice(-1)].map(decodeSegment).join('/')
  return truncateMiddle(whole.length > maxPlaceWidth && folders.length > 1 ? short : whole, maxPlaceWidth)
}

/** %E6%98%A5.png → 春.png. What is not UTF-8 stays encoded. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
