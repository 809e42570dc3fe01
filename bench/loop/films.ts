// Films of 31 MiB (in a body) and 63 MiB (from an address) whose containers take long to read.
import { be, box, filled, join, marker, mebibyte, repeated } from './bytes.ts'

type Films = Readonly<Record<string, (length: number) => Buffer>>

const full = [0, 0, 0, 0]
const mp4Head = box('ftyp', 'isom', be(4, 0), 'isom')

function track(length: number, tables: Buffer): Buffer {
  const header = box('tkhd', full, be(4, 0, 0, 1), repeated([0], 68))
  const handler = box('hdlr', full, be(4, 0), 'vide', repeated([0], 13))
  const media = box('mdia', box('mdhd', full, be(4, 0, 0, 1000, 1000, 0)), handler, box('minf', box('stbl', tables)))
  return filled(
    join(mp4Head, box('moov', box('mvhd', full, be(4, 0, 0, 1000, 1000)), box('trak', header, media))),
    [0],
    marker,
    length,
  )
}

const table = (type: string, count: number, numbers: Buffer) => box(type, full, be(4, count), repeated(numbers, count))

const mp4: Films = {
  'empty boxes': length => filled(mp4Head, box('free'), marker, length),
  'empty tracks': length => filled(mp4Head, box('moov', box('trak')), marker, length),
  'tables of samples': length => filled(mp4Head, join('stsd', repeated([0], 44)), marker, length),
  'tables of samples almost': length => filled(mp4Head, 'sts', marker, length),
  'millions of samples': length =>
    track(length, join(table('stts', 500_000, be(4, 1, 1)), table('stsz', 4_000_000, be(4, 1)))),
  'fragments without samples': length =>
    filled(mp4Head, box('moof', box('traf', box('trun', full, be(4, 0)))), marker, length),
  'brands of 30 MB': length => filled(join(be(4, length - 8), 'ftyp', 'isom'), 'mif3', marker, length),
}

const matroskaHead = join([0x1a, 0x45, 0xdf, 0xa3, 0x8b, 0x42, 0x82, 0x88], 'matroska')
const segment = join(matroskaHead, [0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255])
const tracks = join([0x16, 0x54, 0xae, 0x6b, 0x88, 0xae, 0x86, 0xd7, 0x81, 1, 0x83, 0x81, 1])

const matroska: Films = {
  'void elements': length => filled(segment, [0xec, 0x80], marker, length),
  'sizes of pictures': length => filled(segment, [0xb0, 0x81, 1], marker, length),
  clusters: length => filled(join(segment, tracks), [0x1f, 0x43, 0xb6, 0x75, 0x80], marker, length),
  blocks: length =>
    filled(
      join(segment, tracks, [0x1f, 0x43, 0xb6, 0x75, 0x01, 255, 255, 255, 255, 255, 255, 255]),
      [0xa3, 0x85, 0x81, 0, 0, 0x80, 1],
      marker,
      length,
    ),
  'elements of unknown size': length => filled(segment, [0xae, 0xff], marker, length),
  'damage between clusters': length => filled(segment, [0x00], marker, length),
  'signature of a cluster almost': length => filled(segment, [0x1f, 0x43, 0xb6, 0x1f], marker, length),
}

/** By format. */
export const films: Readonly<Record<string, Films>> = { mp4, matroska }
export const filmBytes = { body: 31 * mebibyte, source: 63 * mebibyte } as const
