// Which frames of a film are decoded, so that its pictures are spread evenly over its time, within a budget of processor time.
import type { CodedFrame, FrameRole, Packet, ShownFrame } from './video-track.ts'

export interface Film {
  /** In the order of decoding. */
  readonly frames: readonly CodedFrame[]
  /** Those of the frames. */
  readonly roles: readonly FrameRole[]
  /** At least one, in the order of time. */
  readonly shown: readonly ShownFrame[]
}

export interface SamplingOptions {
  /** Points in time, evenly spread, at which the film is seen. */
  readonly count: number
  /** Duration of the film, s. */
  readonly duration: number
  /** Processor time for the frames that need others, ns. */
  readonly budget: number
  /** Processor time that decoding a frame takes, ns. */
  readonly costOf: (frame: CodedFrame) => number
  /** Frames at which decoding can begin that are decoded beside the samples, at most. */
  readonly maxEntries: number
}

export interface SamplingPlan {
  /** What the decoder gets. Those that are wanted have an odd time. */
  readonly packets: readonly Packet[]
  /** Whether the decoder has to skip all frames but those that refer to no other. */
  readonly isIntraOnly: boolean
  /** The frame for each point in time. */
  readonly samples: readonly ShownFrame[]
  /** All frames that are wanted, in the order of time. */
  readonly wanted: readonly ShownFrame[]
  /** Whether the budget did not suffice for a frame near each point in time. */
  readonly isReduced: boolean
}

/** Part of the budget up to which exactly the frames at the points in time are decoded, even where others would do. */
const exactPart = 1 / 4

/** How far from a point in time a frame may be, in parts of the distance between two points: the first frame of a film is often black. */
const maxDistance = 0.45

/**
 * Takes the frames that are shown at the points in time. If that takes long, frames at which decoding can begin represent the time around
 * them; of the others those that need the fewest are taken first, as far as the budget allows, and the nearest one represents the rest.
 */
export function planSamples(film: Film, options: SamplingOptions): SamplingPlan {
  const { count, duration, budget } = options
  const moments = Array.from({ length: count }, (_, at) => ((at + 0.5) * duration) / count)
  const exact = moments.map(moment => shownAt(film, moment))
  const near = (frames: readonly ShownFrame[]) =>
    moments.map(moment => within(frames, moment, (maxDistance * duration) / count))
  const entries = film.shown.filter(({ index }) => film.roles[index]?.isEntry)
  const all = select(film, exact, { ...options, budget: budget * exactPart })
  const nearby = all.isReduced ? near(entries) : []
  const some = all.isReduced
    ? select(
        film,
        exact.map((frame, at) => nearby[at] ?? frame),
        options,
      )
    : all
  const intra = some.isReduced ? near(film.shown.filter(({ index }) => film.roles[index]?.isIntra)) : []
  const covered = inOrder(intra.filter(frame => frame !== undefined))
  const isIntraOnly = covered.length > some.targets.length
  const chosen = isIntraOnly ? covered : some.targets
  const targets = chosen.length > 0 ? chosen : [entries[0] ?? shownAt(film, duration / count / 2)]
  const wanted = inOrder([...targets, ...thinOut(entries, options.maxEntries)])
  return {
    packets: isIntraOnly ? packetsOfAll(film, wanted) : packetsOf(film, wanted),
    isIntraOnly,
    wanted,
    samples: exact.map((frame, at) => (targets.includes(frame) ? frame : nearest(targets, Number(moments[at])))),
    isReduced: isIntraOnly ? covered.length < count : some.isReduced,
  }
}

/** The frame that is visible at a time, s; before the first one the first. */
function shownAt({ shown }: Film, moment: number): ShownFrame {
  return shown.reduce((visible, frame) => (frame.start <= moment ? frame : visible))
}

/** @param frames at least one. */
function nearest(frames: readonly ShownFrame[], moment: number): ShownFrame {
  const distance = ({ start }: ShownFrame): number => Math.abs(start - moment)
  return frames.reduce((best, frame) => (distance(frame) < distance(best) ? frame : best))
}

function within(frames: readonly ShownFrame[], moment: number, distance: number): ShownFrame | undefined {
  const close = frames.filter(({ start }) => Math.abs(start - moment) <= distance)
  return close.length > 0 ? nearest(close, moment) : undefined
}

