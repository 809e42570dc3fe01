// MP4 and QuickTime films: the video track, when its frames are shown, and a film of some of them.
import { Problem } from '../errors.ts'
import type { IsoBox } from './containers.ts'
import { boxAtPath, boxesIn, boxOf, childrenOf, hasLongTimes, numbersBox, uint32At, uint64At } from './mp4-boxes.ts'
import { type Mp4Sample, samplesOfFragments, samplesOfTables } from './mp4-samples.ts'
import {
  type Edit,
  frameAfterCut,
  type NalFormat,
  nalFormat,
  type Packet,
  showFrames,
  type VideoTrack,
} from './video-track.ts'

interface Movie {
  readonly moov: IsoBox
  /** The boxes of the file. */
  readonly boxes: readonly IsoBox[]
}

/**
 * @param file any bytes are safe input.
 * @returns the first video track with frames; undefined if there is none.
 * @throws Problem `source_unsupported` if that is encrypted.
 */
export function readMp4(file: Buffer): VideoTrack | undefined {
  const boxes = boxesIn(file, 0, file.length)
  const moov = boxes.findLast(({ type }) => type === 'moov')
  if (moov === undefined) return undefined
  for (const trak of childrenOf(file, moov, 'trak')) {
    const track = readTrack(file, { moov, boxes }, trak)
    if (track !== undefined) return track
  }
  return undefined
}

function readTrack(file: Buffer, movie: Movie, trak: IsoBox): VideoTrack | undefined {
  const tkhd = boxAtPath(file, trak, 'tkhd')
  const hdlr = boxAtPath(file, trak, 'mdia', 'hdlr')
  const stbl = boxAtPath(file, trak, 'mdia', 'minf', 'stbl')
  if (tkhd === undefined || hdlr === undefined || stbl === undefined) return undefined
  if (file.toString('latin1', hdlr.content + 8, hdlr.content + 12) !== 'vide') return undefined
  const { timescale } = clockOf(file, boxAtPath(file, trak, 'mdia', 'mdhd'))
  const frames = readSamples(file, movie, { stbl, tkhd, timescale })
  if (frames.length === 0) return undefined
  // A decoder would show grey for what it cannot read (ISO/IEC 23001-7).
  if (sampleEntryOf(file, stbl)?.type === 'encv')
    throw new Problem('source_unsupported', { detail: 'The video is encrypted. Send it without protection.' })
  const header = clockOf(file, boxAtPath(file, movie.moov, 'mvhd'))
  const nal = nalFormatOf(file, stbl)
  return {
    frames,
    nal,
    ...showFrames(frames, editsOf(file, trak, { movie: header.timescale, media: timescale })),
    duration: header.duration / header.timescale,
    othersEnd: endOfOthers(file, movie.moov, trak),
    orientation: orientationOf(file, tkhd),
    remux: packets => remux({ file, moov: movie.moov, trak, tkhd, stbl, frames, nal }, packets),
  }
}

interface Clock {
  /** Ticks per second. */
  readonly timescale: number
  /** Ticks. */
  readonly duration: number
}

/** The clock of mvhd (8.2.2) or mdhd (8.4.2). */
function clockOf(file: Buffer, box: IsoBox | undefined): Clock {
  if (box === undefined) return { timescale: 1000, duration: 0 }
  const at = box.content + (hasLongTimes(file, box) ? 20 : 12)
  const duration = hasLongTimes(file, box) ? uint64At(file, at + 4) : uint32At(file, at + 4)
  return { timescale: Math.max(1, uint32At(file, at)), duration }
}

function endOfOthers(file: Buffer, moov: IsoBox, own: IsoBox): number {
  return childrenOf(file, moov, 'trak').reduce((end, trak) => {
    const { duration, timescale } = clockOf(file, boxAtPath(file, trak, 'mdia', 'mdhd'))
    return trak.start === own.start ? end : Math.max(end, duration / timescale)
  }, 0)
}

