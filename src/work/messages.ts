// Messages on a pipe between two of our processes: a few members as JSON, and raw bytes behind them.
import type { Readable, Writable } from 'node:stream'

export interface Message<Head> {
  readonly head: Head
  readonly bytes: Buffer
}

/** Two unsigned 32-bit numbers: the length of the JSON text and that of the bytes. */
const prefixLength = 8

/** The text of the head is written together with the prefix; the bytes go as they are, without a copy. */
export function writeMessage(stream: Writable, head: unknown, bytes: Uint8Array = new Uint8Array()): void {
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixLength)
  prefix.writeUInt32LE(text.length)
  prefix.writeUInt32LE(bytes.length, 4)
  stream.write(Buffer.concat([prefix, text]))
  if (bytes.length > 0) stream.write(bytes)
}

/** Collects exactly `length` bytes in memory of that size. */
function createCollector(length: number) {
  const memory = Buffer.allocUnsafeSlow(length)
  let filled = 0
  return {
    /** @returns how many bytes of the chunk were taken. */
    take: (chunk: Buffer): number => {
      const taken = chunk.copy(memory, filled)
      filled += taken
      return taken
    },
    isFull: () => filled === length,
    memory,
  }
}

/** Calls `onMessage` for every whole message that arrives on the stream. */
export function readMessages<Head>(stream: Readable, onMessage: (message: Message<Head>) => void): void {
  let prefix = createCollector(prefixLength)
  let body: ReturnType<typeof createCollector> | undefined

  const finish = (memory: Buffer): void => {
    const headLength = prefix.memory.readUInt32LE()
    const head: Head = JSON.parse(memory.toString('utf8', 0, headLength))
    prefix = createCollector(prefixLength)
    body = undefined
    onMessage({ head, bytes: memory.subarray(headLength) })
  }

  stream.on('data', (chunk: Buffer) => {
    for (let rest = chunk; rest.length > 0; ) {
      rest = rest.subarray((body ?? prefix).take(rest))
      if (!prefix.isFull()) continue
      body ??= createCollector(prefix.memory.readUInt32LE() + prefix.memory.readUInt32LE(4))
      if (body.isFull()) finish(body.memory)
    }
  })
}
