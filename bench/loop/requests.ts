// Requests that take long to read or to answer: JSON of 31 MB, pages, captures, forms, downloads, headers.
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { sectionTypes } from '../../schemas/page-content.ts'
import { filled, join, marker, maxPictureBytes, mebibyte, repeated, series } from './bytes.ts'

const jsonBytes = 31_000_000
/** Of JSON beside strings above 64 KiB. */
const textBytes = 1_048_000

/** JSON of 31 MB whose source is a text of a unit. */
const source =
  (head: string, unit: Buffer | string, tail = marker) =>
  () =>
    filled(`{"source_url":"data:${head}`, unit, `${tail}"}`, jsonBytes)
const lines = (digits: number, end: string) => `${'Ab+9'.repeat(digits / 4)}${end}`
const withText = (unit: string) => () => filled(`{"source_url":"x","a":"`, Buffer.from(unit), `${marker}"}`, jsonBytes)

/** Bodies of analyze-vibe. */
export const json: Readonly<Record<string, () => Buffer>> = {
  'Base64 in one line': source('image/png;base64,', 'Ab+9'),
  'percent-encoded SVG': source('image/svg+xml,', '%3C'),
  'Base64 in lines': source('image/png;base64,', lines(76, '\\n')),
  'Base64 in lines of 4': source('image/png;base64,', lines(4, '\\r\\n')),
  'Base64 with spaces': source('image/png;base64,', 'Ab 9'),
  'Base64 in percent escapes': source('image/png;base64,', '%41'),
  'Base64 in escapes': source('image/png;base64,', '\\u0041'),
  'Base64 with bad escapes at its end': source('image/png;base64,', 'Ab%2B', `${marker}%4`),
  'text of escaped surrogates': source('image/svg+xml,<svg ', '\\ud83d\\ude00'),
  'text of lone surrogates': source('image/svg+xml,<svg ', '\\ud800'),
  'text of emoji': source('image/svg+xml,<svg ', Buffer.from('😀')),
  'text of quotes': source('image/svg+xml,<svg ', '\\"'),
  'text of number signs': source('image/svg+xml,<svg ', '>#'),
  'address of 31 MB': () => filled('{"source_url":"https://example.com/', '%', `${marker}"}`, jsonBytes),
  'unknown text of escapes': withText('\\n'),
  'strings of 65 KB': () => filled('{"a":["', join(repeated('a', 66_000), '","'), `"],"b":"${marker}"}`, jsonBytes),
  'white space': () => filled('{', ' ', `"source_url":"${marker}"}`, jsonBytes),
  'a number of 31 MB': () => filled('{"source_url":', '9', `,"a":"${marker}"}`, jsonBytes),
  'empty strings': () => filled('{"source_url":[', '"",', `"${marker}"]}`, jsonBytes),
  'bytes that are no UTF-8 at the end': () => filled('{"source_url":"', 'a', join(marker, [0xff], '"}'), jsonBytes),
  'names that differ, 1 MB': () => members(100_000, '"source_url":"x"'),
  'names that differ, 31 MB': () => members(2_000_000, '"source_url":"x"'),
  'deep lists, 1 MB': () =>
    join('{"source_url":', repeated('[', textBytes / 2), repeated(']', textBytes / 2 - 99), `,"${marker}":1}`),
  'one name many times': () => filled('{', '"source_url":1,', `"a":"${marker}"}`, textBytes),
  'name of __proto__ many times': () => filled('{"a":[', '{"__proto__":1},', `"${marker}"]}`, textBytes),
}

function members(count: number, first: string): Buffer {
  return join(
    `{${first}`,
    series(count, at => join(`,"k${at.toString(36)}":1`)),
    `,"${marker}":1}`,
  )
}

const words =
  'Morning light over quiet harbour towns fresh bread honest coffee and kind people we build small boats'.split(' ')

/** A text of so many characters, another one for each number. */
function textOf(number: number, length: number): string {
  let text = ''
  for (let at = number * 7919 + 1; text.length < length; at += 1 + (number % 5)) text += `${words[at % words.length]} `
  return text.slice(0, length)
}