function readSamples(
  file: Buffer,
  movie: Movie,
  { stbl, tkhd, timescale }: { readonly stbl: IsoBox; readonly tkhd: IsoBox; readonly timescale: number },
): readonly Mp4Sample[] {
  const stored = samplesOfTables(file, stbl, timescale)
  const track = uint32At(file, tkhd.content + (hasLongTimes(file, tkhd) ? 20 : 12))
  const begin = stored.reduce((sum, { duration }) => sum + duration, 0)
  return [...stored, ...samplesOfFragments(file, movie, { track, timescale, begin })]
}

/** Entries of an edit list that are read. */
const maxEdits = 100

/** The edit list (8.6.6), s. An entry without media delays the next one. */
function editsOf(
  file: Buffer,
  trak: IsoBox,
  timescales: { readonly movie: number; readonly media: number },
): readonly Edit[] {
  const [elst] = childrenOf(file, boxAtPath(file, trak, 'edts'), 'elst')
  if (elst === undefined) return []
  const isLong = hasLongTimes(file, elst)
  const size = isLong ? 20 : 12
  const at = elst.content + 8
  const count = Math.max(0, Math.min(maxEdits, uint32At(file, at - 4), Math.floor((elst.end - at) / size)))
  return Array.from({ length: count }, (_, entry) => {
    const from = at + entry * size
    const duration = (isLong ? uint64At(file, from) : uint32At(file, from)) / timescales.movie
    const upper = isLong ? (uint32At(file, from + 8) | 0) * 2 ** 32 : 0
    const mediaTime = isLong ? upper + uint32At(file, from + 12) : uint32At(file, from + 4) | 0
    return { duration, mediaTime: mediaTime < 0 ? undefined : mediaTime / timescales.media }
  })
}

/** Where the contents of a visual sample entry end and its boxes begin (12.1.3). */
const sampleEntryBytes = 78

/** The first sample description. */
function sampleEntryOf(file: Buffer, stbl: IsoBox): IsoBox | undefined {
  const [stsd] = childrenOf(file, stbl, 'stsd')
  return stsd && boxesIn(file, stsd.content + 8, stsd.end)[0]
}

/** By the configuration of the decoder in the sample description (ISO/IEC 14496-15). */
function nalFormatOf(file: Buffer, stbl: IsoBox): NalFormat | undefined {
  const entry = sampleEntryOf(file, stbl)
  for (const { type, content, end } of entry ? boxesIn(file, entry.content + sampleEntryBytes, entry.end) : []) {
    if (type === 'avcC') return nalFormat('h264', file.subarray(content, end))
    if (type === 'hvcC') return nalFormat('hevc', file.subarray(content, end))
  }
  return undefined
}

/** Where the transformation matrix begins in tkhd (8.3.2). */
function matrixAt(file: Buffer, tkhd: IsoBox): number {
  return tkhd.content + (hasLongTimes(file, tkhd) ? 52 : 40)
}

/** Exif orientations by the signs of the matrix: of its diagonal if that dominates, else of the two elements beside it. */
const orientations = {
  straight: { '++': 1, '-+': 2, '--': 3, '+-': 4 },
  turned: { '++': 5, '+-': 6, '--': 7, '-+': 8 },
} as const

function orientationOf(file: Buffer, tkhd: IsoBox): number {
  const element = (offset: number): number => uint32At(file, matrixAt(file, tkhd) + offset) | 0
  const [straight, turned] = [
    [element(0), element(16)],
    [element(4), element(12)],
  ] as const
  const isTurned = Math.abs(turned[0]) + Math.abs(turned[1]) > Math.abs(straight[0]) + Math.abs(straight[1])
  const [first, second] = isTurned ? turned : straight
  const signs = `${first < 0 ? '-' : '+'}${second < 0 ? '-' : '+'}` as const
  return orientations[isTurned ? 'turned' : 'straight'][signs]
}

