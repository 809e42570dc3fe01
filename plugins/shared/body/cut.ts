// Cuts the picture out of a raw body, so that 25 MB of Base64 never become a JavaScript string (twice: body and member).
import { type DecodedDataUri, decodeStrictBase64, isDataUri } from '../../../src/fetch/source-url.ts'

/** What was cut out of which body. */
const cuts = new WeakMap<object, DecodedDataUri>()

/** Fewer characters than this are parsed faster than they are cut. */
const shortest = 16_384

const mark = ';base64,'

/** source_url of a parsed body. */
const sourceOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'source_url' in body && typeof body.source_url === 'string'
    ? body.source_url
    : undefined

/**
 * The picture of an already parsed body, when it was cut out; `source_url` then ends with the comma before its data.
 */
export const cutOf = (body: object): DecodedDataUri | undefined => cuts.get(body)

/**
 * Parses a body whose `source_url` is a long and plain data URI. The body is parsed twice without the data, with another character in
 * its place each time: only where `source_url` shows both, the data belongs to it, whatever else the body holds (an equal name further
 * inside, the name twice, other escapes).
 *
 * @param parse reads JSON or throws.
 * @returns the body; undefined when nothing could be cut and it has to be parsed whole, if only for the exact error.
 */
export const parseCut = async (body: Buffer, parse: (text: Buffer) => Promise<unknown>): Promise<unknown> => {
  const from = body.indexOf(mark) + mark.length
  const to = body.indexOf('"', from)
  if (from < mark.length || to - from < shortest) return undefined
  const around = (stand: string) =>
    parse(Buffer.concat([body.subarray(0, from), Buffer.from(stand), body.subarray(to)]))
  try {
    const parsed = await around('0')
    const head = sourceOf(parsed)?.slice(0, -1) ?? ''
    if (!isDataUri(head) || head.indexOf(',') !== head.length - 1 || sourceOf(parsed) !== `${head}0`) return undefined
    if (sourceOf(await around('1')) !== `${head}1`) return undefined
    const bytes = decodeStrictBase64(body.subarray(from, to))
    if (bytes === undefined || typeof parsed !== 'object' || parsed === null) return undefined
    const cut = Object.assign(parsed, { source_url: head })
    cuts.set(cut, { head, bytes })
    return cut
  } catch {
    return undefined
  }
}
