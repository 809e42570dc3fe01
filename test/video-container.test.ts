// Containers of films: the frames that they hold, when these are shown, and files that are damaged.
import t from 'tap'
import { readMatroska } from '../src/image/matroska.ts'
import { readMp4 } from '../src/image/mp4.ts'
import { type Film, planSamples } from '../src/image/sampling-plan.ts'
import {
  type CodedFrame,
  type FrameRole,
  frameAfterCut,
  nalFormat,
  rolesOf,
  showFrames,
  type VideoTrack,
} from '../src/image/video-track.ts'
import { box, fullBox } from './fixtures/hostile-files/boxes.ts'
import { be16, be32, latin1 } from './fixtures/hostile-files/bytes.ts'
import { film, rewritten } from './fixtures/hostile-files/film.ts'
import { needs } from './helpers/tools.ts'

/** Frames of one second, in the order of decoding. */
function framesAt(...times: readonly number[]): readonly CodedFrame[] {
  return times.map((time, at) => ({ start: at * 10, end: at * 10 + 10, time, duration: 1, isSync: at === 0 }))
}

t.test('an edit list leaves frames out, repeats and delays them', async t => {
  const frames = framesAt(0, 2, 1, 3)
  const shown = (...edits: readonly (readonly [duration: number, mediaTime: number | undefined])[]) => {
    const { shown: found, end } = showFrames(
      frames,
      edits.map(([duration, mediaTime]) => ({ duration, mediaTime })),
    )
    return [found.map(({ index, start }) => [index, start]), end]
  }
  const whole = [
    [
      [0, 0],
      [2, 1],
      [1, 2],
      [3, 3],
    ],
    4,
  ]
  t.same(shown(), whole)
  t.same(shown([0, 0]), whole)
  t.same(shown([2, 99]), whole, 'nothing would be shown')
  t.same(shown([1.5, 1.5]), [
    [
      [2, 0],
      [1, 0.5],
    ],
    1.5,
  ])
  t.same(shown([1, undefined], [1, 3], [1, 0]), [
    [
      [3, 1],
      [0, 2],
    ],
    3,
  ])
})

/** Roles by letters: e begins, i needs no other frame, p is referred to, b is not. */
function filmOf(letters: string, times?: readonly number[]): Film {
  const frames = framesAt(...(times ?? [...letters].map((_, at) => at)))
  const roles: readonly FrameRole[] = [...letters].map(letter => ({
    isEntry: letter === 'e',
    isIntra: letter === 'e' || letter === 'i',
    isReferenced: letter !== 'b',
  }))
  return { frames, roles, ...showFrames(frames, []) }
}

function planOf(film: Film, budget: number, { count = 4, maxEntries = 0 } = {}) {
  const duration = film.frames.length
  const plan = planSamples(film, { count, duration, budget, costOf: () => 1, maxEntries })
  const packets = plan.packets.map(({ index }) => index)
  const samples = plan.samples.map(({ index }) => index)
  return { ...plan, packets, samples, timestamps: plan.packets.map(({ timestamp }) => timestamp) }
}

t.test('frames are decoded up to those that are wanted, without those that nothing needs', async t => {
  const { packets, samples, isReduced } = planOf(filmOf('epbbpbbpbbpb'), 100)
  t.same(samples, [1, 4, 7, 10])
  t.same(packets, [0, 1, 4, 7, 10])
  t.equal(isReduced, false)
})

t.test('times are in the order of time, odd for wanted frames, and never before the frame is decoded', async t => {
  const { packets, timestamps } = planOf(filmOf('epbpb', [0, 2, 1, 4, 3]), 100, { count: 2 })
  t.same(packets, [0, 1, 2, 3, 4])
  const wanted = timestamps.filter(timestamp => timestamp % 2 === 1)
  t.equal(wanted.length, 2)
  t.ok(timestamps.every((timestamp, at) => timestamp >= 2 * at))
})

t.test('with a small budget, frames near the times stand for them', async t => {
  const plan = planOf(filmOf('eppppppepppppppepppppppp'), 2)
  t.match(plan, { samples: [7, 7, 15, 15], isReduced: true, isIntraOnly: false })
  t.match(planOf(filmOf('epppppppppppppppppppppp'), 8), { samples: [2, 8, 8, 8], isReduced: true })
  t.match(planOf(filmOf('eppppppppppp'), 0), { packets: [0], samples: [0, 0, 0, 0], isReduced: true })
  t.match(planOf(filmOf('pppppppppppp'), 0), { packets: [0, 1], samples: [1, 1, 1, 1] }, 'nothing says where to begin')
})

