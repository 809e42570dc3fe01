// The coded frames of a track of MP4 (ISO/IEC 14496-12): from its tables of samples (8.6, 8.7), and from fragments (8.8).
import type { IsoBox } from './containers.ts'
import { boxAtPath, childrenOf, hasLongTimes, type Mp4Table, tableIn, uint32At, uint64At } from './mp4-boxes.ts'
import { type CodedFrame, maxFrames } from './video-track.ts'

/** A coded frame of MP4. */
export interface Mp4Sample extends CodedFrame {
  /** Number of its entry in the table of sample descriptions. */
  readonly description: number
}

/**
 * The frames in the tables of a track; what the end of the file cuts off is left out.
 *
 * @param timescale ticks per second.
 */
export function samplesOfTables(file: Buffer, stbl: IsoBox, timescale: number): readonly Mp4Sample[] {
  const sizeTable = readSizes(file, stbl)
  if (sizeTable === undefined) return []
  const durations = valuesOf(file, tableIn(file, stbl, 'stts', 8))
  const shifts = valuesOf(file, tableIn(file, stbl, 'ctts', 8))
  const syncFlags = readSyncFlags(file, stbl, sizeTable.count)
  const samples: Mp4Sample[] = []
  let decoded = 0
  for (const { description, offset, first, count } of chunksOf(file, stbl)) {
    let start = offset
    for (let number = first; number < Math.min(first + count, sizeTable.count); number++) {
      const end = start + sizeTable.sizeOf(number)
      const ticks = durations()
      const time = (decoded + (shifts() | 0)) / timescale
      const duration = ticks / timescale
      const isSync = syncFlags?.[number] !== 0
      if (start < end && end <= file.length) samples.push({ start, end, time, duration, isSync, description })
      decoded += ticks
      start = end
    }
  }
  return samples
}

function readSizes(file: Buffer, stbl: IsoBox) {
  const [box] = childrenOf(file, stbl, 'stsz')
  if (box === undefined) return undefined
  const [equal, table] = [uint32At(file, box.content + 4), box.content + 12]
  const available = equal > 0 ? file.length / equal : (box.end - table) / 4
  return {
    count: Math.floor(Math.min(uint32At(file, box.content + 8), available, maxFrames)),
    sizeOf: (number: number): number => (equal > 0 ? equal : uint32At(file, table + number * 4)),
  }
}

/** @returns a function that returns the value of one sample after the other, by a table of runs. */
function valuesOf(file: Buffer, { at, count }: Mp4Table = { at: 0, count: 0 }): () => number {
  let [run, left, value] = [0, 0, 0]
  return () => {
    for (; left === 0 && run < count; run++) {
      left = uint32At(file, at + run * 8)
      value = uint32At(file, at + run * 8 + 4)
    }
    left = Math.max(0, left - 1)
    return value
  }
}

/** 1 for each sample at which decoding can begin; undefined if it can at all of them. */
function readSyncFlags(file: Buffer, stbl: IsoBox, count: number): Uint8Array | undefined {
  const table = tableIn(file, stbl, 'stss', 4)
  if (table === undefined) return undefined
  const flags = new Uint8Array(count)
  for (let entry = 0; entry < table.count; entry++) flags[uint32At(file, table.at + entry * 4) - 1] = 1
  return flags
}

interface Chunk {
  readonly offset: number
  /** Number of its first sample, from 0. */
  readonly first: number
  readonly count: number
  readonly description: number
}

function* chunksOf(file: Buffer, stbl: IsoBox): Generator<Chunk, void> {
  const wide = tableIn(file, stbl, 'co64', 8)
  const offsets = wide ?? tableIn(file, stbl, 'stco', 4)
  const runs = tableIn(file, stbl, 'stsc', 12)
  if (offsets === undefined || runs === undefined) return
  let [run, first] = [0, 0]
  for (let chunk = 0; chunk < offsets.count && first < maxFrames; chunk++) {
    while (run + 1 < runs.count && uint32At(file, runs.at + (run + 1) * 12) <= chunk + 1) run++
    const entry = runs.at + run * 12
    const count = uint32At(file, entry + 4)
    const offset = wide ? uint64At(file, wide.at + chunk * 8) : uint32At(file, offsets.at + chunk * 4)
    yield { offset, first, count, description: uint32At(file, entry + 8) }
    first += count
  }
}

