// The frames of a video, decoded by ffmpeg and streamed one by one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Format {
  readonly width: number
  readonly height: number
  /** Bytes per pixel: 1 for grey, 3 for sRGB. */
  readonly channels: 1 | 3
  /** Filters of ffmpeg before the conversion to pixels. */
  readonly filters: readonly string[]
}

const pixels = { 1: 'gray', 3: 'rgb24' } as const

/** A yielded frame is valid only until the next one is requested. */
export async function* framesOf(ffmpeg: string, file: string, format: Format): AsyncGenerator<Buffer> {
  const { width, height, channels, filters } = format
  const chain = [...filters, `format=${pixels[channels]}`].join(',')
  // Passed through: by default ffmpeg duplicates and drops frames for a constant rate.
  const words = ['-map', '0:v:0', '-vf', chain, '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1']
  const child = spawn(ffmpeg, ['-v', 'error', '-i', file, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const frame = Buffer.alloc(width * height * channels)
  let filled = 0
  for await (const chunk of child.stdout) {
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.copy(frame, filled, from)
      from += taken
      filled += taken
      if (filled < frame.length) continue
      yield frame
      filled = 0
    }
  }
  await closed
}
