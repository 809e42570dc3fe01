// Runs ffmpeg and ffprobe: one process at a time, with one thread and an unlinked file, and returns their output.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { VideoFormat } from '../../schemas/media.ts'
import { overloaded, Problem } from '../errors.ts'
import type { CodedPicture, ColorTags } from './video-color.ts'
import type { VideoFile } from './video-file.ts'

interface ProgramRun {
  readonly args: readonly string[]
  /** Reads what the program prints, to its end. */
  readonly read: (stdout: Readable, stderr: Readable) => Promise<unknown>
}

/** Signals by which the kernel or an operator ends a process: they say nothing about the video. */
const foreignSignals: readonly unknown[] = ['SIGKILL', 'SIGTERM']

/**
 * Runs a program on a video. One that is ended from outside is started once more.
 *
 * @param programs their names, tried one after the other.
 * @throws Problem `video_unavailable` when none is there, `overloaded`.
 */
export async function runOnVideo(
  programs: readonly string[],
  file: VideoFile,
  start: () => ProgramRun,
  isRetry = false,
): Promise<void> {
  const [program = '', ...others] = programs
  const { args, read } = start()
  // Only PATH: our settings and secrets stay here.
  const env = { PATH: process.env.PATH }
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe', file.descriptor] })
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw ffmpegUnavailable(program, 'no pipes')
  const ended: Promise<unknown> = once(child, 'close')
  ended.catch(() => undefined) // awaited below, after the output
  try {
    await read(stdout, stderr)
    await ended
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    if (others.length === 0) throw ffmpegUnavailable(program, cause)
    return await runOnVideo(others, file, start)
  } finally {
    child.kill('SIGKILL')
  }
  if (!foreignSignals.includes(child.signalCode)) return
  if (isRetry) throw overloaded(`${program}: ${child.signalCode}`)
  await runOnVideo(programs, file, start, true)
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'syscall' in cause && `${cause.syscall}`.startsWith('spawn')
}

function ffmpegUnavailable(program: string, cause: unknown): Problem {
  const name = basename(program)
  const missing = name.includes('probe') ? `${name}, which comes with ffmpeg,` : name
  return new Problem('video_unavailable', {
    detail: `Videos cannot be read: ${missing} is missing on this server or does not start. Send an image.`,
    cause,
  })
}

/** Characters of a line that are parsed; metadata can be of any length. */
const maxLineLength = 4096

/** Calls `onLine` for each line, without what is too long of it. */
export async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = ''
  for await (const text of stream.setEncoding('latin1')) {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.splice(-1).join('').slice(0, maxLineLength)
    for (const line of lines) onLine(line.slice(0, maxLineLength))
  }
}

/** The demuxer is chosen by our own detection: left to guess, ffmpeg would also accept playlists and lists of files. */
const demuxers: Readonly<Record<VideoFormat, string>> = {
  mp4: 'mov',
  mov: 'mov',
  webm: 'matroska',
  mkv: 'matroska',
  avi: 'avi',
  flv: 'flv',
  wmv: 'asf',
  ts: 'mpegts',
}

export const decoders =
  'h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,msmpeg4v2,msmpeg4,mpeg2video,mpeg1video,h263,flv,vp6,vp6f,vp6a,wmv1,wmv2,wmv3,vc1,mjpeg,prores,dnxhd,dvvideo,png,qtrle,rawvideo,theora'

/** Limits of both programs, and the protocol: a video may name other files, which is never followed. */
export function inputLimits({ format }: VideoFile, maxPixels: number): string {
  return `-max_alloc ${2 ** 28} -protocol_whitelist file -f ${demuxers[format]} -max_pixels ${maxPixels} -threads 1 -max_streams 32`
}

/** Pixels of a frame at most: 8K with its padding to whole blocks. */
export const maxFramePixels = 8192 * 4352

/** A part of a video that is decoded by one process. */
export interface VideoPart {
  /** Time of the packet at which decoding begins, s; undefined: at the first one. */
  readonly from: number | undefined
  /** Times of the wanted frames, in ticks and in order. */
  readonly wanted: readonly number[]
  /** Time at which decoding ends even where wanted frames are missing, ticks. */
  readonly until: number
}

/** Frames that are not decoded: none, those that no other frame refers to, or all but keyframes. */
export type SkippedFrames = 'default' | 'noref' | 'nokey'

interface DecodingOptions {
  readonly ffmpegPath: string
  /** Longest side of a frame, px. */
  readonly side: number
  /** Largest width × height of a frame in the file. */
  readonly maxPixels: number
  readonly skip: SkippedFrames
  /** The decoder; default: that of the codec. */
  readonly decoder?: string | undefined
}

export interface Frame extends CodedPicture, ColorTags {
  /** Time in the file, in ticks. */
  readonly timestamp: number
  /** Size as it is stored, px. */
  readonly codedWidth: number
  readonly codedHeight: number
  /** Width of a stored pixel, its height being 1. */
  readonly pixelAspect: number
  /** Name of the format of the stored pixels. */
  readonly pixelFormat: string
}

/**
 * Decodes the frames of a part of a video, each the first that is not before a wanted time.
 *
 * @returns what ffmpeg got, in the size in which they are shown, not turned.
 * @throws Problem `video_unavailable`, `overloaded`.
 */
export async function decodeFrames(
  file: VideoFile,
  part: VideoPart,
  options: DecodingOptions,
): Promise<readonly Frame[]> {
  let frames: readonly Frame[] = []
  const start = (): ProgramRun => {
    const log = createLogParser()
    const read = async (stdout: Readable, stderr: Readable): Promise<void> => {
      const chunks: Buffer[] = []
      const logged = readLines(stderr, log.add)
      for await (const chunk of stdout) chunks.push(chunk)
      await logged
      frames = log.result(Buffer.concat(chunks))
    }
    return { args: ffmpegArguments(file, part, options), read }
  }
  await runOnVideo([options.ffmpegPath], file, start)
  return frames
}