interface StoredTrack {
  readonly file: Buffer
  readonly moov: IsoBox
  readonly trak: IsoBox
  readonly tkhd: IsoBox
  readonly stbl: IsoBox
  readonly frames: readonly Mp4Sample[]
  readonly nal: NalFormat | undefined
}

/** A film of this track alone, without edits and not turned: its headers, then the frames one after the other. */
function remux(track: StoredTrack, packets: readonly Packet[]): readonly Uint8Array[] {
  const { file, frames, nal } = track
  const chosen = new Map(packets.map(packet => [packet.index, packet]))
  const kept = frames.flatMap((frame, index) => {
    const packet = chosen.get(index)
    if (packet === undefined) return []
    const bytes = packet.isFirst ? frameAfterCut(file, frame, nal) : file.subarray(frame.start, frame.end)
    return [{ bytes, timestamp: packet.timestamp, description: frame.description }]
  })
  const ftyp = boxOf('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'))
  const mdat = Buffer.alloc(8, 'mdatmdat', 'latin1')
  mdat.writeUInt32BE(kept.reduce((sum, { bytes }) => sum + bytes.length, 8))
  const { length } = movieBox(track, kept, 0)
  const first = ftyp.length + length + mdat.length
  return [ftyp, movieBox(track, kept, first), mdat, ...kept.map(({ bytes }) => bytes)]
}

interface KeptSample {
  readonly bytes: Buffer
  readonly timestamp: number
  readonly description: number
}

/** @param first where the first sample begins in the new file. */
function movieBox({ file, moov, trak, tkhd, stbl }: StoredTrack, kept: readonly KeptSample[], first: number): Buffer {
  const copy = (parent: IsoBox, ...types: readonly string[]): readonly Uint8Array[] =>
    types.flatMap(type => childrenOf(file, parent, type)).map(({ start, end }) => file.subarray(start, end))
  const header = Buffer.from(file.subarray(tkhd.start, tkhd.end))
  const unturned = Buffer.alloc(36)
  for (const [at, value] of [
    [0, 0x10000],
    [16, 0x10000],
    [32, 0x40000000],
  ] as const)
    unturned.writeUInt32BE(value, at)
  unturned.copy(header, matrixAt(file, tkhd) - tkhd.start)
  const tables = boxOf('stbl', ...copy(stbl, 'stsd'), ...sampleTables(kept, first))
  const mdia = childrenOf(file, trak, 'mdia').map(parent => {
    const minf = childrenOf(file, parent, 'minf').map(box =>
      boxOf('minf', ...copy(box, 'vmhd', 'gmhd', 'dinf'), tables),
    )
    return boxOf('mdia', ...copy(parent, 'mdhd', 'hdlr'), ...minf)
  })
  return boxOf('moov', ...copy(moov, 'mvhd'), boxOf('trak', header, ...mdia))
}

/** The tables of samples that are decoded two ticks apart (8.6, 8.7); each run of one description is a chunk. */
function sampleTables(kept: readonly KeptSample[], first: number): readonly Buffer[] {
  const chunks: { readonly offset: number; readonly count: number; readonly description: number }[] = []
  let offset = first
  for (const { bytes, description } of kept) {
    const last = chunks.at(-1)
    if (last?.description === description) chunks[chunks.length - 1] = { ...last, count: last.count + 1 }
    else chunks.push({ offset, count: 1, description })
    offset += bytes.length
  }
  return [
    numbersBox('stts', [1, kept.length, 2]),
    numbersBox('ctts', [kept.length, ...kept.flatMap(({ timestamp }, at) => [1, timestamp - 2 * at])]),
    numbersBox('stsc', [
      chunks.length,
      ...chunks.flatMap(({ count, description }, at) => [at + 1, count, description]),
    ]),
    numbersBox('stsz', [0, kept.length, ...kept.map(({ bytes }) => bytes.length)]),
    numbersBox('stco', [chunks.length, ...chunks.map(chunk => chunk.offset)]),
  ]
}
