// A name server on loopback (RFC 1035, over UDP) that answers what a test wants.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4, isIPv6 } from 'node:net'
import type { Test } from 'tap'

/** By name: what is answered first, second and so on; the last list stays. Entries are addresses or other names (CNAME). */
export type Zone = Readonly<Record<string, readonly (readonly string[])[]>>

const labels = (name: string): Buffer =>
  Buffer.concat([...name.split('.').flatMap(label => [Buffer.from([label.length]), Buffer.from(label)]), Buffer.of(0)])

/** The 16 bytes of an IPv6 address: the URL parser writes every spelling in groups. */
const sixBytes = (address: string): Buffer => {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter(Boolean)
  const gap = 8 - groups(head).length - groups(tail).length
  const whole = [...groups(head), ...Array(gap).fill('0'), ...groups(tail)]
  return Buffer.from(whole.map(group => group.padStart(4, '0')).join(''), 'hex')
}

const dataOf = (entry: string): Buffer =>
  isIPv4(entry) ? Buffer.from(entry.split('.').map(Number)) : isIPv6(entry) ? sixBytes(entry) : labels(entry)

const typeOf = (entry: string): number => (isIPv4(entry) ? 1 : isIPv6(entry) ? 28 : 5)

/** One resource record that nobody may keep: its time to live is 0. */
const record = (owner: string, entry: string): Buffer => {
  const data = dataOf(entry)
  const head = Buffer.from([0, typeOf(entry), 0, 1, 0, 0, 0, 0, 0, data.length])
  return Buffer.concat([labels(owner), head, data])
}

interface Question {
  readonly name: string
  readonly type: number
  /** Where the question ends in the message. */
  readonly end: number
}

const readQuestion = (message: Buffer): Question => {
  const parts: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    parts.push(message.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: parts.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

/**
 * Starts the server. A name that is not in the zone does not exist; one that begins with `silent` is never answered.
 *
 * @returns its `address:port`, and every question as `name type`.
 */
export const serveNames = async (t: Test, zone: Zone) => {
  const asked: string[] = []
  const listOf = (name: string, round: number): readonly string[] | undefined =>
    zone[name]?.[round] ?? zone[name]?.at(-1)

  /** The records of a name and of what it is an alias of. */
  const recordsOf = (name: string, type: number, round: number): readonly Buffer[] =>
    (listOf(name, round) ?? []).flatMap(entry => {
      if (typeOf(entry) === 5) return [record(name, entry), ...recordsOf(entry, type, round)]
      return typeOf(entry) === type ? [record(name, entry)] : []
    })

  const answer = (message: Buffer): Buffer => {
    const { name, type, end } = readQuestion(message)
    const question = `${name} ${type}`
    const round = asked.filter(other => other === question).length
    asked.push(question)
    const records = recordsOf(name, type, round)
    const head = Buffer.from(message.subarray(0, end))
    head.writeUInt16BE(listOf(name, round) ? 0x8180 : 0x8183, 2)
    head.writeUInt16BE(records.length, 6)
    head.writeUInt32BE(0, 8)
    return Buffer.concat([head, ...records])
  }

  const server = createSocket('udp4')
  server.on('message', (message, { port, address }) => {
    if (!readQuestion(message).name.startsWith('silent')) server.send(answer(message), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { server: `127.0.0.1:${server.address().port}`, asked }
}