t.test('frames that need no other are used where decoding cannot begin', async t => {
  const { isIntraOnly, samples, packets, isReduced } = planOf(filmOf('epippipppippi'), 0)
  t.match({ isIntraOnly, samples, isReduced }, { isIntraOnly: true, samples: [2, 5, 9, 12], isReduced: false })
  t.same(packets.length, 13)
})

t.test('a frame that is shown before the entry it follows needs the entry before', async t => {
  const plan = planOf(filmOf('eppebp', [0, 1, 2, 4, 3, 5]), 100, { count: 6 })
  t.same(plan.packets, [0, 1, 2, 3, 4, 5])
})

t.test('further entries are thinned out evenly', async t => {
  const { wanted } = planOf(filmOf('e'.repeat(100)), 100, { count: 1, maxEntries: 30 })
  t.ok(wanted.length > 12 && wanted.length <= 31, `${wanted.length}`)
})

function rolesIn(codec: 'h264' | 'hevc', ...units: readonly (readonly number[])[]): readonly FrameRole[] {
  const bytes = Buffer.concat(units.map(unit => Buffer.concat([be32(unit.length), Buffer.from(unit)])))
  const frame = { start: 0, end: bytes.length, time: 0, duration: 0, isSync: false }
  const track = { frames: [frame], nal: { codec, lengthSize: 4 } }
  return rolesOf(bytes, track)
}

t.test('the headers of H.264 and HEVC say what a frame needs', async t => {
  const [parameters, idr] = [
    [0x67, 1, 2, 3],
    [0x65, 0x88, 0, 0],
  ]
  t.match(rolesIn('h264', parameters, idr), [{ isEntry: true, isIntra: true, isReferenced: true }])
  t.match(rolesIn('h264', [0x41, 0x9a, 0, 0]), [{ isEntry: false, isIntra: false, isReferenced: true }])
  t.match(rolesIn('h264', [0x01, 0x9e, 0, 0]), [{ isEntry: false, isIntra: false, isReferenced: false }])
  t.match(rolesIn('h264', [0x41, 0x88, 0, 0]), [{ isEntry: false, isIntra: true }])
  t.match(rolesIn('h264', [0x41, 0x88, 0, 0], [0x41, 0x9a, 0, 0]), [{ isIntra: false }], 'one of two slices')
  t.match(rolesIn('h264', parameters), [{ isEntry: false, isReferenced: true }], 'without a slice')
  t.match(rolesIn('hevc', [0x40, 1, 0, 0], [0x2a, 1, 0, 0]), [{ isEntry: true }])
  t.match(rolesIn('hevc', [0x02, 1, 0, 0]), [{ isEntry: false, isReferenced: true }])
  t.match(rolesIn('hevc', [0x00, 1, 0, 0]), [{ isEntry: false, isReferenced: false }])
  t.match(rolesIn('hevc', [0x40, 1, 0, 0]), [{ isEntry: false, isReferenced: true }])
})

t.test('a picture of HEVC at which decoding begins is marked as one after a cut', async t => {
  const bytes = Buffer.concat([be32(2), Buffer.from([0x40, 1]), be32(3), Buffer.from([0x2a, 1, 0x80])])
  const frame = { start: 0, end: bytes.length, time: 0, duration: 0, isSync: true }
  const marked = frameAfterCut(bytes, frame, { codec: 'hevc', lengthSize: 4 })
  t.same([...marked.subarray(10)], [0x20, 1, 0x80])
  t.equal(frameAfterCut(bytes, frame, undefined).length, bytes.length)
})

interface Mp4Parts {
  readonly tables?: readonly Buffer[]
  /** Further boxes of the track and of the film. */
  readonly track?: readonly Buffer[]
  readonly more?: readonly Buffer[]
}

/** An MP4 of 16 bytes, ten ticks a second. */
function mp4Of({ tables = [], track = [], more = [] }: Mp4Parts): Buffer {
  const hdlr = fullBox('hdlr', 0, 0, be32(0), latin1('vide'))
  const minf = box('minf', box('stbl', ...tables))
  const mdia = box('mdia', fullBox('mdhd', 1, 0, be32(0, 0, 0, 0, 10, 0, 40)), hdlr, minf)
  const trak = box('trak', fullBox('tkhd', 1, 0, Buffer.alloc(92)), mdia, ...track)
  return Buffer.concat([box('mdat', Buffer.alloc(16)), box('moov', trak, ...more)])
}

function table(type: string, ...entries: readonly (readonly number[])[]): Buffer {
  return fullBox(type, 0, 0, be32(entries.length), be32(...entries))
}