/** Every second frame, every fourth and so on until they are few enough. */
function thinOut(frames: readonly ShownFrame[], max: number): readonly ShownFrame[] {
  if (max === 0 || frames.length <= max) return max === 0 ? [] : frames
  return thinOut(
    frames.filter((_, at) => at % 2 === 0),
    max,
  )
}

function inOrder(frames: readonly ShownFrame[]): readonly ShownFrame[] {
  return [...new Set(frames)].sort((one, other) => one.start - other.start)
}

interface SampleSelection {
  readonly targets: readonly ShownFrame[]
  readonly isReduced: boolean
}

/** Those of the frames that can be decoded within the budget. */
function select(film: Film, wanted: readonly ShownFrame[], { budget, costOf }: SamplingOptions): SampleSelection {
  const ranges = [...new Set(wanted)].map(target => ({ target, ...rangeTo(film, target.index) }))
  const targets: ShownFrame[] = []
  const reached = new Map<number, number>()
  let spent = 0
  for (const { target, first, last } of ranges.sort(
    (one, other) => one.last - one.first - (other.last - other.first),
  )) {
    const from = reached.get(first) ?? first
    const cost = neededIn(film, from + 1, last).reduce((sum, frame) => sum + costOf(frame), 0)
    if (spent + cost > budget) continue
    spent += cost
    reached.set(first, Math.max(from, last))
    targets.push(target)
  }
  return { targets, isReduced: targets.length < ranges.length }
}

/** The frames of a range that its last one needs, and this one. */
function neededIn({ frames, roles }: Film, first: number, last: number): readonly CodedFrame[] {
  return frames.slice(first, last + 1).filter((_, at) => first + at === last || roles[first + at]?.isReferenced)
}

interface DecodingRange {
  readonly first: number
  readonly last: number
}

/**
 * What has to be decoded for a frame. Frames that follow an entry and are shown before it may refer to what precedes it, so they need the
 * entry before.
 */
function rangeTo({ frames, roles }: Film, last: number): DecodingRange {
  const time = Number(frames[last]?.time)
  let first = last
  while (first > 0 && !(roles[first]?.isEntry && Number(frames[first]?.time) <= time)) first--
  return { first, last }
}

/** The frames that the wanted ones need. */
function packetsOf(film: Film, wanted: readonly ShownFrame[]): readonly Packet[] {
  const isWanted = new Set(wanted.map(({ index }) => index))
  const ranges = merge(wanted.map(({ index }) => rangeTo(film, index)))
  const kept = ranges.flatMap(({ first, last }) =>
    indicesFrom(first, last).filter(index => index === first || isWanted.has(index) || film.roles[index]?.isReferenced),
  )
  const starts = new Set(ranges.map(({ first }) => first))
  return timed(film, kept, isWanted).map(packet => ({ ...packet, isFirst: starts.has(packet.index) }))
}

/** All frames up to the last wanted one. */
function packetsOfAll(film: Film, wanted: readonly ShownFrame[]): readonly Packet[] {
  const isWanted = new Set(wanted.map(({ index }) => index))
  return timed(film, indicesFrom(0, Math.max(...isWanted)), isWanted)
}

function indicesFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** Ranges that overlap become one. */
function merge(ranges: readonly DecodingRange[]): readonly DecodingRange[] {
  const merged: DecodingRange[] = []
  for (const range of [...ranges].sort((one, other) => one.first - other.first)) {
    const before = merged.at(-1)
    if (before === undefined || range.first > before.last) merged.push(range)
    else merged[merged.length - 1] = { first: before.first, last: Math.max(before.last, range.last) }
  }
  return merged
}

/** New times, two ticks apart in the order of time; those of wanted frames are odd. */
function timed({ frames }: Film, kept: readonly number[], isWanted: ReadonlySet<number>): readonly Packet[] {
  const timeOf = (index: number): number => Number(frames[index]?.time)
  const ordered = kept.map((index, position) => ({ index, position })).sort((a, b) => timeOf(a.index) - timeOf(b.index))
  const delay = ordered.reduce((max, { position }, rank) => Math.max(max, position - rank), 0)
  const ranks = new Map(ordered.map(({ index }, rank) => [index, rank + delay]))
  return kept.map(index => ({
    index,
    timestamp: 2 * Number(ranks.get(index)) + (isWanted.has(index) ? 1 : 0),
    isFirst: false,
  }))
}
