// Runs ffmpeg: one process, one thread, a film in and frames out through pipes, and its log parsed for what it says about them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { VideoFormat } from '../../schemas/media.ts'
import { Problem } from '../errors.ts'
import type { CodedPicture, ColorTags } from './video-color.ts'

interface FfmpegOptions {
  /** The program: a path, or a name to look up in PATH. */
  readonly path: string
  readonly format: VideoFormat
  /** Longest side of a frame, px. */
  readonly side: number
  /** Largest width × height of a frame in the file. */
  readonly maxPixels: number
  /** Whether all frames are skipped but those that refer to no other. */
  readonly isIntraOnly: boolean
  /** The decoder; default: that of the codec. */
  readonly decoder?: string | undefined
}

/** A frame of an odd time. */
export interface Frame extends CodedPicture, ColorTags {
  /** Time in the file, in ticks. */
  readonly timestamp: number
  /** Size as it is stored, px. */
  readonly codedWidth: number
  readonly codedHeight: number
  /** Width of a stored pixel, its height being 1. */
  readonly pixelAspect: number
}

export interface DecodedFilm {
  readonly frames: readonly Frame[]
  readonly codec: string
  /** Name of the format of the stored pixels. */
  readonly pixelFormat: string
  /** Size of the stored frames, px; 0 when there is no video. */
  readonly codedWidth: number
  readonly codedHeight: number
}

/** Pixels of a frame at most: 8K with its padding to whole blocks. */
export const maxFramePixels = 8192 * 4352

/**
 * Pixels of a frame up to which frames are decoded that need others: decoders keep up to 16 of them. It is somewhat more than 1920 × 1080;
 * of larger ones, only frames at which decoding can begin are.
 */
export const maxDependentPixels = 2 ** 21

/**
 * Decodes the frames of a film whose times are odd.
 *
 * @param pieces the film, in consecutive pieces.
 * @returns what ffmpeg got, in the size in which they are shown, not turned.
 * @throws Problem `video_unavailable`.
 */
