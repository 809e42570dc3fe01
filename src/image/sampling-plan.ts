// Which frames of a video are decoded, so that its pictures are spread evenly over its time, within a budget of processor time.
import type { SkippedFrames, VideoPart } from './ffmpeg.ts'
import type { Packet, ProbedVideo } from './ffprobe.ts'

export interface SamplingOptions {
  /** Points in time, evenly spread, at which the video is seen. */
  readonly count: number
  /** Duration of the video, s. */
  readonly duration: number
  /** Processor time, ns. */
  readonly budget: number
  /** Processor time that decoding a frame takes, ns. */
  readonly costOf: (packet: Packet) => number
  /** Keyframes that are decoded beside the samples, at most. */
  readonly maxKeyframes: number
  /** Whether the decoder can skip all frames but keyframes. */
  readonly canSkip: boolean
  /** Whether nothing but keyframes may be decoded. */
  readonly isKeyframesOnly: boolean
}

/** A part of a video that one process decodes. */
interface PlannedPart extends VideoPart {
  readonly skip: SkippedFrames
}

export interface SamplingPlan {
  readonly parts: readonly PlannedPart[]
  /** For each point in time the packet of the frame that is shown. */
  readonly samples: readonly Packet[]
}

type PacketSource = Pick<ProbedVideo, 'packets' | 'shown' | 'tick' | 'begin'>

/** Processor time of starting ffmpeg and of seeking, ns. */
const startCost = 60e6

/** Part of the budget up to which exactly the frames at the points in time are decoded, even where keyframes would do. */
const exactPart = 1 / 4

/** Processor time of decoding frames that others refer to, in parts of that for all: of a video that takes long, the others are skipped. */
const referencedPart = 0.6

/** How far from a point in time a keyframe may be that stands for it, in parts of the distance between two points. */
const maxDistance = 0.45

/**
 * Takes the frames that are shown at the points in time, by decoding from the keyframe before each, or all frames up to the last one where
 * that takes less time. If both take long, keyframes stand for the time around them; of the other frames those that take the least time are
 * decoded, as far as the budget allows.
 */
export function planSamples(video: PacketSource, options: SamplingOptions): SamplingPlan {
  const { count, duration, budget, maxKeyframes, canSkip, isKeyframesOnly } = options
  const { shown, tick, begin } = video
  const moments = Array.from({ length: count }, (_, at) => ((at + 0.5) * duration) / count / tick + begin)
  const samples = moments.map(moment => shownAt(shown, moment))
  const keyframes = shown.filter(({ isKey }) => isKey)
  const further = thinOut(keyframes, maxKeyframes)
  const decoding = decodingOf(video, options)
  const exact = decoding.select(samples, isKeyframesOnly ? 0 : budget * exactPart)
  const nearby = moments.map(moment => within(keyframes, moment, (maxDistance * duration) / count / tick))
  const others = samples.flatMap((sample, at) => nearby[at] ?? (isKeyframesOnly ? [] : [sample]))
  const chosen = exact.isComplete ? exact : decoding.select(others, budget / referencedPart)
  const whole = startCost + decoding.costUpTo(samples)
  const skip = isKeyframesOnly ? 'nokey' : Math.min(whole, chosen.cost) <= budget * exactPart ? 'default' : 'noref'
  const isWhole =
    !isKeyframesOnly && whole <= Math.min(budget / referencedPart, chosen.isComplete ? chosen.cost : whole)
  if (isWhole) return { samples, parts: [partOf(video, [...samples, ...further], { skip })] }
  const first = keyframes[0] ?? samples[0]
  const parts = chosen.ranges.map(({ entry, wanted }) => partOf(video, wanted, { skip, entry }))
  const blank = first && parts.length === 0 ? [partOf(video, [first], { skip })] : []
  const cuts = canSkip && further.length > 0 ? [partOf(video, further, { skip: 'nokey' })] : []
  return { samples, parts: [...parts, ...blank, ...cuts] }
}

