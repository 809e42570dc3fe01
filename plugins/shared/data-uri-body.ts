// Parses a JSON body without its long strings, such as the data URI of a picture, which is decoded in pieces: no turn of the event loop takes long.
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { previewLimits } from '../../schemas/style.ts'
import { Problem } from '../../src/errors.ts'
import { type DecodedDataUri, isDataUri, startDataUri } from '../../src/fetch/data-uri.ts'
import { isObject } from '../../src/is-object.ts'
import { findPictures, pointerOfSource } from '../../src/pictures/places.ts'

export interface ParsedBody {
  readonly value: unknown
  /** The data URIs of pictures that are long strings, by the pointers of these. */
  readonly dataUris: ReadonlyMap<string, DecodedDataUri>
}

/** Parses a text or throws. The second argument turns a position in the text into one in the body. */
type ParseText = (text: Buffer, positionIn: (position: number) => number) => unknown

/** Longer strings are cut out; bytes. No property but those of pictures has a longer value that means something. */
const longStringBytes = 65_536

/** What is left of a string that was cut out, bytes: enough for messages that quote it. */
const keptBytes = 256

/** Pieces of a string that are processed in one turn of the event loop: 1 to 5 ms. */
const piecesPerTurn = 4

/** ASCII codes. */
const [quote, backslash, letterU] = [0x22, 0x5c, 0x75]

/**
 * Parses a body whose strings may be long. Each of them is shortened and marked with a random token, which shows after parsing whether it
 * is the source of a picture, whatever else the body contains (the same name at a deeper level, the name twice, escaped names).
 *
 * @param maxBytes largest text that is parsed at once: the body without its long strings.
 * @throws Problem `body_too_large` when that is exceeded, `invalid_json`, and what `parse` throws.
 */
export async function parseWithoutLongStrings(body: Buffer, maxBytes: number, parse: ParseText): Promise<ParsedBody> {
  const token = randomUUID()
  const { text, cuts } = await cutLongStrings(body, maxBytes, token)
  await nextTurn()
  const value = parse(text, position => {
    const { to, at } = cuts.findLast(({ at }) => at <= position) ?? { to: 0, at: 0 }
    return position + to - at
  })
  const sources = new Map(findSources(value).map(source => [markOf(source), source]))
  const dataUris = new Map<string, DecodedDataUri>()
  for (const [index, cut] of cuts.entries()) {
    await nextTurn()
    const source = sources.get(`${token}:${index}`)
    if (!source) await readPieces(body, cut, parseString)
    else {
      const { address, dataUri } = await readSource(body, cut)
      const text = source.isText && dataUri ? dataUriText(dataUri) : dataUri?.head || address
      if (dataUri && !source.isText) dataUris.set(source.pointer, dataUri)
      Object.assign(source.parent, { [source.name]: text })
    }
  }
  return { value, dataUris }
}

/** A member that may hold a data URI. */
interface SourceMember {
  readonly pointer: string
  readonly parent: Readonly<Record<string, unknown>>
  readonly name: string
  /** Whether it stays a text. */
  readonly isText: boolean
}

/** The sources of pictures in the bodies of all operations. */
function findSources(body: unknown): readonly SourceMember[] {
  if (!isObject(body)) return []
  const { style_metadata: style, content } = body
  // Also of a whole analysis in the place of its style.
  const styles = [style, isObject(style) ? style.style_metadata : undefined].filter(isObject)
  return [
    { pointer: '/source_url', parent: body, name: 'source_url', isText: false },
    ...styles.map(({ preview }) => ({
      pointer: '/style_metadata/preview/src',
      parent: isObject(preview) ? preview : {},
      name: 'src',
      isText: true,
    })),
    ...findPictures(content).map(({ path, picture }) => ({
      pointer: pointerOfSource(path),
      parent: picture,
      name: 'src',
      isText: false,
    })),
  ]
}

/** The end of a string that was cut out: the token and its index. */
function markOf({ parent, name }: SourceMember): string {
  const text = Object.hasOwn(parent, name) ? parent[name] : ''
  return typeof text === 'string' ? (/[^:]{36}:\d+$/.exec(text)?.[0] ?? '') : ''
}

/** Only a preview is needed as text again. */
function dataUriText({ head, bytes }: DecodedDataUri): string {
  return bytes instanceof Buffer && bytes.length <= previewLimits.maxBytes ? head + bytes.toString('base64') : head
}

interface Cut {
  /** First byte of the string in the body, and the one behind its last. */
  readonly from: number
  readonly to: number
  /** The position of the latter in the text. */
  readonly at: number
}