/** A page of twelve sections of 24 items with every member, whose texts have so many characters together. */
export function pageOf(number: number | string, length: number, settings: object = { fonts: 'system' }) {
  const size = length / 288
  const short = Math.min(60, size / 12)
  const seed = Number(number) || 0
  const itemOf = (at: number) => ({
    title: textOf(at, short),
    text: textOf(at + seed, Math.min(5000, Math.max(1, size - short * 6 - 120))),
    price: textOf(at + 1, short),
    period: textOf(at + 2, short),
    value: textOf(at + 3, short),
    cite: textOf(at + 4, short),
    role: textOf(at + 5, short),
    url: `https://example.com/${at}`,
  })
  const sections = Array.from({ length: 12 }, (_, section) => ({
    type: sectionTypes[section % sectionTypes.length],
    heading: `${textOf(section, 30)} ${number}`,
    text: textOf(section + seed, 60),
    items: Array.from({ length: 24 }, (_, item) => itemOf(section * 24 + item)),
  }))
  const content = { headline: `Story ${number}`, sub_headline: 'From a picture.', cta_button_text: 'Start', sections }
  return { style_metadata: { colors: ['#6D28D9', '#F59E0B'] }, content, export_settings: settings }
}

/** Twelve sections, each a text of 5,000 code points. */
function pageOfTexts(unit: string, members: object = {}): object {
  const text = unit.repeat(Math.ceil(5000 / [...unit].length)).slice(0, 5000)
  const sections = Array.from({ length: 12 }, (_, at) => ({ heading: `${at}`, text, ...members }))
  const content = { headline: marker, sub_headline: text, cta_button_text: text, sections, footer: text }
  return { style_metadata: { colors: ['#6D28D9'] }, content, export_settings: { fonts: 'system' } }
}

const long = (unit: string, length = textBytes - 500) => unit.repeat(length / unit.length)
const styled = (style: object, settings: object = {}) => ({
  style_metadata: { colors: ['#6D28D9'], ...style },
  content: { headline: marker, sub_headline: 'b', cta_button_text: 'c' },
  export_settings: { fonts: 'system', ...settings },
})
const everyItem = {
  title: 't'.repeat(200),
  text: 'x '.repeat(100),
  price: '€1',
  period: 'p',
  value: '1 %',
  cite: 'c',
  role: 'r',
  url: '#a',
  cta_text: 'go',
}

/** Bodies of build-sparkpage. */
export const pages: Readonly<Record<string, () => object>> = {
  'distinct sections of 217 KB': () => pageOf(marker, 217_000),
  'distinct sections of 217 KB, embedded fonts': () => pageOf(marker, 217_000, { fonts: 'embedded' }),
  'distinct sections of 1 MB': () => pageOf(marker, 980_000),
  'distinct sections of 1 MB, tailwind': () =>
    pageOf(marker, 980_000, { framework: 'tailwind', fonts: 'system', scheme: 'both' }),
  'texts of line breaks': () => pageOfTexts('a\n\n'),
  'texts of prices': () => pageOfTexts('Room €1\n'),
  'texts of questions': () => pageOfTexts('Why? Yes.\n\n'),
  'texts of quotes': () => pageOfTexts('“a” – '),
  'texts of addresses': () => pageOfTexts('a@a.de '),
  'texts of telephone numbers': () => pageOfTexts('+49 30 1-'),
  'texts of opening hours': () => pageOfTexts('Mon–Fri 9:00-17:00, '),
  'texts of digits': () => pageOfTexts('1'),
  'texts of white space': () => pageOfTexts(' \t\u00a0'),
  'texts of combining marks': () => pageOfTexts('a\u0300\u0316'),
  'texts of Chinese': () => pageOfTexts('漢字'),
  'texts of right to left': () => pageOfTexts('א\u202b'),
  'texts of joined emoji': () => pageOfTexts('👩\u200d'),
  'texts of lone surrogates': () => pageOfTexts('\ud83d'),
  'texts of markup': () => pageOfTexts('<&"'),
  'texts of hyphens': () => pageOfTexts('a-'),
  'every member of every item': () => ({
    ...styled({}),
    content: {
      headline: marker,
      sub_headline: 'b',
      cta_button_text: 'c',
      sections: Array.from({ length: 12 }, () => ({ heading: 'h', items: Array(24).fill(everyItem) })),
    },
  }),
  'prices of 24 tiers in every section': () => pageOfTexts('a', { type: 'prices', items: Array(24).fill(everyItem) }),
  'members of the content that are unknown': () => ({
    ...styled({}),
    content: JSON.parse(String(members(60_000, `"headline":"${marker}","sub_headline":"b","cta_button_text":"c"`))),
  }),
  'members of the style': () => styled(JSON.parse(String(members(60_000, '"colors":["#000"]')))),
  'palette of 40,000 colours': () => styled({ palette: Array(30_000).fill({ hex: '#123456', share: 1 }) }),
  'mood of 1 MB': () => styled({ mood: long('calm ') }),
  'placeholder of 1 MB': () => styled({ placeholder: long('L') }),
  'harmony of 1 MB': () => styled({ harmony: long('a ') }),
  'framework of 1 MB': () => styled({}, { framework: long('bulmo') }),
  'direction of 1 MB of accents': () => styled({}, { direction: long('\u0130', textBytes / 2 - 500) }),
  'preview of 1 MB': () => styled({ preview: { src: `data:image/webp;base64,${long('Ab+9')}`, width: 9, height: 9 } }),
}

