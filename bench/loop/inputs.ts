// What a client may send to hold the event loop: every input as large as it is accepted.
import type { Message } from '../attack/clients.ts'
import { filmBytes, films } from './films.ts'
import { pictures } from './pictures.ts'
import { captures, downloads, forms, formType, heads, json, pages, picturePages } from './requests.ts'

export interface LoopInput {
  /** Its group, and what it is. */
  readonly name: string
  /** Its body, or what a server answers whose address is sent, holds the marker once; it is slow to make. */
  readonly message: () => Message
  readonly source?: () => {
    readonly bytes: Buffer
    readonly encode: (bytes: Buffer) => Buffer
    readonly coding: string
  }
  /** Processor time of the main thread at most, ms. */
  readonly maxCpuMs: number
}

const analyze = '/api/v1/analyze-vibe'
/** A film of 63 MiB has as much for each byte as a picture of 24 MiB. */
const limits = { usual: 60, largeJson: 150, largeFilm: 160 } as const

export const loopInputs: readonly LoopInput[] = [
  ...Object.entries(pictures).flatMap(([format, files]) => rows(format, files, bytes => file(bytes))),
  ...Object.entries(films).flatMap(([format, files]) => [
    ...rows(format, files, bytes => file(() => bytes(filmBytes.body))),
    ...rows(`${format} fetched`, files, bytes => ({
      ...download('identity', same, () => bytes(filmBytes.source)),
      maxCpuMs: limits.largeFilm,
    })),
  ]),
  ...rows('json', json, body => posted(analyze, 'application/json', body, limits.largeJson)),
  ...rows('page', pages, body => postedJson('/api/v1/build-sparkpage', body)),
  ...rows('page', picturePages, body => ({
    ...postedJson('/api/v1/build-sparkpage', body),
    maxCpuMs: limits.largeJson,
  })),
  ...rows('capture', captures, body => postedJson('/api/v1/capture-media', body)),
  ...rows('form', forms, ([path, body]) => posted(path, formType, body)),
  ...rows('head', heads, ([path, headers]) => ({ message: () => ({ path, headers }), maxCpuMs: limits.usual })),
  ...rows('download', downloads, ([coding, encode, bytes]) => download(coding, encode, bytes)),
]

type Unnamed = Omit<LoopInput, 'name'>

function rows<T>(group: string, entries: Readonly<Record<string, T>>, inputOf: (entry: T) => Unnamed) {
  return Object.entries(entries).map(([name, entry]) => ({ name: `${group}: ${name}`, ...inputOf(entry) }))
}

function posted(path: string, type: string, body: () => Buffer, maxCpuMs: number = limits.usual): Unnamed {
  return { message: () => ({ path, headers: { 'content-type': type }, body: body() }), maxCpuMs }
}

/** The format is detected from the bytes. */
function file(bytes: () => Buffer): Unnamed {
  return posted(analyze, 'application/octet-stream', bytes)
}

function postedJson(path: string, body: () => object): Unnamed {
  return posted(path, 'application/json', () => Buffer.from(JSON.stringify(body())))
}

function download(coding: string, encode: (bytes: Buffer) => Buffer, bytes: () => Buffer): Unnamed {
  const message = () => ({ path: analyze })
  return { message, source: () => ({ bytes: bytes(), encode, coding }), maxCpuMs: limits.usual }
}

function same(bytes: Buffer): Buffer {
  return bytes
}
