// Matroska and WebM films (RFC 9559): the video track, when its frames are shown, and a film of some of them.
import {
  type CodedFrame,
  frameAfterCut,
  maxFrames,
  type NalFormat,
  nalFormat,
  type Packet,
  showFrames,
  type VideoTrack,
} from './video-track.ts'

/** Identifiers of elements, with their length marker (RFC 9559, section 27.1). */
const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  codecPrivate: 0x63a2,
  defaultDuration: 0x23e383,
  encodings: 0x6d80,
  video: 0xe0,
  alphaMode: 0x53c0,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  reference: 0xfb,
  additions: 0x75a1,
} as const

interface EbmlElement {
  readonly id: number
  readonly start: number
  /** Where its contents begin, after identifier and size. */
  readonly content: number
  readonly end: number
}

/** The elements in a range; the last one may be cut off. One of unknown size ends with the range. */
function* elementsIn(file: Buffer, from: number, to: number): Generator<EbmlElement, void> {
  for (let at = from; at < to; ) {
    const idLength = Math.clz32(file.readUInt8(at)) - 23
    if (idLength > 4 || at + idLength >= to) return
    const sizeLength = Math.clz32(file.readUInt8(at + idLength)) - 23
    const content = at + idLength + sizeLength
    if (sizeLength > 8 || content > to) return
    const size = sizeAt(file, at + idLength, sizeLength)
    const end = size === undefined ? to : Math.min(content + size, to)
    yield { id: file.readUIntBE(at, idLength), start: at, content, end }
    at = end
  }
}

/** @returns undefined for an unknown size (RFC 8794, 6.2). */
function sizeAt(file: Buffer, at: number, length: number): number | undefined {
  const first = file.readUInt8(at) & (0xff >> length)
  const rest = file.subarray(at + 1, at + length)
  const isUnknown = first === 0xff >> length && rest.every(byte => byte === 0xff)
  return isUnknown ? undefined : rest.reduce((sum, byte) => sum * 256 + byte, first)
}

function unsigned(file: Buffer, { content, end }: EbmlElement): number {
  return file.subarray(content, end).reduce((sum, byte) => sum * 256 + byte, 0)
}

function float(file: Buffer, { content, end }: EbmlElement): number {
  if (end - content === 4) return file.readFloatBE(content)
  return end - content === 8 ? file.readDoubleBE(content) : 0
}

function childOf(file: Buffer, parent: EbmlElement, id: number): EbmlElement | undefined {
  for (const element of elementsIn(file, parent.content, parent.end)) if (element.id === id) return element
  return undefined
}

/** @param file any bytes are safe input. @returns the first video track with frames; undefined if there is none. */
export function readMatroska(file: Buffer): VideoTrack | undefined {
  const [header, segment] = elementsIn(file, 0, file.length)
  if (header?.id !== ids.ebml || segment?.id !== ids.segment) return undefined
  let clock = { tick: 1e-3, duration: 0 }
  let track: TrackEntry | undefined
  const blocks: CodedBlock[] = []
  let othersEnd = 0
  for (const { cluster, element } of partsOf(file, segment)) {
    if (element.id === ids.info) clock = readInfo(file, element)
    if (element.id === ids.tracks) track ??= firstVideo(file, element)
    const block = blockIn(file, element, cluster)
    if (block === undefined || track === undefined) continue
    if (block.track !== track.number) othersEnd = Math.max(othersEnd, block.time * clock.tick)
    else if (blocks.length < maxFrames) blocks.push(block)
  }
  if (track === undefined || blocks.length === 0) return undefined
  const { frameDuration, nal, alphaDecoder } = track
  const frames = blocks.map(block => ({
    ...block,
    time: block.time * clock.tick,
    duration: frameDuration || block.duration * clock.tick,
  }))
  const source = { file, header, entry: track.entry, blocks, nal }
  return {
    frames,
    nal,
    alphaDecoder,
    orientation: 1,
    duration: clock.duration,
    othersEnd,
    ...showFrames(frames, [], clock.duration),
    remux: packets => remux(source, packets),
  }
}

interface SegmentPart {
  /** The time of the cluster, ticks. */
  readonly cluster: number
  readonly element: EbmlElement
}

/**
 * The elements of the segment, and those of its clusters in between: clusters of live streams have no size. After damage it goes on with
 * the next cluster.
 */
function* partsOf(file: Buffer, segment: EbmlElement): Generator<SegmentPart, void> {
  let cluster = 0
  for (let at = segment.content; at >= 0 && at < segment.end; ) {
    let inCluster = -1
    for (const element of elementsIn(file, at, segment.end)) {
      if (element.id === ids.timestamp) cluster = unsigned(file, element)
      yield { cluster, element }
      at = element.end
      if (element.id === ids.cluster) inCluster = element.content
      if (inCluster >= 0) break
    }
    at = inCluster >= 0 ? inCluster : file.indexOf(clusterStart, at + 1)
  }
}

const clusterStart = Buffer.from('1f43b675', 'hex')

interface Info {
  /** s */
  readonly tick: number
  /** s */
  readonly duration: number
}

function readInfo(file: Buffer, info: EbmlElement): Info {
  const scale = childOf(file, info, ids.timestampScale)
  const duration = childOf(file, info, ids.duration)
  const tick = (scale ? unsigned(file, scale) : 1e6) / 1e9
  return { tick, duration: duration ? float(file, duration) * tick : 0 }
}

interface TrackEntry extends Pick<VideoTrack, 'nal' | 'alphaDecoder'> {
  readonly entry: EbmlElement
  readonly number: number
  /** s; 0 if unknown. */
  readonly frameDuration: number
}

const videoType = 1