/** Bodies of build-sparkpage with pictures, about 30 MB. */
export const picturePages: Readonly<Record<string, () => object>> = {
  'picture of 30 MB': () => ({
    ...styled({}),
    content: { ...styled({}).content, image: { src: `data:image/png;base64,${long('Ab+9', 30_000_000)}`, alt: '' } },
  }),
  'pictures of 100 KB': () => ({
    ...styled({}),
    content: {
      ...styled({}).content,
      sections: Array.from({ length: 12 }, () => ({
        heading: 'h',
        text: 't',
        items: Array(24).fill({ image: { src: `data:image/png;base64,${long('Ab+9', 100_000)}`, alt: '' } }),
      })),
    },
  }),
}

const captured = (request: object) => ({ target_url: `https://example.com/${marker}`, ...request })
const selectors = (unit: string) => captured({ hide_selectors: Array(32).fill(unit.repeat(1024 / unit.length)) })
const steps = (css: string) =>
  captured({ steps: Array.from({ length: 20 }, () => ({ action: 'css', css: css.repeat(10_000 / css.length) })) })

/** Bodies of capture-media. */
export const captures: Readonly<Record<string, () => object>> = {
  'selectors of :is(': () => selectors(':is('),
  'selectors of lists': () => selectors('a,'),
  'selectors of escapes': () => selectors('\\0'),
  'selectors of attributes': () => selectors('[a=""]'),
  'steps of long sheets': () => steps('a{b:c}'),
  'steps of braces': () => steps('{'),
  'steps of ends of scripts': () => steps('</script>`${'),
  'address of 8,192 characters': () => ({ target_url: `https://example.com/${marker}${'%c3'.repeat(2700)}` }),
  'host of 8,000 letters': () => ({ target_url: `https://${'ü'.repeat(8000)}.example/${marker}` }),
  'condition of 1 MB': () => captured({ wait_until: long('networkidla') }),
  'members that are unknown': () => JSON.parse(String(members(60_000, `"target_url":"https://example.com/${marker}"`))),
  'list of 200,000 statuses': () => captured({ accept_status: Array(200_000).fill(404) }),
}