export async function decodeFrames(pieces: readonly Uint8Array[], options: FfmpegOptions): Promise<DecodedFilm> {
  // Only PATH: our settings and secrets stay here.
  const env = { PATH: process.env.PATH }
  const child = spawn(options.path, ffmpegArguments(options), { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'close').catch(cause => {
    throw unavailable(cause)
  })
  ended.catch(() => undefined) // awaited below, after the frames
  child.stdin.on('error', () => undefined) // ffmpeg may stop reading before the end
  const log = createLogParser()
  child.stderr.setEncoding('latin1').on('data', log.add)
  child.stdin.cork()
  for (const piece of pieces) child.stdin.write(piece)
  child.stdin.end()
  try {
    const chunks: Buffer[] = []
    for await (const chunk of child.stdout) chunks.push(chunk)
    await ended
    return log.result(Buffer.concat(chunks))
  } finally {
    child.kill('SIGKILL')
  }
}

/** The demuxer is chosen by our own detection: left to guess, ffmpeg would also accept playlists and lists of files. */
const demuxers: Readonly<Record<VideoFormat, string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska', mkv: 'matroska' }

const decoders =
  'h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,mpeg2video,mpeg1video,h263,mjpeg,prores,dnxhd,png,qtrle,rawvideo,theora'

function ffmpegArguments({ format, side, maxPixels, isIntraOnly, decoder }: FfmpegOptions): readonly string[] {
  const codec = decoder ? words(`-c:v ${decoder}`) : []
  return [
    ...words(`-hide_banner -nostdin -nostats -loglevel info -max_alloc ${2 ** 28} -filter_threads 1`),
    ...words(`-protocol_whitelist pipe -f ${demuxers[format]} -codec_whitelist ${decoders} -max_pixels ${maxPixels}`),
    ...words(`-threads 1 -max_streams 32 -skip_frame ${isIntraOnly ? 'nointra' : 'default'} -noautorotate`),
    ...codec,
    ...words('-copyts -i pipe:0 -map 0:v:0'),
    ...words(`-vf select=mod(pts\\,2),showinfo=checksum=0,${scaleFilter(side)},showinfo=checksum=0`),
    ...words('-fps_mode passthrough -pix_fmt yuva444p16le -threads 1 -f rawvideo pipe:1'),
  ]
}

/**
 * To the size in which the film is shown: pixels become square by making the shorter side longer, as in browsers. The matrix of RGB is the
 * one that is undone after; it does not change that of other films, since both are the same.
 */
function scaleFilter(side: number): string {
  const [width, height] = ['(iw*max(1\\,sar))', '(ih*max(1\\,1/sar))']
  const scale = `min(1\\,${side}/max(${width}\\,${height}))`
  const [w, h] = [width, height].map(length => `max(1\\,round(${length}*${scale}))`)
  return `scale=w=${w}:h=${h}:flags=neighbor+full_chroma_int+accurate_rnd:in_color_matrix=bt709:out_color_matrix=bt709:out_range=tv`
}

function words(text: string): readonly string[] {
  return text.split(' ')
}

function unavailable(cause: unknown): Problem {
  return new Problem('video_unavailable', {
    detail: 'Reading a video needs ffmpeg, which does not run here. Send a still picture.',
    cause,
  })
}

/** Characters of a line that are parsed; metadata can be of any length. */
const maxLogLine = 4096

type LoggedFrame = Omit<Frame, 'planes'>

export function createLogParser() {
  const frames: LoggedFrame[] = []
  let stream: Omit<DecodedFilm, 'frames'> = { codec: 'unknown', pixelFormat: '', codedWidth: 0, codedHeight: 0 }
  let rest = ''

  const parseLine = (line: string): void => {
    const [frame, size, tags] = [parseDecoded(line), parseScaled(line), parseTags(line)]
    const last = frames.at(-1)
    if (frame) frames.push(frame)
    else if (last) frames[frames.length - 1] = { ...last, ...size, ...tags }
    else if (stream.codedWidth === 0) stream = parseStream(line) ?? stream
  }

  return {
    /** Takes the next piece of the log. */
    add: (text: string): void => {
      const lines = (rest + text).split('\n')
      rest = lines.splice(-1).join('').slice(0, maxLogLine)
      for (const line of lines) parseLine(line.slice(0, maxLogLine))
    },
    /** @param output the frames, one after the other; what is incomplete at the end is dropped. */
    result: (output: Buffer): DecodedFilm => {
      let end = 0
      const complete = frames.flatMap(frame => {
        const planes = output.subarray(end, end + frame.width * frame.height * bytesPerPixel)
        end += frame.width * frame.height * bytesPerPixel
        return end <= output.length ? [{ ...frame, planes }] : []
      })
      return { ...stream, frames: complete }
    },
  }
}

/** Four planes of 16 bits. */
const bytesPerPixel = 8

const streamLine = /^ {2}Stream #0:\d+.*?: Video: (\w+).*?, (\w+)(?:\([^)]*\))?, (\d+)x(\d+)/
/** Lines of the filter before scaling and of the one after it. */
const decodedLine = /^\[Parsed_showinfo_1 .*?\] n: *\d+ pts: *(\d+) .*\bsar:(\d+)\/(\d+) s:(\d+)x(\d+)/
const tagsLine = /^\[Parsed_showinfo_1 .*?\] color_range:\S+ color_space:(\S+) color_primaries:(\S+) color_trc:(\S+)/
const scaledLine = /^\[Parsed_showinfo_3 .*?\] n: *\d+ .*\bs:(\d+)x(\d+)/

/** The facts of a line about a video stream; undefined for any other line. */
function parseStream(line: string): Omit<DecodedFilm, 'frames'> | undefined {
  const [, codec, pixelFormat = '', width, height] = streamLine.exec(line) ?? []
  if (codec === undefined) return undefined
  return { codec: codec.slice(0, 32), pixelFormat, codedWidth: Number(width), codedHeight: Number(height) }
}

function parseDecoded(line: string): LoggedFrame | undefined {
  const match = decodedLine.exec(line)
  if (match === null) return undefined
  const [timestamp = 0, wide = 0, high = 0, codedWidth = 0, codedHeight = 0] = match.slice(1).map(Number)
  const pixelAspect = wide > 0 && high > 0 ? wide / high : 1
  const unknown = { matrix: 'unknown', primaries: 'unknown', transfer: 'unknown', width: 0, height: 0 } as const
  return { timestamp, codedWidth, codedHeight, pixelAspect, ...unknown }
}

function parseTags(line: string): ColorTags | undefined {
  const [, matrix, primaries = '', transfer = ''] = tagsLine.exec(line) ?? []
  return matrix === undefined ? undefined : { matrix, primaries, transfer }
}

function parseScaled(line: string): { readonly width: number; readonly height: number } | undefined {
  const [, width, height] = scaledLine.exec(line) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}
