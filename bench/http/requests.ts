// What bench:http asks for. Every body is another one, unless its name says that it is repeated.
import { decodeImage } from '../../src/image/decode.ts'
import { detectFaces } from '../../src/style/faces/detect-faces.ts'
import { inputOf } from '../style/cost.ts'

/** What is measured: requests of one kind, to the service and to a bare server. */
export interface Subject {
  readonly name: string
  readonly url: string
  /** The headers and the body of a POST; a GET without. */
  readonly post?: (number: number) => { readonly type: string; readonly body: string | Buffer }
}

/** A picture to be analysed, and the processor time of looking for faces in it, ms. */
export interface Photograph extends Subject {
  readonly facesMs: number
}

const pictures = [
  ['12 MP JPEG', 'jpeg'],
  ['1080 × 1920 JPEG', 'jpeg'],
  ['512 px WebP', 'webp'],
] as const

/** Photographs as a file, in a form and as a data URI. */
export async function photographs(): Promise<readonly Photograph[]> {
  const subjects: Photograph[][] = []
  for (const [name, format] of pictures) {
    const type = `image/${format}`
    const bytes = inThrees(await inputOf(name))
    const facesMs = await timeOfFaces(bytes)
    const base64 = bytes.toString('base64')
    const bodies = {
      file: (number: number) => ({ type, body: Buffer.concat([bytes, suffix(number)]) }),
      form: (number: number) => ({
        type: `multipart/form-data; boundary=${boundary}`,
        body: Buffer.concat([formHead(type), bytes, suffix(number), formEnd]),
      }),
      'data URI': (number: number) => ({
        type: 'application/json',
        body: `{"source_url":"data:${type};base64,${base64}${suffix(number).toString('base64')}"}`,
      }),
    }
    const url = '/api/v1/analyze-vibe'
    subjects.push(Object.entries(bodies).map(([kind, post]) => ({ name: `${name}, ${kind}`, url, post, facesMs })))
  }
  return subjects.flat()
}

const faceLooks = { warmUp: 50, measured: 100 } as const

/** The bare server does not look for faces. */
async function timeOfFaces(bytes: Buffer): Promise<number> {
  const image = await decodeImage(bytes, { depth: 'medium', maxPixels: Number.POSITIVE_INFINITY })
  for (let look = 0; look < faceLooks.warmUp; look++) detectFaces(image, 'medium')
  const before = process.cpuUsage()
  for (let look = 0; look < faceLooks.measured; look++) detectFaces(image, 'medium')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / faceLooks.measured
}

/** Bytes after the end of a picture make it another file that looks the same. */
function suffix(number: number): Buffer {
  return Buffer.from(`${number}`)
}

/** So that a suffix in Base64 can follow. */
function inThrees(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((3 - (bytes.length % 3)) % 3)])
}

const boundary = 'bench-http'
const formEnd = Buffer.from(`\r\n--${boundary}--\r\n`)

function formHead(type: string): Buffer {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="picture"'
  return Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`)
}

export const otherRequests: readonly Subject[] = [
  { name: 'new page', url: '/api/v1/build-sparkpage', post: number => json(page(number)) },
  { name: 'new page, new style', url: '/api/v1/build-sparkpage', post: number => json(page(number, colorsOf(number))) },
  { name: 'repeated page', url: '/api/v1/build-sparkpage', post: () => json(page(0)) },
  { name: 'capture-media', url: '/api/v1/capture-media', post: number => json(capture(number)) },
  { name: 'health', url: '/api/health' },
]

function json(body: object) {
  return { type: 'application/json', body: JSON.stringify(body) }
}

const words =
  'Morning light over quiet harbour towns. Fresh bread, honest coffee and kind people! We Build Small Boats: join us, or Visit the Old Yard in Spring'.split(
    ' ',
  )

/** A text of pseudo-random words. */
function textOf(number: number, length: number): string {
  return Array.from({ length }, (_, index) => words[((number + 1) * (index + 7) * 7919) % words.length]).join(' ')
}

function page(number: number, colors: readonly string[] = ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC']) {
  const texts = {
    headline: textOf(number, 4),
    sub_headline: `${textOf(number, 14)} ${number}`,
    cta_button_text: 'Start free',
  }
  return { style_metadata: { colors }, content: texts }
}

function colorsOf(number: number): readonly string[] {
  return [1, 2, 3, 4].map(index => `#${((number * 7919 * index) % 0x1000000).toString(16).padStart(6, '0')}`)
}

function capture(number: number) {
  return { target_url: `https://example.com/${number}`, output_format: 'mp4', record_duration: '5s' }
}