async function cutLongStrings(body: Buffer, maxBytes: number, token: string) {
  const parts: Buffer[] = []
  const cuts: Cut[] = []
  let length = 0
  let keptFrom = 0
  const keep = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  let open = body.indexOf(quote)
  while (open !== -1 && length + open - keptFrom <= maxBytes) {
    const from = open + 1
    let to = pieceEnd(body, from)
    if (to < body.length && body[to] !== quote) {
      to = await stringEnd(body, to)
      keep(body.subarray(keptFrom, pieceEnd(body, from, keptBytes)))
      keep(Buffer.from(`${token}:${cuts.length}`))
      cuts.push({ from, to, at: length })
      if (cuts.length % piecesPerTurn === 0) await nextTurn()
      keptFrom = to
    }
    open = body.indexOf(quote, to + 1)
  }
  if (length + (open === -1 ? body.length : open) - keptFrom > maxBytes)
    throw new Problem('body_too_large', {
      detail: `Even without its strings of more than 64 KiB, the body is larger than ${maxBytes / 1_048_576} MiB.`,
    })
  keep(body.subarray(keptFrom))
  return { text: Buffer.concat(parts), cuts }
}

/**
 * Finds the end of a string, or where it can be divided: not within an escape sequence or a character.
 *
 * @returns the position of its closing quote, or of the first byte of the next piece.
 */
function pieceEnd(body: Buffer, from: number, maxLength = longStringBytes): number {
  const piece = body.subarray(from, from + maxLength)
  const end = piece.indexOf(quote)
  let at =
    from + (piece.includes(backslash) ? endBeyondEscapes(body, from, piece.length) : end === -1 ? piece.length : end)
  while (isContinuation(body[at])) at++
  return Math.min(at, body.length)
}

/** How long a piece with escape sequences is, of which the last may reach beyond `maxLength`. */
function endBeyondEscapes(body: Buffer, from: number, maxLength: number): number {
  // A copy, since each byte of a resizable ArrayBuffer takes ten times as long to read.
  const bytes = Buffer.from(body.subarray(from, from + maxLength + 1))
  let at = 0
  while (at < maxLength && bytes[at] !== quote) at += bytes[at] !== backslash ? 1 : bytes[at + 1] === letterU ? 6 : 2
  return at
}

/** Whether a byte continues a UTF-8 character. */
function isContinuation(byte = 0): boolean {
  return (byte & 0xc0) === 0x80
}

/** @returns the position of the closing quote of a string, or the length of the body without one. */
async function stringEnd(body: Buffer, from: number): Promise<number> {
  const next = body.indexOf(quote, from)
  // As in every string without escape sequences.
  if (next === -1 || body[next - 1] !== backslash) return next === -1 ? body.length : next
  let at = from
  for (let piece = 1; at < body.length && body[at] !== quote; piece++) {
    at = pieceEnd(body, at)
    if (piece % piecesPerTurn === 0) await nextTurn()
  }
  return at
}

/** Calls `onPiece` with the parts of a string in turn. @throws what it throws */
async function readPieces(body: Buffer, { from, to }: Cut, onPiece: (piece: Buffer) => void): Promise<void> {
  let at = from
  for (let piece = 1; at < to; piece++) {
    const end = pieceEnd(body, at)
    onPiece(body.subarray(at, end))
    at = end
    if (piece % piecesPerTurn === 0) await nextTurn()
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text in ASCII without escape sequences, which is what it says. */
const plainText = /^[ !#-[\]-~]*$/

/** The text of a part of a string. @throws Problem `invalid_json` */
function parseString(piece: Buffer): string {
  const text = piece.toString('latin1')
  if (plainText.test(text)) return text
  try {
    return JSON.parse(`"${utf8.decode(piece)}"`)
  } catch {
    throw new Problem('invalid_json', { detail: 'The body is not JSON in UTF-8: a long string is invalid.' })
  }
}

/** Reads the source of a picture: a data URI, or an address of which the first piece is already too long. */
async function readSource(body: Buffer, cut: Cut) {
  const address = parseString(body.subarray(cut.from, pieceEnd(body, cut.from)))
  if (!isDataUri(address)) {
    await readPieces(body, cut, parseString)
    return { address, dataUri: undefined }
  }
  const decoder = startDataUri(address, cut.to - cut.from)
  await readPieces(body, cut, piece => {
    // Digits are valid JSON, and need not be read twice.
    if (!decoder.addDigits(piece.toString('latin1'))) decoder.add(parseString(piece))
  })
  return { address, dataUri: decoder.end() }
}
