// Bytes of inputs: integers, repetition up to a size, and the place that makes two inputs different.

export const mebibyte = 1024 * 1024
/** Largest picture that is accepted, bytes. */
export const maxPictureBytes = 24 * mebibyte

/** Valid in Base64, JSON, XML and addresses. */
export const marker = 'id000000'

/** A copy with a number in the place of the marker. */
export function numbered(bytes: Buffer, number: number): Buffer {
  const at = bytes.lastIndexOf(marker)
  if (at < 0) throw new Error('The input has no marker.')
  const copy = Buffer.from(bytes)
  copy.write(`id${`${number}`.padStart(6, '0')}`, at, 'latin1')
  return copy
}

type Part = string | Buffer | readonly number[]

/** Texts are Latin-1. */
export function join(...parts: readonly Part[]): Buffer {
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
}

/** `head`, as many whole units as fit, and `tail`: together at most `length` bytes. */
export function filled(head: Part, unit: Part, tail: Part = marker, length = maxPictureBytes): Buffer {
  const [first, middle, last] = [join(head), join(unit), join(tail)]
  const times = Math.max(0, Math.floor((length - first.length - last.length) / middle.length))
  return Buffer.concat([first, repeated(middle, times), last])
}

export function repeated(unit: Part, times: number): Buffer {
  const bytes = join(unit)
  return times === 0 ? Buffer.alloc(0) : Buffer.alloc(bytes.length * times, bytes)
}

/** Big-endian. */
export function be(bytes: 2 | 4, ...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [at, value] of values.entries()) buffer.writeUIntBE(value, at * bytes, bytes)
  return buffer
}

/** Little-endian. */
export function le(bytes: 2 | 4, ...values: readonly number[]): Buffer {
  return bytes === 2 ? be(2, ...values).swap16() : be(4, ...values).swap32()
}

/** A box of ISO base media (ISO/IEC 14496-12, 4.2). */
export function box(type: string, ...contents: readonly Part[]): Buffer {
  const content = join(...contents)
  return join(be(4, content.length + 8), type, content)
}

/** Numbers that differ, each as its bytes. */
export function series(count: number, bytesOf: (index: number) => Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => bytesOf(index)))
}