function ffmpegArguments(
  file: VideoFile,
  { from, wanted, until }: VideoPart,
  { side, maxPixels, skip, decoder }: DecodingOptions,
): readonly string[] {
  return [
    ...splitWords(`-hide_banner -nostdin -nostats -loglevel info -filter_threads 1 ${inputLimits(file, maxPixels)}`),
    ...splitWords(`-codec_whitelist ${decoders} -noautorotate`),
    ...splitWords(`-skip_frame ${skip} -discard:v ${skip === 'nokey' ? skip : 'default'}`),
    ...(decoder ? splitWords(`-c:v ${decoder}`) : []),
    ...(from === undefined ? [] : splitWords(`-seek_timestamp 1 -noaccurate_seek -ss ${from.toFixed(6)}`)),
    ...splitWords(`-copyts -i ${file.path} -map 0:V:0 -frames:v ${wanted.length}`),
    ...splitWords(
      `-vf trim=end_pts=${until},${selectFilter(wanted)},showinfo=checksum=0,${scaleFilter(side)},showinfo=checksum=0`,
    ),
    ...splitWords('-fps_mode passthrough -pix_fmt yuva444p16le -threads 1 -f rawvideo pipe:1'),
  ]
}

/** For each time, the first frame that is not before it, unless it was already taken. */
function selectFilter(wanted: readonly number[]): string {
  const isNew = `isnan(prev_selected_pts)+lt(prev_selected_pts\\,${latestOf(wanted)})`
  return `select=gte(pts\\,${wanted[0]})*(${isNew})`
}

/** The last of the times that a frame is not before, by bisection: ffmpeg accepts expressions of limited depth. */
function latestOf(wanted: readonly number[]): string {
  const middle = Math.ceil(wanted.length / 2)
  const [before, after] = [wanted.slice(0, middle), wanted.slice(middle)]
  return after.length === 0 ? `${before[0]}` : `if(gte(pts\\,${after[0]})\\,${latestOf(after)}\\,${latestOf(before)})`
}

/**
 * To the size in which the video is shown: pixels become square by making the shorter side longer, as in browsers. Videos in
 * RGB are converted with the same matrix before and after the scaling; other videos keep theirs.
 */
function scaleFilter(side: number): string {
  const [width, height] = ['(iw*max(1\\,sar))', '(ih*max(1\\,1/sar))']
  const scale = `min(1\\,${side}/max(${width}\\,${height}))`
  const [w, h] = [width, height].map(length => `max(1\\,round(${length}*${scale}))`)
  return `scale=w=${w}:h=${h}:flags=neighbor+full_chroma_int+accurate_rnd:in_color_matrix=bt709:out_color_matrix=bt709:out_range=tv`
}

export function splitWords(text: string): readonly string[] {
  return text.split(' ')
}

type LoggedFrame = Omit<Frame, 'planes'>

export function createLogParser() {
  const frames: LoggedFrame[] = []
  return {
    /** Takes the next line of the log. */
    add: (line: string): void => {
      const [frame, last] = [parseDecoded(line), frames.at(-1)]
      if (frame) frames.push(frame)
      else if (last) frames[frames.length - 1] = { ...last, ...parseScaled(line), ...parseTags(line) }
    },
    /** @param output the frames, one after the other; an incomplete one at the end is dropped. */
    result: (output: Buffer): readonly Frame[] => {
      let end = 0
      return frames.flatMap(frame => {
        const planes = output.subarray(end, end + frame.width * frame.height * bytesPerPixel)
        end += frame.width * frame.height * bytesPerPixel
        return end <= output.length ? [{ ...frame, planes }] : []
      })
    },
  }
}

/** Four planes of 16 bits. */
const bytesPerPixel = 8

/** Lines of the filter before scaling and of the one after it. */
const decodedLine = /^\[Parsed_showinfo_2 .*?\] n: *\d+ pts: *(-?\d+) .*\bfmt:(\w+) .*\bsar:(\d+)\/(\d+) s:(\d+)x(\d+)/
const tagsLine = /^\[Parsed_showinfo_2 .*?\] color_range:\S+ color_space:(\S+) color_primaries:(\S+) color_trc:(\S+)/
const scaledLine = /^\[Parsed_showinfo_4 .*?\] n: *\d+ .*\bs:(\d+)x(\d+)/

function parseDecoded(line: string): LoggedFrame | undefined {
  const [, timestamp, pixelFormat = '', ...sizes] = decodedLine.exec(line) ?? []
  if (timestamp === undefined) return undefined
  const [wide = 0, high = 0, codedWidth = 0, codedHeight = 0] = sizes.map(Number)
  const pixelAspect = wide > 0 && high > 0 ? wide / high : 1
  const unknown = { matrix: 'unknown', primaries: 'unknown', transfer: 'unknown', width: 0, height: 0 } as const
  return { timestamp: Number(timestamp), pixelFormat, codedWidth, codedHeight, pixelAspect, ...unknown }
}

function parseTags(line: string): ColorTags | undefined {
  const [, matrix, primaries = '', transfer = ''] = tagsLine.exec(line) ?? []
  return matrix === undefined ? undefined : { matrix, primaries, transfer }
}

function parseScaled(line: string): { readonly width: number; readonly height: number } | undefined {
  const [, width, height] = scaledLine.exec(line) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}