interface Fragment {
  /** Where its data begin, unless a run says otherwise. */
  readonly data: number
  readonly description: number
  readonly duration: number
  readonly size: number
  readonly flags: number
  readonly timescale: number
}

/** Members that the header of a fragment may have, in this order, by flag (8.8.7). */
const headerMembers = { base: 1, description: 2, duration: 8, size: 16, flags: 32 } as const
/** The same of a run (8.8.8). */
const runMembers = { offset: 1, firstFlags: 4, duration: 0x100, size: 0x200, flags: 0x400, shift: 0x800 } as const
/** In the flags of a sample (8.8.3.1). */
const isNoSync = 0x10000

/**
 * The frames in the fragments of a track.
 *
 * @param boxes those of the file.
 * @param begin when the first one appears, unless the fragment says so, s.
 */
export function samplesOfFragments(
  file: Buffer,
  { moov, boxes }: { readonly moov: IsoBox; readonly boxes: readonly IsoBox[] },
  { track, timescale, begin }: { readonly track: number; readonly timescale: number; readonly begin: number },
): readonly Mp4Sample[] {
  const trex = childrenOf(file, boxAtPath(file, moov, 'mvex'), 'trex').find(box => idOf(file, box) === track)
  const samples: Mp4Sample[] = []
  let decoded = begin
  for (const moof of trex ? boxes.filter(({ type }) => type === 'moof') : [])
    for (const traf of childrenOf(file, moof, 'traf')) {
      const [tfhd] = childrenOf(file, traf, 'tfhd')
      if (trex === undefined || tfhd === undefined || idOf(file, tfhd) !== track) continue
      const [tfdt] = childrenOf(file, traf, 'tfdt')
      if (tfdt) decoded = (hasLongTimes(file, tfdt) ? uint64At : uint32At)(file, tfdt.content + 4) / timescale
      const fragment = { ...readFragment(file, moof, trex, tfhd), timescale }
      for (const sample of samplesOfRuns(file, fragment, childrenOf(file, traf, 'trun'), decoded)) {
        if (samples.length === maxFrames) return samples
        samples.push(sample)
        decoded += sample.duration
      }
    }
  return samples
}

function idOf(file: Buffer, { content }: IsoBox): number {
  return uint32At(file, content + 4)
}

function readFragment(file: Buffer, moof: IsoBox, trex: IsoBox, tfhd: IsoBox): Omit<Fragment, 'timescale'> {
  const present = uint32At(file, tfhd.content)
  let at = tfhd.content + 8
  const next = (member: number, length: number): number | undefined => {
    if ((present & member) === 0) return undefined
    at += length
    return at - length
  }
  const base = next(headerMembers.base, 8)
  const valueAt = (member: number, fallback: number): number =>
    uint32At(file, next(member, 4) ?? trex.content + fallback)
  return {
    data: base === undefined ? moof.start : uint64At(file, base),
    description: valueAt(headerMembers.description, 8),
    duration: valueAt(headerMembers.duration, 12),
    size: valueAt(headerMembers.size, 16),
    flags: valueAt(headerMembers.flags, 20),
  }
}

function* samplesOfRuns(
  file: Buffer,
  fragment: Fragment,
  runs: readonly IsoBox[],
  begin: number,
): Generator<Mp4Sample, void> {
  let [start, decoded] = [fragment.data, begin]
  for (const { content, end: runEnd } of runs) {
    const present = uint32At(file, content)
    const count = uint32At(file, content + 4)
    let at = content + 8
    const next = (member: number, fallback: number): number => {
      if ((present & member) === 0) return fallback
      at += 4
      return uint32At(file, at - 4)
    }
    start = fragment.data + (next(runMembers.offset, start - fragment.data) | 0)
    const firstFlags = next(runMembers.firstFlags, fragment.flags)
    for (let number = 0; number < count && at <= runEnd; number++) {
      const duration = next(runMembers.duration, fragment.duration) / fragment.timescale
      const end = start + next(runMembers.size, fragment.size)
      const flags = next(runMembers.flags, number === 0 ? firstFlags : fragment.flags)
      const time = decoded + (next(runMembers.shift, 0) | 0) / fragment.timescale
      const isSync = (flags & isNoSync) === 0
      const { description } = fragment
      if (start >= end || end > file.length) return
      yield { start, end, time, duration, isSync, description }
      decoded += duration
      start = end
    }
  }
}
