// Who asks the service under attack: ordinary clients, and one that sends hostile files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'

export interface Answer {
  readonly operation: string
  /** 0: none within the time. */
  readonly status: number
  /** Code of the problem; empty for 200. */
  readonly code: string
  /** Of performance.now(). */
  readonly begun: number
  readonly ms: number
  /** Id of the record that it acknowledged; empty without one. */
  readonly record: string
  readonly hasRetryAfter: boolean
}

/** What is sent. */
export interface Message {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Without one it is a GET. */
  readonly body?: string | Buffer
}

/** A small file that is expensive to decode; `video` is sent with media_type video. */
export interface HostileFile {
  readonly name: string
  readonly format: string
  readonly expect: 'ok' | 'refused' | 'either'
  readonly file: string
}

/** The floods of one client; attacker.ts describes them. */
export const attackNames = [
  'unknown-members',
  'slow-sources',
  'silent-bodies',
  'endless-drawings',
  'ignored-metadata',
] as const
export type AttackName = (typeof attackNames)[number]

const clientCount = 12
const timeoutMs = 120_000
const pictureFolder = fileURLToPath(new URL('../../test/fixtures/pictures/', import.meta.url))
const pictures = readdirSync(pictureFolder)
  .filter(name => name.endsWith('.jpg'))
  .map(name => readFileSync(join(pictureFolder, name)))
const recordHeaders = ['x-analysis-id', 'x-project-id', 'x-capture-id'] as const

/** Path and JSON body of each operation; without a body it is a GET. No two numbers ask the same. */
const operations: Readonly<Record<string, (number: number) => readonly [path: string, body?: object]>> = {
  analyse: number => ['/api/v1/analyze-vibe', { source_url: dataUri(pictures[number % pictures.length], number) }],
  build: number => [
    '/api/v1/build-sparkpage',
    {
      style_metadata: { colors: ['#6D28D9', '#F59E0B'] },
      content: { headline: `Story ${number}`, sub_headline: 'From a picture to a page.', cta_button_text: 'Start' },
    },
  ],
  capture: number => ['/api/v1/capture-media', { target_url: `https://example.com/${number}` }],
  'export as text': () => ['/api/v1/export/txt/analysis?limit=100'],
  'export for print': () => ['/api/v1/export/pdf/projects?limit=100'],
}

export const operationNames = Object.keys(operations)

let asked = 1_000_000

/** Asks one operation as a client of some address. */
export async function askOperation(pool: Pool, operation: string): Promise<Answer> {
  asked += 1
  const [path, body] = operations[operation]?.(asked) ?? ['/']
  return send(pool, operation, body === undefined ? { path } : jsonMessage(path, body))
}

/** Twelve clients, at 127.0.1.1 to 127.0.1.12, who ask one operation each every 300 to 500 ms. */
export function startOrdinary(address: string) {
  let isOver = false
  const answers: Answer[] = []
  const client = async (at: number): Promise<void> => {
    const pool = new Pool(address, { connections: 1, localAddress: `127.0.1.${at + 1}`, headersTimeout: timeoutMs })
    await wait((at * 400) / clientCount)
    for (let turn = at; !isOver; turn++) {
      answers.push(await askOperation(pool, operationNames[turn % operationNames.length] ?? 'analyse'))
      await wait(300 + ((turn * 37) % 200))
    }
    await pool.destroy()
  }
  const work = Promise.all(Array.from({ length: clientCount }, (_, at) => client(at)))
  return {
    answers,
    stop: async () => {
      isOver = true
      await work
    },
  }
}

/** The hostile files of the tests, written by their program. */
export async function readHostileFiles(): Promise<readonly HostileFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const program = fileURLToPath(new URL('../../test/fixtures/hostile-files/program.ts', import.meta.url))
  const [code] = await once(spawn(process.execPath, ['--import', 'tsx', program, folder], { stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('The hostile files could not be written.')
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
}

/**
 * Sends a file.
 *
 * @param number another one makes another file of it that is as expensive.
 * @param localAddress of the client.
 */
export async function sendFile(
  address: string,
  { name, format, file }: HostileFile,
  number: number,
  localAddress = '127.0.0.8',
): Promise<Answer> {
  const pool = new Pool(address, { connections: 1, localAddress, headersTimeout: timeoutMs })
  const body = {
    source_url: variant(readFileSync(file), format, number),
    ...(format === 'video' && { media_type: 'video' }),
  }
  return send(pool, name, jsonMessage('/api/v1/analyze-vibe', body)).finally(() => pool.destroy())
}

/** Data behind the end of a picture makes it another one, in the form that its format skips. */
export function variant(bytes: Buffer, format: string, number: number): string {
  if (format === 'svg') return dataUri(bytes, `<!--${number}-->`)
  if (format !== 'video' && format !== 'avif') return dataUri(bytes, number)
  const digits = `${number}`.padStart(8, '0')
  // ISO base media: length and type. Matroska: the element Void with a length of eight (RFC 8794, 11.3.2).
  return dataUri(bytes, Buffer.from(bytes[0] === 0x1a ? `\xec\x88${digits}` : `\0\0\0\x10free${digits}`, 'latin1'))
}

function dataUri(bytes: Buffer = Buffer.alloc(0), end: Buffer | string | number = ''): string {
  const tail = Buffer.isBuffer(end) ? end : Buffer.from(`${end}`)
  return `data:;base64,${Buffer.concat([bytes, tail]).toString('base64')}`
}

export async function send(pool: Pool, operation: string, { path, headers, body }: Message): Promise<Answer> {
  const begun = performance.now()
  const answered = (status: number, code: string, record = '', hasRetryAfter = false): Answer => {
    return { operation, status, code, begun, ms: performance.now() - begun, record, hasRetryAfter }
  }
  try {
    const answer = await pool.request({
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: headers ?? {},
      body: body ?? null,
    })
    const text = await answer.body.text()
    const record = recordHeaders.map(name => answer.headers[name]).find(value => typeof value === 'string') ?? ''
    const hasRetryAfter = answer.headers['retry-after'] !== undefined
    return answered(answer.statusCode, codeIn(text, answer.statusCode), `${record}`, hasRetryAfter)
  } catch (error) {
    return answered(0, error instanceof Error ? error.message : `${error}`)
  }
}

function codeIn(text: string, status: number): string {
  if (status < 400 || !text.startsWith('{')) return ''
  const { code = '' }: { code?: string } = JSON.parse(text)
  return code
}

export function jsonMessage(path: string, body: object): Message {
  return { path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
