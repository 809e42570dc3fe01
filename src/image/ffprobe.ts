// Reads with ffprobe what a video holds: the size, tags and times of its first video track, and the packets of its frames.
import { basename, dirname, join } from 'node:path'
import { Problem } from '../errors.ts'
import { decoders, inputLimits, maxFramePixels, readLines, runOnVideo, splitWords } from './ffmpeg.ts'
import type { VideoFile } from './video-file.ts'

/** A coded frame, in the order in which frames are decoded. */
export interface Packet {
  /** Its place in the order of decoding. */
  readonly index: number
  /** When its frame appears, ticks of the file. */
  readonly timestamp: number
  /** How long it stays, ticks; 0 if the file does not say. */
  readonly duration: number
  readonly bytes: number
  /** Whether decoding can begin with it. */
  readonly isKey: boolean
  /** Whether the video shows it: an edit list leaves frames out that others need. */
  readonly isShown: boolean
}

export interface ProbedVideo {
  readonly codec: string
  /** Name of the format of the stored pixels; empty if unknown. */
  readonly pixelFormat: string
  /** Size of the stored frames, px; 0 if unknown. */
  readonly codedWidth: number
  readonly codedHeight: number
  /** Exif orientation by which the frames have to be turned. */
  readonly orientation: number
  /** Whether WebM keeps the transparency beside the frames. */
  readonly hasAlphaTrack: boolean
  /** Frames per second that the file declares; NaN if none. */
  readonly declaredRate: number
  /** Duration that the file declares, s; 0 if none. */
  readonly declaredDuration: number
  /** Length of a tick, s. */
  readonly tick: number
  /** When the video begins, ticks. */
  readonly begin: number
  /** At least one, in the order of decoding. */
  readonly packets: readonly Packet[]
  /** Those of the frames that the video shows, in the order of time; if it says that it shows none, all. */
  readonly shown: readonly Packet[]
}

/** Packets that are read of a video: two hours at 30 per second. */
const maxPackets = 220_000

/** The fields to read from a video, by section. */
const entries = [
  'stream=codec_name,codec_tag_string,width,height,pix_fmt,avg_frame_rate,time_base',
  'stream_tags=alpha_mode,enc_key_id',
  'stream_side_data=side_data_type,displaymatrix',
  'format=duration,start_time',
  'packet=pts,dts,duration,flags,size',
  'packet_side_data=side_data_type',
].join(':')

/**
 * Reads a video.
 *
 * @returns undefined if it has no video.
 * @throws Problem `video_unavailable`, `overloaded`, `source_unsupported` (encrypted).
 */
export async function probeVideo(file: VideoFile, ffmpegPath: string): Promise<ProbedVideo | undefined> {
  const limits = `${inputLimits(file, maxFramePixels)} -codec_whitelist:v ${decoders}`
  const options = `-select_streams V:0 -show_entries ${entries} -read_intervals %+#${maxPackets} -of compact`
  const args = splitWords(`-v error ${limits} ${options} ${file.path}`)
  let output = createOutputParser()
  await runOnVideo(probesOf(ffmpegPath), file, () => {
    output = createOutputParser()
    const { add, addError } = output
    return { args, read: (stdout, stderr) => Promise.all([readLines(stdout, add), readLines(stderr, addError)]) }
  })
  return output.video()
}

/** ffprobe beside ffmpeg, otherwise in PATH. */
function probesOf(ffmpegPath: string): readonly string[] {
  const name = basename(ffmpegPath).replace('ffmpeg', 'ffprobe')
  return name === ffmpegPath.replace('ffmpeg', 'ffprobe') ? [name] : [join(dirname(ffmpegPath), name), name]
}

type Section = ReadonlyMap<string, string>

/** Fields of a packet: its times, its size, and its flags (keyframe, discarded). */
const packetLine = /^packet\|pts=(-?\d+|N\/A)\|dts=(-?\d+|N\/A)\|duration=(\d+|N\/A)\|size=(\d+)\|flags=(.)(.)/

/** Signs of encryption in a track, in a Matroska tag, and in the side data of a packet. */
const encryptionSigns = /codec_tag_string=enc|\|tag:enc_key_id=|\|side_data_type=Encryption/