const boundary = 'boundary'
const part = (name: string, content: Buffer | string, type = '') =>
  join(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${type && `; filename="a"\r\nContent-Type: ${type}`}\r\n\r\n`,
    content,
    '\r\n',
  )
const endOfForm = `--${boundary}--\r\n`

/** Forms, by the path that they are sent to. */
export const forms: Readonly<Record<string, readonly [path: string, () => Buffer]>> = {
  'file of boundaries almost': [
    '/api/v1/analyze-vibe',
    () => join(part('file', filled('GIF89a', '\r\n--boundar'), 'image/gif'), endOfForm),
  ],
  'file of line breaks': [
    '/api/v1/analyze-vibe',
    () => join(part('file', filled('GIF89a', '\r\n'), 'image/gif'), endOfForm),
  ],
  'parts without contents': [
    '/api/v1/analyze-vibe',
    () => join(repeated(part('a', ''), 300_000), part('b', marker), endOfForm),
  ],
  'header of a part of 31 MB': [
    '/api/v1/analyze-vibe',
    () => join(`--${boundary}\r\n`, repeated('a: b\r\n', 5_000_000), marker),
  ],
  'content of 1 MB of lists': [
    '/api/v1/build-sparkpage',
    () =>
      join(
        part('style_metadata', '{"colors":["#000"]}'),
        part('content', `{"a":[${'[],'.repeat(340_000)}"${marker}"]}`),
        endOfForm,
      ),
  ],
  'pictures of 100 KB': ['/api/v1/build-sparkpage', formOfPictures],
}

/** A picture for each item. */
function formOfPictures(): Buffer {
  const { content } = pageOf(marker, 1000)
  const texts = [part('style_metadata', '{"colors":["#000"]}'), part('content', JSON.stringify(content))]
  const picture = filled('GIF89a', '!\xfe\0', '', 100_000)
  const place = (at: number) => `sections.${Math.floor(at / 24)}.items.${at % 24}.image`
  return join(
    ...texts,
    series(280, at => part(place(at), picture, 'image/gif')),
    endOfForm,
  )
}

export const formType = `multipart/form-data; boundary=${boundary}`

const manyOf = (unit: string, length = 14_000) => unit.repeat(length / unit.length)

/** Requests with long heads. */
export const heads: Readonly<Record<string, readonly [path: string, headers: Readonly<Record<string, string>>]>> = {
  'accept of 14 KB': ['/api/v1/export/txt/analysis', { accept: `${manyOf('a/b;q=0.1,')}*/*` }],
  'accept-encoding of 14 KB': ['/docs/', { 'accept-encoding': `${manyOf('gzip;q=0.1,')}br` }],
  'accept-language of 14 KB': ['/api/health', { 'accept-language': manyOf('de;q=0.1,') }],
  'forwarded for 14 KB': ['/api/health', { 'x-forwarded-for': `${manyOf('1.1.1.1, ')}1.1.1.1` }],
  'etags of 14 KB': ['/api/v1/pages/page_00000000', { 'if-none-match': manyOf('W/"a",') }],
  'prefer of 14 KB': ['/api/v1/exports', { prefer: manyOf('handling=a,') }],
  'query of 14 KB': [`/api/v1/export/txt/analysis?${manyOf('a=%41&')}`, {}],
  'query of brackets': [`/api/v1/export/txt/analysis?limit=${manyOf('[')}`, {}],
  'path of 14 KB': [`/api/v1/pages/${manyOf('%41')}`, {}],
  'origin of 14 KB': ['/api/health', { origin: `https://${manyOf('a.')}b` }],
}

const lessThan = () => filled('<svg xmlns="http://www.w3.org/2000/svg">', '<', `<!--${marker}--></svg>`)
const gzipMember = gzipSync('')

/** What a loopback server answers: the coding, and the bytes before it. */
export const downloads: Readonly<
  Record<string, readonly [coding: string, encode: (bytes: Buffer) => Buffer, bytes: () => Buffer]>
> = {
  'svg of < as gzip': ['gzip', gzipSync, lessThan],
  'svg of < as deflate': ['deflate', deflateSync, lessThan],
  'svg of < as Brotli': [
    'br',
    bytes => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    lessThan,
  ],
  'gzip in gzip': ['gzip, gzip', bytes => gzipSync(gzipSync(bytes)), lessThan],
  'gzip of a million empty members': [
    'gzip',
    bytes => join(gzipSync(bytes.subarray(0, 40)), repeated(gzipMember, 1_000_000), gzipSync(bytes)),
    () => filled('GIF89a', '!\xfe\0', marker, mebibyte),
  ],
  'gzip of 1 GB': [
    'gzip',
    bytes => join(gzipSync(bytes), repeated(gzipSync(Buffer.alloc(64 * mebibyte)), 16)),
    () => filled('GIF89a', '!\xfe\0', marker, mebibyte),
  ],
  'gif of 24 MB as it is': ['identity', bytes => bytes, () => filled('GIF89a', '\0', marker, maxPictureBytes)],
}
