// The video track of a film: its coded frames, when each is shown, and which of them the decoder needs.

/** A coded frame, in the order in which frames are decoded. */
export interface CodedFrame {
  /** Range of its bytes in the file. */
  readonly start: number
  readonly end: number
  /** When it appears, s on the clock of the track; frames may be decoded in another order. */
  readonly time: number
  /** How long it stays, s; 0 if the container does not say. */
  readonly duration: number
  /** Whether the container says that decoding can begin here. */
  readonly isSync: boolean
}

/** A frame as it is shown: an edit list may leave frames out, show them later or several times. */
export interface ShownFrame {
  /** Its index among the coded frames. */
  readonly index: number
  /** When it appears, s from the beginning of the film. */
  readonly start: number
}

/** A frame that is passed on to the decoder. */
export interface Packet {
  /** Index of the coded frame. */
  readonly index: number
  /** Its new time: a whole number, at least twice its position among the packets. */
  readonly timestamp: number
  /** Whether decoding begins here, since frames before it are left out. */
  readonly isFirst: boolean
}

export interface VideoTrack {
  readonly frames: readonly CodedFrame[]
  /** At least one, in the order of time. */
  readonly shown: readonly ShownFrame[]
  /** When the last frame disappears, s. */
  readonly end: number
  /** Duration that the container names for the whole film, s; 0 if it names none. */
  readonly duration: number
  /** When the last of the other tracks ends, such as the sound, s. */
  readonly othersEnd: number
  /** Exif orientation by which the frames have to be turned. */
  readonly orientation: number
  /** How the frames are divided into NAL units, in H.264 and HEVC. */
  readonly nal?: NalFormat | undefined
  /** The decoder that also reads the transparency, which WebM keeps beside the frames. */
  readonly alphaDecoder?: 'libvpx' | 'libvpx-vp9' | undefined
  /** A file of the same container with nothing but these frames, in consecutive pieces. */
  readonly remux: (packets: readonly Packet[]) => readonly Uint8Array[]
}

/** A part of the film that shows a part of the track. */
export interface Edit {
  /** How long it is, s; 0: to the end of the track. */
  readonly duration: number
  /** Where it begins in the track, s; undefined: it shows nothing. */
  readonly mediaTime: number | undefined
}

/**
 * The frames in the order in which they are shown.
 *
 * @param frames at least one.
 * @param edits the parts of the film; none, or such as show no frame: all frames.
 * @param lastEnd when the last frame disappears if it does not say how long it stays, s.
 */
export function showFrames(
  frames: readonly CodedFrame[],
  edits: readonly Edit[],
  lastEnd = 0,
): Pick<VideoTrack, 'shown' | 'end'> {
  const order = frames.map((_, index) => index).sort((one, other) => timeOf(frames, one) - timeOf(frames, other))
  const edited = applyEdits(frames, order, edits, lastEnd)
  const [first = 0] = order
  if (edited.shown.length > 0) return edited
  const whole = applyEdits(frames, order, [{ duration: 0, mediaTime: timeOf(frames, first) }], lastEnd)
  // A single frame may not say how long it stays.
  return whole.shown.length > 0 ? whole : { shown: [{ index: first, start: 0 }], end: 0 }
}

function timeOf(frames: readonly CodedFrame[], index: number): number {
  return Number(frames[index]?.time)
}

/** Movies count in milliseconds: a frame that is shown for less than half of one is none. s */
const editTolerance = 0.0005

/** @param order the indices of the frames in the order of time. */
function applyEdits(
  frames: readonly CodedFrame[],
  order: readonly number[],
  edits: readonly Edit[],
  lastEnd: number,
): Pick<VideoTrack, 'shown' | 'end'> {
  const shown: ShownFrame[] = []
  let [begin, end] = [0, 0]
  for (const { duration, mediaTime } of edits) {
    for (const [at, index] of mediaTime === undefined ? [] : order.entries()) {
      const next = order[at + 1]
      const time = timeOf(frames, index) - Number(mediaTime)
      const until = (next === undefined ? endOf(frames, index, lastEnd) : timeOf(frames, next)) - Number(mediaTime)
      const [from, to] = [Math.max(0, time), Math.min(duration || Number.POSITIVE_INFINITY, until)]
      if (to - from < editTolerance || shown.length === maxFrames) continue
      shown.push({ index, start: begin + from })
      end = begin + to
    }
    begin += duration
  }
  return { shown, end }
}

function endOf(frames: readonly CodedFrame[], index: number, lastEnd: number): number {
  const time = timeOf(frames, index)
  const duration = Number(frames[index]?.duration)
  return duration > 0 ? time + duration : Math.max(time, lastEnd)
}

export interface NalFormat {
  readonly codec: 'h264' | 'hevc'
  /** Bytes of the length before each NAL unit, 1 to 4. */
  readonly lengthSize: number
}

/** Frames that are read of a file: almost two hours at 30 per second. */
export const maxFrames = 200_000