t.test('tables of MP4, with offsets of 32 and 64 bits', async t => {
  const times = table('stts', [4, 10])
  const sizes = fullBox('stsz', 0, 0, be32(1, 4))
  const runs = table('stsc', [1, 1, 1], [2, 2, 1], [3, 1, 1])
  for (const offsets of [table('stco', [8], [10], [14]), table('co64', [0, 8], [0, 10], [0, 14])]) {
    const track = readMp4(mp4Of({ tables: [times, sizes, runs, offsets] }))
    t.same(
      track?.frames.map(({ start, time, isSync }) => [start, time, isSync]),
      [8, 10, 11, 14].map((start, time) => [start, time, true]),
    )
    t.match(track, { duration: 0, end: 4, orientation: 1 })
  }
  const cut = [table('stco', [8], [10], [9999]), table('stss', [2], [77])]
  const synced = mp4Of({ tables: [times, sizes, runs, ...cut] })
  t.same(
    readMp4(synced)?.frames.map(({ isSync }) => isSync),
    [false, true, false],
    'one is beyond the end of the file',
  )
  t.equal(readMp4(mp4Of({ tables: [times, sizes] })), undefined)
  t.equal(readMp4(mp4Of({ tables: [times, runs, table('stco', [8])] })), undefined)
})

t.test('ignores boxes with a wrong size', async t => {
  const moov = box('moov', box('trak', Buffer.alloc(3)))
  const wide = (size: number) => Buffer.concat([be32(1), latin1('free'), be32(0, size)])
  const zero = (size: number) => Buffer.concat([be32(size), latin1('free')])
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(7), moov, wide(8), wide(16).subarray(0, 12), zero(4), zero(0)])
    t.equal(readMp4(Buffer.concat([bytes, moov])), undefined)
})

function indices(track: VideoTrack | undefined): number {
  return track?.frames.length ?? 0
}

t.test('fragments, with and without defaults', needs('ffmpeg'), async t => {
  const args = '-f lavfi -i testsrc2=s=64x64:r=5:d=4 -c:v libx264 -preset veryfast -g 5 -pix_fmt yuv420p'.split(' ')
  const flags = [
    'frag_keyframe+empty_moov',
    'frag_keyframe+empty_moov+default_base_moof',
    'frag_every_frame',
    'faststart',
  ]
  for (const [at, movflags] of flags.entries()) {
    const track = readMp4(await film(`fragments${at}.mp4`, [...args, '-movflags', movflags]))
    t.equal(indices(track), 20, movflags)
    t.ok(Math.abs((track?.end ?? 0) - 4) < 0.3, `${movflags}: ${track?.end} s`)
    t.equal(track?.frames.filter(({ isSync }) => isSync).length, 4, movflags)
  }
})

t.test('fragments of other tracks, with short times, and longer than the file', needs('ffmpeg'), async t => {
  const inputs = '-f lavfi -i testsrc2=s=64x64:r=5:d=4 -f lavfi -i sine=d=9 -c:a aac -c:v libx264 -g 5 -pix_fmt yuv420p'
  const flags = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']
  const bytes = await film('sound.fragments.mp4', [...inputs.split(' '), ...flags])
  const track = readMp4(bytes)
  t.equal(indices(track), 20)
  const short = rewritten(bytes, ['moof', 'traf', 'tfdt'], content => Buffer.concat([be32(0), content.subarray(8)]))
  const offset = readMp4(short)?.frames.map(({ time }) => time)
  t.same(
    offset,
    track?.frames.map(({ time }) => time),
  )
})

t.test('a fragment of more frames than are read', async t => {
  const trex = fullBox('trex', 0, 0, be32(0, 1, 1, 1, 0))
  const head = mp4Of({ more: [box('mvex', trex)] })
  const trun = fullBox('trun', 0, 0, be32(0xffffffff))
  const moof = (...runs: readonly Buffer[]) => box('moof', box('traf', fullBox('tfhd', 0, 0, be32(0)), ...runs))
  t.equal(indices(readMp4(Buffer.concat([head, moof(trun), Buffer.alloc(300_000)]))), 200_000)
  t.ok(indices(readMp4(Buffer.concat([head, moof(trun)]))) < 200, 'and not more than the file holds')
  t.equal(readMp4(Buffer.concat([head, box('moof', box('traf', trun))])), undefined)
})