function firstVideo(file: Buffer, tracks: EbmlElement): TrackEntry | undefined {
  for (const entry of elementsIn(file, tracks.content, tracks.end)) {
    const value = (id: number): number => {
      const element = childOf(file, entry, id)
      return element ? unsigned(file, element) : 0
    }
    if (entry.id !== ids.trackEntry || value(ids.trackType) !== videoType) continue
    const codec = childOf(file, entry, ids.codec)
    const name = codec ? file.toString('latin1', codec.content, codec.end).replace(/\0.*$/s, '') : ''
    const video = childOf(file, entry, ids.video)
    const alphaMode = video && childOf(file, video, ids.alphaMode)
    return {
      entry,
      number: value(ids.trackNumber),
      frameDuration: value(ids.defaultDuration) / 1e9,
      nal: nalFormatOf(file, entry, name),
      alphaDecoder: alphaMode && unsigned(file, alphaMode) === 1 ? alphaDecoders[name] : undefined,
    }
  }
  return undefined
}

/** Decoders of libvpx read the alpha channel, those of ffmpeg do not. */
const alphaDecoders: Readonly<Record<string, VideoTrack['alphaDecoder']>> = { V_VP8: 'libvpx', V_VP9: 'libvpx-vp9' }

const nalCodecs: Readonly<Record<string, NalFormat['codec']>> = {
  'V_MPEG4/ISO/AVC': 'h264',
  'V_MPEGH/ISO/HEVC': 'hevc',
}

/** @returns undefined if frames are compressed once more, so that their headers cannot be read. */
function nalFormatOf(file: Buffer, entry: EbmlElement, name: string): NalFormat | undefined {
  const configuration = childOf(file, entry, ids.codecPrivate)
  const codec = nalCodecs[name]
  if (codec === undefined || configuration === undefined || childOf(file, entry, ids.encodings)) return undefined
  return nalFormat(codec, file.subarray(configuration.content, configuration.end))
}

/** A frame, times in ticks. */
interface CodedBlock extends CodedFrame {
  readonly track: number
  /** The element, and the number of the track before the frame. */
  readonly element: EbmlElement
  readonly head: number
  /** Whether more belongs to it, such as an alpha channel. */
  readonly hasAdditions: boolean
}

const keyFlag = 0x80

/** @returns undefined for any element but a block with a frame. */
function blockIn(file: Buffer, element: EbmlElement, cluster: number): CodedBlock | undefined {
  const isGroup = element.id === ids.blockGroup
  const body = isGroup ? childOf(file, element, ids.block) : element
  if (body === undefined || (!isGroup && element.id !== ids.simpleBlock) || body.content >= body.end) return undefined
  const length = Math.clz32(file.readUInt8(body.content)) - 23
  const head = body.content
  const start = head + length + 3
  const track = start < body.end ? sizeAt(file, head, length) : undefined
  if (track === undefined) return undefined
  const duration = isGroup ? childOf(file, element, ids.blockDuration) : undefined
  return {
    track,
    element,
    head,
    start,
    end: body.end,
    time: cluster + file.readInt16BE(head + length),
    duration: duration ? unsigned(file, duration) : 0,
    isSync: isGroup ? !childOf(file, element, ids.reference) : (file.readUInt8(start - 1) & keyFlag) !== 0,
    hasAdditions: isGroup && childOf(file, element, ids.additions) !== undefined,
  }
}

interface StoredFilm {
  readonly file: Buffer
  readonly header: EbmlElement
  readonly entry: EbmlElement
  readonly blocks: readonly CodedBlock[]
  readonly nal: NalFormat | undefined
}

/** A film of this track alone: its headers, and each frame in a cluster of its own, whose ticks are milliseconds. */
function remux({ file, header, entry, blocks, nal }: StoredFilm, packets: readonly Packet[]): readonly Uint8Array[] {
  const scale = pieces(ids.timestampScale, [Buffer.from([0x0f, 0x42, 0x40])])
  const kept = new Map(packets.map(packet => [packet.index, packet]))
  const clusters = blocks.flatMap((block, index) => {
    const packet = kept.get(index)
    if (packet === undefined) return []
    const time = Buffer.alloc(4)
    time.writeUInt32BE(packet.timestamp)
    const frame = packet.isFirst ? frameAfterCut(file, block, nal) : file.subarray(block.start, block.end)
    return pieces(ids.cluster, [...pieces(ids.timestamp, [time]), ...blockPieces(file, block, frame)])
  })
  return [
    file.subarray(header.start, header.end),
    Buffer.from('1853806701ffffffffffffff', 'hex'), // a segment of unknown size
    ...pieces(ids.info, scale),
    ...pieces(ids.tracks, [file.subarray(entry.start, entry.end)]),
    ...clusters,
  ]
}

/** The block with the time of its cluster; a group only where more than the frame belongs to it. */
function blockPieces(file: Buffer, { element: source, head, start, end, hasAdditions }: CodedBlock, frame: Buffer) {
  const flags = start - 1
  const timeless = [file.subarray(head, flags - 2), Buffer.alloc(2), file.subarray(flags, start), frame]
  if (!hasAdditions) return pieces(ids.simpleBlock, timeless)
  return [file.subarray(source.start, head), ...timeless, file.subarray(end, source.end)]
}

/** An element in pieces, its size in eight bytes. */
function pieces(id: number, contents: readonly Uint8Array[]): readonly Uint8Array[] {
  const digits = id.toString(16)
  const head = Buffer.alloc(digits.length / 2 + 8)
  head.write(digits, 'hex')
  head.writeUInt32BE(0x01000000, head.length - 8)
  head.writeUInt32BE(
    contents.reduce((sum, { length }) => sum + length, 0),
    head.length - 4,
  )
  return [head, ...contents]
}