/** What the decoder needs a frame for. */
export interface FrameRole {
  /** Whether decoding can begin here, whatever was decoded before. */
  readonly isEntry: boolean
  /** Whether the frame refers to no other. */
  readonly isIntra: boolean
  /** Whether other frames may refer to it. */
  readonly isReferenced: boolean
}

/** Roles are shared, since films have many frames. */
const roles = {
  entry: { isEntry: true, isIntra: true, isReferenced: true },
  intra: { isEntry: false, isIntra: true, isReferenced: true },
  inner: { isEntry: false, isIntra: false, isReferenced: true },
  last: { isEntry: false, isIntra: false, isReferenced: false },
} as const

/** The roles of the frames of a track, by their own headers in H.264 and HEVC, else by what the container says. */
export function rolesOf(bytes: Buffer, { frames, nal }: Pick<VideoTrack, 'frames' | 'nal'>): readonly FrameRole[] {
  return frames.map(frame => {
    const role = nal && (nal.codec === 'h264' ? roleInH264 : roleInHevc)(bytes, frame, nal.lengthSize)
    return role ?? (frame.isSync ? roles.entry : roles.inner)
  })
}

/** Types of NAL units and slices (ITU-T H.264, tables 7-1 and 7-6). */
const h264 = { slice: 1, idr: 5, intraSlices: [2, 4, 7, 9] } as const

/** @returns undefined if the frame has no NAL unit with a slice. */
function roleInH264(bytes: Buffer, { start, end }: CodedFrame, lengthSize: number): FrameRole | undefined {
  let [hasSlice, isIntra, isReferenced] = [false, true, false]
  for (let at = start; at + lengthSize + 4 <= end; at += lengthSize + bytes.readUIntBE(at, lengthSize)) {
    const head = bytes.readUInt32BE(at + lengthSize)
    const type = (head >>> 24) & 31
    if (type === h264.idr) return roles.entry
    if (type < h264.slice || type > h264.idr) continue
    const afterFirstBlock = head << (8 + golombLength(head << 8))
    hasSlice = true
    isIntra &&= h264.intraSlices.some(intra => intra === golombValue(afterFirstBlock))
    isReferenced ||= (head & 0x60000000) !== 0
  }
  if (!hasSlice) return undefined
  return isIntra ? roles.intra : isReferenced ? roles.inner : roles.last
}

/** Bits of a number of variable length (ITU-T H.264, 9.1), which begins with the highest bit. */
function golombLength(bits: number): number {
  return 2 * Math.clz32(bits) + 1
}

function golombValue(bits: number): number {
  return (bits >>> (32 - golombLength(bits))) - 1
}

/** Types of NAL units (ITU-T H.265, table 7-1). */
const hevc = { firstEntry: 16, lastEntry: 23, firstOther: 32 } as const

/** @returns undefined if the frame has no NAL unit with a slice. */
function roleInHevc(bytes: Buffer, { start, end }: CodedFrame, lengthSize: number): FrameRole | undefined {
  for (let at = start; at + lengthSize + 1 <= end; at += lengthSize + bytes.readUIntBE(at, lengthSize)) {
    const type = (bytes.readUInt8(at + lengthSize) >>> 1) & 63
    if (type >= hevc.firstOther) continue
    if (type >= hevc.firstEntry && type <= hevc.lastEntry) return roles.entry
    return type % 2 === 1 ? roles.inner : roles.last
  }
  return undefined
}

/** Types of NAL units in their first byte (ITU-T H.265, 7.3.1.2): pictures at which decoding can begin, within a film and after a cut. */
const firstBytes = { cleanRandomAccess: 21 << 1, brokenLink: 16 << 1 } as const

/**
 * The bytes of a frame at which decoding begins. In HEVC it is marked as one after a cut, which its syntax allows (ITU-T H.265, 8.1.3):
 * else the decoder would count on the frames that are left out.
 */
export function frameAfterCut(bytes: Buffer, { start, end }: CodedFrame, nal: NalFormat | undefined): Buffer {
  if (nal?.codec !== 'hevc') return bytes.subarray(start, end)
  const frame = Buffer.from(bytes.subarray(start, end))
  for (let at = 0; at + nal.lengthSize < frame.length; at += nal.lengthSize + frame.readUIntBE(at, nal.lengthSize))
    if (frame[at + nal.lengthSize] === firstBytes.cleanRandomAccess)
      frame.writeUInt8(firstBytes.brokenLink, at + nal.lengthSize)
  return frame
}

/** The length of NAL units by the configuration of the decoder (ISO/IEC 14496-15, 5.3.3.1 and 8.3.3.1). */
export function nalFormat(codec: NalFormat['codec'], configuration: Buffer): NalFormat | undefined {
  const at = codec === 'h264' ? 4 : 21
  return at < configuration.length ? { codec, lengthSize: (configuration.readUInt8(at) & 3) + 1 } : undefined
}