t.test('edit lists of 32 and 64 bits', async t => {
  const tables = [
    table('stts', [4, 10]),
    fullBox('stsz', 0, 0, be32(1, 4)),
    table('stsc', [1, 4, 1]),
    table('stco', [8]),
  ]
  for (const [version, entries] of [
    [0, be32(2, 1000, 0xffffffff, 0x10000, 2000, 10, 0x10000)],
    [1, be32(2, 0, 1000, 0xffffffff, 0xffffffff, 0x10000, 0, 2000, 0, 10, 0x10000)],
  ] as const) {
    const track = readMp4(mp4Of({ tables, track: [box('edts', fullBox('elst', version, 0, entries))] }))
    t.same(
      track?.shown.map(({ index, start }) => [index, start]),
      [
        [1, 1],
        [2, 2],
      ],
    )
    t.equal(track?.end, 3)
  }
})

t.test('any part of a film is read without an error', needs('ffmpeg'), async t => {
  const mp4 = mp4Of({ tables: [table('stts', [4, 10]), fullBox('stsz', 0, 0, be32(1, 4)), table('stsc', [1, 4, 1])] })
  for (let end = 0; end < mp4.length; end++) t.equal(readMp4(mp4.subarray(0, end)), undefined)
  const webm = await film('small.webm', '-f lavfi -i color=red:s=16x16:r=5:d=1 -c:v libvpx'.split(' '))
  const counts = Array.from({ length: webm.length }, (_, end) => indices(readMatroska(webm.subarray(0, end))))
  t.equal(Math.max(...counts), 5)
})

/** An element of Matroska, its size in one byte. */
function ebml(id: string, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 + content.length]), content])
}

const byte = (...values: readonly number[]) => Buffer.from(values)
const videoTrack = (...more: readonly Buffer[]) => ebml('ae', ebml('d7', byte(1)), ebml('83', byte(1)), ...more)

/** A film whose header and tracks say as little as possible. */
function matroskaOf(tracks: Buffer, info: Buffer, ...blocks: readonly Buffer[]): Buffer {
  const cluster = ebml('1f43b675', ebml('e7', byte(0)), ...blocks)
  return Buffer.concat([ebml('1a45dfa3'), ebml('18538067', ebml('1549a966', info), ebml('1654ae6b', tracks), cluster)])
}

t.test('Matroska without what most films have', async t => {
  const block = (track: number, time: number, ...frame: readonly number[]) =>
    byte(0x80 + track, 0, time, 0x80, ...frame)
  const group = ebml('a0', ebml('a1', block(1, 40, 7)), ebml('9b', byte(20)), ebml('fb', byte(1)))
  const blocks = [ebml('a3', block(1, 0, 7)), ebml('a3', block(2, 90, 7)), ebml('a3', block(1, 9)), ebml('a3'), group]
  const duration = ebml('4489', Buffer.from('42c80000', 'hex'))
  const track = readMatroska(matroskaOf(videoTrack(), duration, ...blocks))
  t.same(
    track?.frames.map(({ time, duration, isSync }) => [time, duration, isSync]),
    [
      [0, 0, true],
      [0.04, 0.02, false],
    ],
  )
  t.match(track, { duration: 0.1, othersEnd: 0.09, end: 0.06 })
  const odd = matroskaOf(videoTrack(), ebml('4489', byte(1, 2, 3)), ...blocks)
  t.match(readMatroska(odd), { duration: 0 }, 'a number of three bytes')
  const sound = ebml('ae', ebml('d7', byte(1)), ebml('83', byte(2)))
  t.equal(readMatroska(matroskaOf(sound, byte(), ...blocks)), undefined)
})

t.test('a configuration that is too short says nothing of the frames', async t => {
  t.equal(nalFormat('h264', Buffer.alloc(4)), undefined)
  t.same(nalFormat('hevc', Buffer.alloc(22, 3)), { codec: 'hevc', lengthSize: 4 })
})

t.test('Matroska goes on after damage, and takes what is there', needs('ffmpeg'), async t => {
  const args =
    '-f lavfi -i testsrc2=s=64x64:r=5:d=8 -c:v libvpx -deadline realtime -g 5 -cluster_time_limit 1000'.split(' ')
  const bytes = await film('clusters.webm', args)
  const whole = indices(readMatroska(bytes))
  t.equal(whole, 40)
  const damaged = Buffer.from(bytes)
  const cluster = damaged.indexOf('1f43b675', damaged.length / 2, 'hex')
  damaged.fill(0, cluster, cluster + 4)
  const left = indices(readMatroska(damaged))
  t.ok(left > whole / 2 && left < whole, `${left}`)
  t.ok(indices(readMatroska(bytes.subarray(0, bytes.length / 2))) > 10)
  for (const end of [0, 3, 40, 60, 300]) t.equal(readMatroska(bytes.subarray(0, end)), undefined)
  t.equal(readMatroska(Buffer.concat([be16(1, 2), bytes])), undefined)
})
