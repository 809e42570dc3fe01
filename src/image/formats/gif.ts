// GIF (89a): its header, a file whose uncovered area is transparent, and whether it holds nothing but pixels.
import { asBuffer, colorTableBytes, gifBlocks } from '../containers.ts'
import { type Header, rowsBytes } from '../header.ts'
import { byteAt, type RasterSize } from '../raster.ts'

/** Frames that are counted: more are refused. */
const maxCounted = 5001

/** Signature and size of the screen. */
const minBytes = 10

/** A whole frame of four channels; another one if the first frame is to be undone. */
export function readGif(file: Buffer): Header {
  if (file.length < minBytes) return { width: 0, height: 0, alpha: false, isLossless: true, decodingBytes: 0 }
  const { width, height, frames, isTransparent, isCovered, isUndone } = readFrames(file)
  const screen = screenOf(file)
  return {
    width,
    height,
    frames: Math.max(1, frames),
    alpha: isTransparent || !isCovered,
    isLossless: true,
    decodingBytes: screen.width * screen.height * (isUndone ? 8 : 4) + rowsBytes(screen.width * 4, screen.height),
  }
}

function screenOf(file: Buffer): RasterSize {
  return { width: file.readUInt16LE(6), height: file.readUInt16LE(8) }
}

interface Frames extends RasterSize {
  readonly frames: number
  /** Whether any frame has transparent pixels. */
  readonly isTransparent: boolean
  /** Whether the first frame covers the screen. */
  readonly isCovered: boolean
  /** Whether the first frame is undone before the second. */
  readonly isUndone: boolean
  /** Position of the trailer, present or missing. */
  readonly end: number
  /** Position of the image whose data are cut off by the end of the file; undefined if the file ends elsewhere. */
  readonly cutImage: number | undefined
}

/** The screen grows with the first frame, as in browsers. */
function readFrames(file: Buffer): Frames {
  let { width, height } = screenOf(file)
  let [frames, end, isTransparent, isCovered, isUndone] = [0, file.length, false, true, false]
  let lastImage: number | undefined
  for (const block of gifBlocks(file)) {
    if (block.kind === 'end') end = block.start
    else lastImage = block.kind === 'image' ? block.start : undefined
    if (block.kind !== 'image') continue
    isTransparent ||= block.isTransparent
    if (frames++ === 0) {
      isUndone = block.isUndone
      isCovered = block.left + block.top === 0 && block.width >= width && block.height >= height
      width = Math.max(width, block.left + block.width)
      height = Math.max(height, block.top + block.height)
    }
    if (frames === maxCounted) break
  }
  const cutImage = end > file.length ? lastImage : undefined
  return { width, height, frames, isTransparent, isCovered, isUndone, end, cutImage }
}

/** Whether a file ends within the data of an image, or without their end. */
export function isCutGif(file: Buffer): boolean {
  return file.length >= minBytes && readFrames(file).cutImage !== undefined
}

/**
 * Ends the data of an image in which a file ends, with missing pixels transparent: libnsgif drops a piece of data that is not whole, with
 * up to 255 bytes of pixels.
 */
function closeGif(file: Buffer, image: number): Buffer {
  const closed = Buffer.concat([file, Buffer.of(0), transparentControl, transparentPixel])
  let at = image + 11 + colorTableBytes(byteAt(file, image + 9))
  while (at + byteAt(file, at) < file.length) at += byteAt(file, at) + 1
  if (at < file.length) closed[at] = file.length - at - 1
  return closed
}

/**
 * Appends a transparent pixel as a last frame that is never shown: libvips then returns transparent pixels where no frame is.
 */
export function completeGif(bytes: Uint8Array): Uint8Array {
  const file = asBuffer(bytes)
  if (file.length < minBytes) return bytes
  const { isTransparent, isCovered, end, cutImage } = readFrames(file)
  if (cutImage !== undefined) return completeGif(closeGif(file, cutImage))
  if (isCovered || isTransparent) return bytes
  return Buffer.concat([file.subarray(0, end), transparentControl, transparentPixel])
}

const transparentControl = Buffer.from([0x21, 0xf9, 4, 1, 0, 0, 0, 0])
/** An image of one pixel in two colours of its own, the first of which is transparent, and the trailer. */
const transparentPixel = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0, 0x3b])

/** Extensions for transparency and for repetition, which says nothing about one frame; their contents are numbers. */
const cleanExtensions = /^!(?:\xF9\x04.{4}|\xFF\x0BNETSCAPE2\.0\x03.{3})\0/s
const trailer = 0x3b

/** One frame, with no other extension than these. */
export function isCleanGif(file: Buffer): boolean {
  let frames = 0
  let isClean = false
  for (const { kind, start } of gifBlocks(file)) {
    if (kind === 'image') frames++
    if (kind === 'extension' && !cleanExtensions.test(file.toString('latin1', start, start + 19))) return false
    if (kind === 'end') isClean = frames === 1 && file[start] === trailer && start === file.length - 1
  }
  return isClean
}
