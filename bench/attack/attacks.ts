// What one client does to wear a service down, at the highest rate or at a given one. Runs in attacker-process.ts until that ends.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { bombs } from '../../test/bombs/index.ts'
import { nestedUse } from '../../test/bombs/svg.ts'
import { variant } from './send.ts'

interface Target {
  readonly address: string
  /** Waits for the next turn, where the rate is limited. */
  readonly pace: () => Promise<void>
  /** Counts `sent`, and answers by their status, or what happened instead. */
  readonly count: (what: string) => void
}

/** The client has one address of its own, whatever it does. */
const localAddress = '127.0.0.9'
const timeoutMs = 120_000

interface Load {
  readonly paths: readonly string[]
  readonly connections: number
  readonly bodyOf: (number: number) => string
}

/** Each connection sends the next request as soon as the last is answered. */
function post({ address, pace, count }: Target, { paths, connections, bodyOf }: Load): void {
  const pool = new Pool(address, { connections, localAddress, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  let number = 0
  const send = async (): Promise<void> => {
    number += 1
    const path = paths[number % paths.length] ?? '/'
    count('sent')
    const headers = { 'content-type': 'application/json' }
    const answer = await pool.request({ path, method: 'POST', headers, body: bodyOf(number) })
    await answer.body.dump()
    count(`${answer.statusCode}`)
  }
  const loop = async (): Promise<void> => {
    for (;;) {
      await pace()
      await send().catch(async error => {
        count(error.code ?? error.message)
        // A refused connection must not become a loop without a pause.
        await wait(10)
      })
    }
  }
  for (let connection = 0; connection < connections; connection++) void loop()
}

const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** So many members of eight bytes each, which nobody reads. */
function members(count: number): string {
  const letter = (at: number): string => letters[at % letters.length] ?? ''
  const keyOf = (at: number): string => letter(Math.floor(at / 3844)) + letter(Math.floor(at / 62)) + letter(at)
  return Array.from({ length: count }, (_, at) => `"${keyOf(at)}":1`).join(',')
}

const content = '"content":{"headline":"A","sub_headline":"B","cta_button_text":"C"}'

/** 0.9 MB of members that no operation knows. */
function unknownMembers(target: Target): void {
  const junk = members(112_000)
  const bodyOf = (number: number) =>
    number % 2 === 0
      ? `{"target_url":"https://example.com/${number}",${junk}}`
      : `{"style_metadata":{"colors":["#6D28D9"]},${content.replace('A', `A${number}`)},${junk}}`
  post(target, { paths: ['/api/v1/capture-media', '/api/v1/build-sparkpage'], connections: 32, bodyOf })
}

/** Just below 1 MiB of members of style_metadata, which is open to any. */
function ignoredMetadata(target: Target): void {
  const junk = members(130_000)
  const bodyOf = (number: number) =>
    `{"style_metadata":{"colors":["#6D28D9"],"a":{"b":[${number},{${junk}}]}},${content.replace('A', `A${number}`)}}`
  post(target, { paths: ['/api/v1/build-sparkpage'], connections: 16, bodyOf })
}

const dripEveryMs = 3000

/** Fetches that never end: the host sends a byte every three seconds. */
async function slowSources(target: Target): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.write(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
    const timer = setInterval(() => response.write('\0'), dripEveryMs)
    response.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const bodyOf = (number: number) => `{"source_url":"http://127.0.0.1:${port}/${number}.png"}`
  post(target, { paths: ['/api/v1/analyze-vibe'], connections: 256, bodyOf })
}

const idleSockets = 1000
const slowSockets = 100

/** Requests whose body never comes, or comes byte by byte. */
function silentBodies({ address, pace, count }: Target): void {
  const { hostname, port } = new URL(address)
  const head =
    'POST /api/v1/capture-media HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n'
  const open = async (isSlow: boolean): Promise<void> => {
    await pace()
    count('sent')
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    socket.on('connect', () => socket.write(head)).on('error', () => undefined)
    socket.on('data', data => count(/^HTTP\/1.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 'data'))
    const timer = isSlow ? setInterval(() => socket.write(' '), 1000) : undefined
    await once(socket, 'close').catch(() => undefined)
    clearInterval(timer)
    count('closed')
    await wait(10)
    void open(isSlow)
  }
  for (let at = 0; at < idleSockets; at++) void open(false)
  for (let at = 0; at < slowSockets; at++) void open(true)
}

/** Drawings of 48 KB that would be drawn 10^12 times, and films where ffmpeg is there. */
async function endlessDrawings(target: Target): Promise<void> {
  const drawing = nestedUse(12, 10).toString()
  const padding = `<!--${' '.repeat(48_000 - drawing.length)}-->`
  const film = await bombs.find(({ name }) => name === 'video: 20 PNG of 49 MP, 16 bits, interlaced')?.bytes()
  const bodyOf = (number: number) => {
    if (film && number % 8 === 0) {
      const bytes = Buffer.from(variant(film, 'video', number))
      return `{"source_url":"data:;base64,${bytes.toString('base64')}","media_type":"video"}`
    }
    return `{"source_url":"data:;base64,${Buffer.from(`${drawing}${padding}<!--${number}-->`).toString('base64')}"}`
  }
  post(target, { paths: ['/api/v1/analyze-vibe'], connections: 16, bodyOf })
}

export const attacks = {
  3: { title: '0.9 MB bodies of unknown members, 32 connections', start: unknownMembers },
  4: { title: '256 fetches of hosts that drip', start: slowSources },
  5: { title: '1100 requests whose body never comes', start: silentBodies },
  6: { title: 'drawings of nested use and films, 16 connections', start: endlessDrawings },
  10: { title: '1 MiB of ignored style_metadata, 16 connections', start: ignoredMetadata },
} as const

export type AttackName = keyof typeof attacks

export const attackNames: readonly AttackName[] = [3, 4, 5, 6, 10]
