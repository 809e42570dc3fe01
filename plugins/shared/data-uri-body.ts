// Parses a body without the data URI in it, so that 25 MB of Base64 never become a JavaScript string (twice: body and property).
import { type DecodedDataUri, decodeStrictBase64, isDataUri } from '../../src/fetch/source-url.ts'

interface ParsedBody {
  /** The body; its `source_url` ends with the comma before the data. */
  readonly value: unknown
  readonly dataUri: DecodedDataUri
}

/** Shorter data, in characters, is parsed faster in place. */
const minDataLength = 16_384

const dataMark = ';base64,'

/**
 * Parses a body whose `source_url` is a long data URI in plain Base64. The body is parsed twice without the data, each time with another
 * character in its place: only if `source_url` shows both, the data belongs to it, whatever else the body contains (the same name at a
 * deeper level, the name twice, escaped names).
 *
 * @param parse reads JSON or throws.
 * @returns undefined when the body has to be parsed as a whole, if only for the exact error.
 */
export async function parseWithoutDataUri(
  body: Buffer,
  parse: (text: Buffer) => Promise<unknown>,
): Promise<ParsedBody | undefined> {
  const from = body.indexOf(dataMark) + dataMark.length
  const to = body.indexOf('"', from)
  if (from < dataMark.length || to - from < minDataLength) return undefined
  const parseWith = (placeholder: string) =>
    parse(Buffer.concat([body.subarray(0, from), Buffer.from(placeholder), body.subarray(to)]))
  try {
    const parsed = await parseWith('0')
    const head = sourceUrlOf(parsed)?.slice(0, -1) ?? ''
    if (!isDataUri(head) || head.indexOf(',') !== head.length - 1 || sourceUrlOf(parsed) !== `${head}0`)
      return undefined
    if (sourceUrlOf(await parseWith('1')) !== `${head}1`) return undefined
    const bytes = decodeStrictBase64(body.subarray(from, to))
    if (bytes === undefined || typeof parsed !== 'object' || parsed === null) return undefined
    return { value: Object.assign(parsed, { source_url: head }), dataUri: { head, bytes } }
  } catch {
    return undefined
  }
}

function sourceUrlOf(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null && 'source_url' in body && typeof body.source_url === 'string'
    ? body.source_url
    : undefined
}
