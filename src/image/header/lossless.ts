// Tells WebP files that hold every pixel exactly from those that do not.

/** Where the first chunk of a RIFF file begins, and how long the header of a chunk is: its name, and the length of what follows. */
const firstChunk = 12
const header = 8
/** Bytes of the header of a frame before its own chunks (RFC 9649, 2.7.1.1). */
const frameHeader = 16
/** Chunks that come before the first pixels: metadata, a profile, an alpha plane, and room for unknown ones. */
const mostChunks = 32

/**
 * Walks the chunks (RFC 9649, 2.7) to the first that holds pixels.
 *
 * @param bytes a WebP file; any other bytes are fine.
 * @returns whether those are VP8L: lossless.
 */
export const isLosslessWebp = (bytes: Uint8Array): boolean => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = firstChunk
  for (let count = 0; count < mostChunks && at + header <= file.length; count++) {
    const name = file.toString('latin1', at, at + 4)
    if (name === 'VP8L' || name === 'VP8 ') return name === 'VP8L'
    const length = file.readUInt32LE(at + 4)
    // A frame of an animation holds chunks itself; the others are passed over, padded to an even length.
    at += header + (name === 'ANMF' ? frameHeader : length + (length % 2))
  }
  return false
}
