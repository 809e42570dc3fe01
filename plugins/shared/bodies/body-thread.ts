// The program of the thread that reads large bodies.
import { workerData } from 'node:worker_threads'
import { Problem } from '../../../src/errors.ts'
import { sha256 } from '../../../src/values/hash.ts'
import { serveTasks } from '../../../src/workers/thread.ts'
import type { BodyRules, Inspection } from '../input/inspection.ts'
import { readFormBody, readJsonBody } from './json-body.ts'

/** The kind of body, and the operation that reads it; undefined: not an operation of the API. */
export interface BodyTask {
  readonly operationId: string | undefined
  /** JSON, or the texts of a form. */
  readonly body: Uint8Array | readonly (readonly [name: string, text: unknown])[]
}

/** A body between threads: an error would lose its class. */
export interface BodyOutput {
  readonly value: unknown
  /** Length of the value as JSON. */
  readonly length: number
  readonly inspection: Inspection | undefined
  /** The bytes of a data URI, or the detail of the Problem if they cannot be decoded. */
  readonly dataUris: readonly DataUriOutput[]
}

interface DataUriOutput {
  readonly pointer: string
  readonly head: string
  readonly bytes: Uint8Array | string
  /** Undefined if there are no bytes. */
  readonly sha256: string | undefined
}

/** Passed to the thread when it starts. */
type RulesByOperation = Readonly<Record<string, BodyRules>>

const rulesByOperation: RulesByOperation = workerData

serveTasks<BodyTask, BodyOutput>(async ({ operationId = '', body }) => {
  const rules = rulesByOperation[operationId]
  const { value, inspection, dataUris } =
    body instanceof Uint8Array ? readJsonBody(body, rules) : readFormBody(body, rules)
  const pictures = [...dataUris].map(([pointer, { head, bytes }]) => ({
    pointer,
    head,
    ...(bytes instanceof Problem
      ? { bytes: bytes.message, sha256: undefined }
      : { bytes: ownMemory(bytes), sha256: sha256(bytes) }),
  }))
  return {
    value: { value, length: JSON.stringify(value ?? null).length, inspection, dataUris: pictures },
    transfer: pictures.flatMap(({ bytes }) => (typeof bytes === 'string' ? [] : [bytes.buffer])),
  }
})

/** Memory without other bytes, which can be moved: short data shares its memory, and escapes and line ends leave a rest behind the data. */
function ownMemory(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  if (bytes.buffer instanceof ArrayBuffer && bytes.length === bytes.buffer.byteLength)
    return new Uint8Array(bytes.buffer)
  const own = new Uint8Array(bytes.length)
  own.set(bytes)
  return own
}