function inOrder(packets: readonly Packet[]): readonly Packet[] {
  return [...new Set(packets)].sort((one, other) => one.timestamp - other.timestamp)
}

/** The frame that is visible at a time, ticks; before the first one the first. */
function shownAt(shown: readonly Packet[], moment: number): Packet {
  return shown.reduce((visible, packet) => (packet.timestamp <= moment ? packet : visible))
}

/** The nearest of some packets that are at most this far from a time, ticks. */
function within(packets: readonly Packet[], moment: number, distance: number): Packet | undefined {
  const distanceOf = ({ timestamp }: Packet): number => Math.abs(timestamp - moment)
  const close = packets.filter(packet => distanceOf(packet) <= distance)
  return close.reduce<Packet | undefined>(
    (best, packet) => (best && distanceOf(best) <= distanceOf(packet) ? best : packet),
    undefined,
  )
}

/** Every second packet, every fourth and so on until they are few enough. */
function thinOut(packets: readonly Packet[], max: number): readonly Packet[] {
  if (max === 0 || packets.length <= max) return max === 0 ? [] : packets
  return thinOut(
    packets.filter((_, at) => at % 2 === 0),
    max,
  )
}

/** Frames that are decoded from one keyframe on. */
interface DecodingRange {
  readonly entry: Packet
  /** Index of the last frame that is decoded. */
  readonly last: number
  readonly wanted: readonly Packet[]
}

interface PacketSelection {
  readonly ranges: readonly DecodingRange[]
  /** ns */
  readonly cost: number
  /** Whether the budget sufficed for all. */
  readonly isComplete: boolean
}

function decodingOf({ packets }: PacketSource, { costOf, isKeyframesOnly }: SamplingOptions) {
  const costs = [0]
  for (const packet of packets) costs.push(Number(costs.at(-1)) + costOf(packet))
  const between = (from: number, to: number): number => Number(costs[to]) - Number(costs[from])
  /** Frames that follow a keyframe and are shown before it may refer to what precedes it, so they need the keyframe before. */
  const entryOf = (packet: Packet): number => {
    let entry = packet.index
    while (entry > 0 && !(packets[entry]?.isKey && Number(packets[entry]?.timestamp) <= packet.timestamp)) entry--
    return isKeyframesOnly ? packet.index : entry
  }
  return {
    /** Processor time for all frames up to the last of some, ns. */
    costUpTo: (wanted: readonly Packet[]) => between(0, 1 + Math.max(...wanted.map(({ index }) => index))),
    /** Those of the frames that can be decoded within a budget, ns: the ones that take the least time first. */
    select: (wanted: readonly Packet[], budget: number): PacketSelection => {
      const targets = inOrder(wanted).map(packet => ({ packet, entry: entryOf(packet), last: packet.index }))
      const ranges = new Map<number, DecodingRange>()
      let [cost, isComplete] = [0, true]
      for (const { packet, entry, last } of targets.sort((a, b) => a.last - a.entry - (b.last - b.entry))) {
        const range = ranges.get(entry)
        const more = range ? between(range.last + 1, last + 1) : startCost + between(entry, last + 1)
        isComplete &&= cost + more <= budget
        const first = packets[entry]
        if (cost + more > budget || first === undefined) continue
        cost += more
        ranges.set(entry, { entry: first, last, wanted: [...(range?.wanted ?? []), packet] })
      }
      return { ranges: [...ranges.values()], cost, isComplete }
    },
  }
}

/** How long decoding goes on after the last frame that is wanted, where that is missing, s. */
const tolerance = 5

function partOf(
  { packets, tick }: PacketSource,
  packetsWanted: readonly Packet[],
  { skip, entry }: { readonly skip: SkippedFrames; readonly entry?: Packet },
): PlannedPart {
  const wanted = inOrder(packetsWanted).map(({ timestamp }) => timestamp)
  const from = entry === undefined || entry === packets[0] ? undefined : entry.timestamp * tick
  return { from, wanted, until: Math.ceil(Number(wanted.at(-1)) + tolerance / tick), skip }
}
