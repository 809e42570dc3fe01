// Metadata of a video from ffprobe: size, frame rate, duration, codec.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface Facts {
  readonly width: number
  readonly height: number
  readonly frames: number
  /** Seconds. */
  readonly duration: number
  /** Average frames per second. */
  readonly fps: number
  /** Whether all frames have the same duration. */
  readonly steady: boolean
  readonly codec: string
  readonly profile: string
  readonly pixelFormat: string
  /** Matrix, primaries, transfer and range; `unknown` where the video has no tag. */
  readonly color: readonly string[]
}

interface Probe {
  readonly streams: readonly {
    readonly width: number
    readonly height: number
    readonly codec_name: string
    readonly profile?: string
    readonly pix_fmt: string
    readonly color_space?: string
    readonly color_primaries?: string
    readonly color_transfer?: string
    readonly color_range?: string
  }[]
  readonly packets: readonly { readonly pts_time: string; readonly duration_time?: string }[]
}

/** Containers round times to a millisecond (WebM) or to less. */
const rounding = 0.0011

/** @param ffprobe The program. */
export const factsOf = async (ffprobe: string, file: string): Promise<Facts> => {
  const { stdout } = await execute(
    ffprobe,
    ['-v', 'error', '-select_streams', 'v:0', '-show_streams', '-show_packets', '-of', 'json', file],
    { maxBuffer: 2 ** 28 },
  )
  const { streams, packets }: Probe = JSON.parse(stdout)
  const [stream] = streams
  if (stream === undefined) throw new Error(`There is no film in ${file}`)
  const starts = packets.map(({ pts_time }) => Number(pts_time)).sort((a, b) => a - b)
  const steps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
  const [shortest, longest] = [Math.min(...steps), Math.max(...steps)]
  const usual = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / steps.length
  const unsaid = 'unknown'
  return {
    width: stream.width,
    height: stream.height,
    frames: packets.length,
    duration: usual * packets.length,
    fps: 1 / usual,
    steady: longest - shortest < rounding,
    codec: stream.codec_name,
    profile: stream.profile ?? '',
    pixelFormat: stream.pix_fmt,
    color: [
      stream.color_space ?? unsaid,
      stream.color_primaries ?? unsaid,
      stream.color_transfer ?? unsaid,
      stream.color_range ?? unsaid,
    ],
  }
}
