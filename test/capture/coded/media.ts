// Two videos and a GIF whose frames show their own time in the code, made by ffmpeg.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bits, cellsOf } from './code.ts'

/** Width and height of a cell, px: multiples of the encoders' blocks, so that no cell affects the next. */
const [width, height] = [16, 32]
const white = Buffer.alloc(width, 255)
const black = Buffer.alloc(width, 0)

/** A picture of a time, one byte of grey per pixel. */
export const codedPicture = (ms: number): Buffer => {
  const cells = cellsOf(ms)
  const upper = Buffer.concat(cells.map(on => (on ? white : black)))
  const lower = Buffer.concat(cells.map(on => (on ? black : white)))
  return Buffer.concat([...Array(height / 2).fill(upper), ...Array(height / 2).fill(lower)])
}

const codecs = {
  'clock.mp4': { rate: 60, words: ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'] },
  // WebM rounds times to a millisecond: at 25 fps they are whole already.
  'clock.webm': {
    rate: 25,
    words: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p', '-b:v', '1M'],
  },
  'clock.gif': { rate: 50, words: ['-loop', '0'] },
} as const

/** Names of the files that `makeMedia` writes. */
export const mediaNames = ['clock.mp4', 'clock.webm', 'clock.gif'] as const

const make = async (ffmpeg: string, file: string, rate: number, seconds: number, words: readonly string[]) => {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${bits * width}x${height}`, '-framerate', `${rate}`]
  const child = spawn(ffmpeg, ['-v', 'error', '-y', ...input, '-i', 'pipe:0', ...words, file], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const closed = once(child, 'close')
  const pictures = Array.from({ length: seconds * rate }, (_, index) => codedPicture((index * 1000) / rate))
  await pipeline(Readable.from(pictures), child.stdin)
  const [code] = await closed
  if (code !== 0) throw new Error(`ffmpeg could not make ${file}`)
}

/** Writes the files to a folder, each of the given duration in seconds. */
export const makeMedia = async (ffmpeg: string, folder: string, seconds: number): Promise<void> => {
  for (const name of mediaNames) {
    const { rate, words } = codecs[name]
    await make(ffmpeg, join(folder, name), rate, seconds, words)
  }
}
