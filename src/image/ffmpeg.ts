// Runs ffmpeg: one process, one thread, the file in and frames out through pipes, and its log parsed for metadata.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { VideoFormat } from '../../schemas/media.ts'
import { Problem } from '../errors.ts'

interface FfmpegOptions {
  /** The program: a path, or a name to look up in PATH. */
  readonly path: string
  readonly format: VideoFormat
  /** Longest side of a frame, px. */
  readonly side: number
  /** Largest width × height of a frame in the file. */
  readonly maxPixels: number
  /** Keyframes that are decoded at most. */
  readonly maxFrames: number
  /** Whether ffmpeg also counts the other frames, without decoding them, to find the end of the video. */
  readonly toEnd: boolean
}

export interface Frame {
  readonly width: number
  readonly height: number
  /** Red, green and blue of each pixel, rows from the top. */
  readonly rgb: Buffer
}

/** Pixels of a frame at most: 8K with its padding to whole blocks. */
export const maxFramePixels = 8192 * 4352

/**
 * Decodes the keyframes of a video.
 *
 * @param pieces the file, in consecutive pieces.
 * @param onFrame is called with every keyframe and its number.
 * @returns what the log says, as far as ffmpeg got.
 * @throws Problem `video_unavailable`.
 */
export async function readKeyframes(
  pieces: readonly Buffer[],
  options: FfmpegOptions,
  onFrame: (frame: Frame, number: number) => void,
): Promise<VideoLog> {
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
  for (const piece of pieces) child.stdin.write(piece)
  child.stdin.end()
  try {
    let number = 0
    for await (const frame of parsePpmFrames(child.stdout)) onFrame(frame, number++)
    await ended
  } finally {
    child.kill('SIGKILL')
  }
  return log.result()
}

/** The demuxer is chosen by our own detection: left to guess, ffmpeg would also accept playlists and lists of files. */
const demuxers: Readonly<Record<VideoFormat, string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska', mkv: 'matroska' }

const decoders =
  'h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,mpeg2video,mpeg1video,h263,mjpeg,prores,dnxhd,png,qtrle,rawvideo,theora'