function createOutputParser() {
  const packets: Packet[] = []
  let [stream, format]: readonly [Section, Section] = [new Map(), new Map()]
  let matrix: string | undefined
  let isEncrypted = false
  return {
    add: (line: string): void => {
      const [, pts = '', dts = '', duration, size, key, discard] = packetLine.exec(line) ?? []
      const timestamp = Number(pts === 'N/A' ? dts : pts)
      if (discard !== undefined && Number.isFinite(timestamp))
        packets.push({
          index: packets.length,
          timestamp,
          duration: Number(duration) || 0,
          bytes: Number(size),
          isKey: key === 'K',
          isShown: discard !== 'D',
        })
      if (line.startsWith('stream|') && stream.size === 0) stream = parseSection(line)
      if (line.startsWith('format|')) format = parseSection(line)
      // On a line of its own where a stream has other data beside it.
      isEncrypted ||= encryptionSigns.test(line)
      matrix ??= /\|displaymatrix=(.*)/.exec(line)?.[1]
    },
    /** ffprobe gives up some encrypted videos, and says why. */
    addError: (line: string): void => {
      isEncrypted ||= packets.length === 0 && /encryption info/.test(line)
    },
    video: (): ProbedVideo | undefined => {
      // A decoder would show grey for what it cannot read (ISO/IEC 23001-7).
      if (isEncrypted)
        throw new Problem('source_unsupported', { detail: 'The video is encrypted. Send an unprotected file.' })
      return videoFrom({ stream, format, matrix, packets })
    },
  }
}

function parseSection(line: string): Section {
  const members = line.split('|').map(member => member.split('='))
  return new Map(members.map(([name = '', value = '']) => [name, value]))
}

interface ProbeOutput {
  readonly stream: Section
  readonly format: Section
  readonly matrix: string | undefined
  readonly packets: readonly Packet[]
}

function videoFrom({ stream, format, matrix, packets }: ProbeOutput): ProbedVideo | undefined {
  if (packets.length === 0 || stream.size === 0) return undefined
  const number = (section: Section, name: string): number => Number(section.get(name)) || 0
  const tick = ratio(stream.get('time_base')) || 1e-3
  return {
    codec: (stream.get('codec_name') ?? 'unknown').slice(0, 32),
    pixelFormat: stream.get('pix_fmt') ?? '',
    codedWidth: number(stream, 'width'),
    codedHeight: number(stream, 'height'),
    orientation: orientationOfMatrix(matrix),
    hasAlphaTrack: stream.get('tag:alpha_mode') === '1',
    declaredRate: ratio(stream.get('avg_frame_rate')),
    declaredDuration: number(format, 'duration'),
    tick,
    begin: number(format, 'start_time') / tick,
    packets,
    shown: shownPackets(packets),
  }
}

/** @param packets in the order of decoding. */
export function shownPackets(packets: readonly Packet[]): readonly Packet[] {
  const shown = packets.filter(({ isShown }) => isShown)
  return (shown.length > 0 ? shown : [...packets]).sort((one, other) => one.timestamp - other.timestamp)
}

function ratio(text = ''): number {
  const [dividend, divisor] = text.split('/').map(Number)
  return Number(dividend) / Number(divisor)
}

/** Exif orientations by the signs of the matrix: of its diagonal if that dominates, else of the two elements beside it. */
const orientations = {
  straight: { '++': 1, '-+': 2, '--': 3, '+-': 4 },
  turned: { '++': 5, '+-': 6, '--': 7, '-+': 8 },
} as const

/** @param matrix three rows of numbers, each after its own (ISO/IEC 14496-12, 6.2.2). */
function orientationOfMatrix(matrix = ''): number {
  const [a = 1, b = 0, , c = 0, d = 1] = [...matrix.matchAll(/(?<=[:\s])-?\d+(?![\d:])/g)].map(Number)
  const isTurned = Math.abs(b) + Math.abs(c) > Math.abs(a) + Math.abs(d)
  const [first, second] = isTurned ? [b, c] : [a, d]
  const signs = `${first < 0 ? '-' : '+'}${second < 0 ? '-' : '+'}` as const
  return orientations[isTurned ? 'turned' : 'straight'][signs]
}