function ffmpegArguments({ format, side, maxPixels, maxFrames, toEnd }: FfmpegOptions): readonly string[] {
  const scale = `w=min(iw\\,${side}):h=min(ih\\,${side}):force_original_aspect_ratio=decrease`
  return [
    ...words(`-hide_banner -nostdin -nostats -loglevel info -max_alloc ${2 ** 28} -filter_threads 1`),
    ...words(`-protocol_whitelist pipe -f ${demuxers[format]} -codec_whitelist ${decoders} -max_pixels ${maxPixels}`),
    ...words(`-threads 1 -max_streams 32 -skip_frame nokey -i pipe:0 -map 0:v:0 -frames:v ${maxFrames}`),
    ...words(`-vf showinfo=checksum=0,scale=${scale}:flags=neighbor+full_chroma_int+accurate_rnd`),
    ...words('-fps_mode passthrough -pix_fmt rgb24 -c:v ppm -threads 1 -f image2pipe pipe:1'),
    ...(toEnd ? words('-map 0:v:0 -c copy -f null -') : []),
  ]
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

/** Yields binary PPM frames from a pipe, each with its own size; an incomplete one at the end is dropped. */
export async function* parsePpmFrames(pipe: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  let rest = Buffer.alloc(0)
  for await (const chunk of pipe) {
    rest = Buffer.concat([rest, chunk])
    for (let found = firstFrame(rest); found !== undefined; found = firstFrame(rest)) {
      yield found.frame
      rest = rest.subarray(found.end)
    }
  }
}

const ppmHeader = /^P6\n(\d{1,5}) (\d{1,5})\n255\n/
const maxPpmHeader = 24

function firstFrame(bytes: Buffer): { readonly frame: Frame; readonly end: number } | undefined {
  const header = ppmHeader.exec(bytes.toString('latin1', 0, maxPpmHeader))
  if (header === null) return undefined
  const [width, height] = [Number(header[1]), Number(header[2])]
  const end = header[0].length + width * height * 3
  if (end > bytes.length) return undefined
  // A copy, since the memory of the pipe holds other frames as well.
  return { frame: { width, height, rgb: Buffer.from(bytes.subarray(header[0].length, end)) }, end }
}

export interface VideoLog {
  /** Duration in the header of the file, seconds; 0 when it has none. */
  readonly duration: number
  /** Time of the last frame, seconds; 0 when only some keyframes were read. */
  readonly end: number
  readonly fps: number
  readonly codec: string
  /** Size of the coded frames, px; 0 when there is no video. */
  readonly codedWidth: number
  readonly codedHeight: number
  /** Size of the upright frames, px; 0 when none was decoded. */
  readonly width: number
  readonly height: number
  /** Colour matrix, when the file names one. */
  readonly colorSpace: string
  /** Time of each decoded frame, seconds from the start of the video. */
  readonly times: readonly number[]
}

/** Characters of a line that are parsed; metadata can be of any length. */
const maxLogLine = 4096

/** Parses the log line by line. */
export function createLogParser() {
  const times: number[] = []
  let facts: Omit<VideoLog, 'times'> = {
    ...{ duration: 0, end: 0, fps: 0, codec: 'unknown', colorSpace: 'yuv' },
    ...{ codedWidth: 0, codedHeight: 0, width: 0, height: 0 },
  }
  let rest = ''

  const parseLine = (line: string): void => {
    const [, time, width, height] = frameLine.exec(line) ?? []
    if (time !== undefined) {
      times.push(Math.max(0, numberOf(time)))
      if (times.length === 1) facts = { ...facts, width: numberOf(width), height: numberOf(height) }
      return
    }
    facts = {
      ...facts,
      ...(facts.codedWidth === 0 && parseStream(line, facts.colorSpace)),
      duration: facts.duration || secondsIn(durationLine, line),
      end: Math.max(facts.end, secondsIn(endLine, line)),
    }
  }

  return {
    /** Takes the next piece of the log. */
    add: (text: string): void => {
      const lines = (rest + text).split('\n')
      rest = lines.splice(-1).join('').slice(0, maxLogLine)
      for (const line of lines) parseLine(line.slice(0, maxLogLine))
    },
    result: (): VideoLog => ({ ...facts, times }),
  }
}

const durationLine = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+)/
const endLine = /^(?:frame|size)=.* time=(\d+):(\d\d):(\d\d\.\d+)/
const streamLine = /^ {2}Stream #0:\d+.*?: Video: (\w+).*?, (\d+)x(\d+)/
const frameRate = /, ([\d.]+)(k?) fps/
const colorMatrix = /\b(bt709|bt2020nc|bt2020c|smpte170m|bt470bg|smpte240m|fcc|gbr)\b/
const frameLine = /^\[Parsed_showinfo.*\] n: *\d+ .*pts_time:(\S+) .*\bs:(\d+)x(\d+)/

/** The facts of a line about a video stream; undefined for any other line. */
function parseStream(line: string, defaultColorSpace: string) {
  const [, codec, width, height] = streamLine.exec(line) ?? []
  if (codec === undefined) return undefined
  const [, rate, kilo] = frameRate.exec(line) ?? []
  return {
    codec: codec.slice(0, 32),
    codedWidth: numberOf(width),
    codedHeight: numberOf(height),
    fps: numberOf(rate) * (kilo === 'k' ? 1000 : 1),
    colorSpace: colorMatrix.exec(line)?.[1] ?? defaultColorSpace,
  }
}

/** Seconds in a line with hours, minutes and seconds; 0 for any other. */
function secondsIn(pattern: RegExp, line: string): number {
  const [, hours, minutes, seconds] = pattern.exec(line) ?? []
  return numberOf(hours) * 3600 + numberOf(minutes) * 60 + numberOf(seconds)
}

function numberOf(text: string | undefined): number {
  return Number(text) || 0
}
