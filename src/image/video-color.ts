// Frames as ffmpeg decodes them → pixels in sRGB: matrix, primaries and transfer function by the tags of the video (ITU-T H.273).
import { decodeSignal } from '../color/cicp.ts'
import { encodeLight } from '../color/srgb.ts'
import type { Raster } from './raster.ts'

/** A frame of Y′CbCr: 16 bits per sample in the limited range, one plane after the other, with opacity as the fourth. */
export interface CodedPicture {
  readonly width: number
  readonly height: number
  readonly planes: Buffer
}

/** Names as ffmpeg writes them; anything else is unknown. */
export interface ColorTags {
  readonly matrix: string
  readonly primaries: string
  readonly transfer: string
}

/** Weights of red and blue in luma (H.273, table 4). */
const lumaWeights: Readonly<Record<string, readonly [red: number, blue: number]>> = {
  bt709: [0.2126, 0.0722],
  fcc: [0.3, 0.11],
  bt470bg: [0.299, 0.114],
  smpte170m: [0.299, 0.114],
  smpte240m: [0.212, 0.087],
  bt2020nc: [0.2627, 0.0593],
  bt2020c: [0.2627, 0.0593],
}

export function isMatrix(name: string): boolean {
  return name in lumaWeights
}

/** Black, and the distance to white, of 16 bits in the limited range (BT.709, 4.6). */
const luma = { black: 16 * 256, range: 219 * 256 } as const
const chromaCode = { zero: 128 * 256, range: 224 * 256 } as const

/** @returns a function from a picture of a video to sRGB. */
export function createConverter(tags: ColorTags): (picture: CodedPicture) => Raster {
  const write = writerOf(tags)
  const weights = lumaWeights[tags.matrix] ?? [0.299, 0.114]
  return picture => convert(picture, weights, write)
}

function convert({ width, height, planes }: CodedPicture, [red, blue]: readonly [number, number], write: ColorWriter) {
  const count = width * height
  const samples = new Uint16Array(new Uint8Array(planes).buffer) // a copy, which is aligned
  const pixels = new Uint8ClampedArray(count * 4)
  const [redScale, blueScale] = [(2 * (1 - red)) / chromaCode.range, (2 * (1 - blue)) / chromaCode.range]
  for (let at = 0; at < count; at++) {
    const y = (sampleAt(samples, at) - luma.black) / luma.range
    const r = y + (sampleAt(samples, 2 * count + at) - chromaCode.zero) * redScale
    const b = y + (sampleAt(samples, count + at) - chromaCode.zero) * blueScale
    const g = (y - red * r - blue * b) / (1 - red - blue)
    write(r, g, b, pixels, at * 4)
    pixels[at * 4 + 3] = sampleAt(samples, 3 * count + at) / 257
  }
  return { width, height, pixels: new Uint8Array(pixels.buffer) }
}

function sampleAt(samples: Uint16Array, index: number): number {
  return samples[index] ?? 0
}

/** Writes a colour as sRGB; its channels are not linear, from 0 to 1. */
type ColorWriter = (r: number, g: number, b: number, pixels: Uint8ClampedArray, at: number) => void

function writeSrgb(r: number, g: number, b: number, pixels: Uint8ClampedArray, at: number): void {
  pixels[at] = r * 255
  pixels[at + 1] = g * 255
  pixels[at + 2] = b * 255
}

/** Linear light of other primaries → that of BT.709, which sRGB shares: rows of red, green and blue (BT.2087, 3; SMPTE EG 432-1). */
const toBt709: Readonly<Record<string, readonly number[]>> = {
  bt2020: [1.6605, -0.5876, -0.0728, -0.1246, 1.1329, -0.0083, -0.0182, -0.1006, 1.1187],
  smpte432: [1.2249, -0.2247, 0, -0.042, 1.0419, 0, -0.0197, -0.0786, 1.0979],
}

const unchanged = [1, 0, 0, 0, 1, 0, 0, 0, 1]

/**
 * As in browsers, the curves of BT.709, BT.601 and BT.2020 count as that of sRGB, the primaries of BT.601 as those of BT.709, and colours
 * that sRGB does not have are clipped.
 */
function writerOf({ primaries, transfer }: ColorTags): ColorWriter {
  const hdrCurve = hdrCurves[transfer]
  const matrix = toBt709[primaries]
  if (hdrCurve === undefined && matrix === undefined) return writeSrgb
  const lightOf = tabulateCurve(hdrCurve ?? (channel => decodeSignal(channel, 'srgb')))
  const [rr = 1, rg = 0, rb = 0, gr = 0, gg = 1, gb = 0, br = 0, bg = 0, bb = 1] = matrix ?? unchanged
  return (r, g, b, pixels, at) => {
    const red = lightOf(r)
    const green = lightOf(g)
    const blue = lightOf(b)
    const scale = hdrCurve ? toneScale(Math.max(red, green, blue)) : 1
    pixels[at] = encode((rr * red + rg * green + rb * blue) * scale)
    pixels[at + 1] = encode((gr * red + gg * green + gb * blue) * scale)
    pixels[at + 2] = encode((br * red + bg * green + bb * blue) * scale)
  }
}

/** Values of a curve that are computed; videos have at most 12 bits. */
const curveSteps = 4096

/** @returns the curve, for channels clipped to the range 0 to 1. */
function tabulateCurve(curve: (channel: number) => number): (channel: number) => number {
  const table = Float64Array.from({ length: curveSteps + 1 }, (_, step) => curve(step / curveSteps))
  return channel => Number(table[Math.round(Math.min(1, Math.max(0, channel)) * curveSteps)])
}

/** Levels of sRGB by the square root of linear light, which needs fewer steps in the dark. */
const encodedLevels = Uint8Array.from({ length: curveSteps + 1 }, (_, step) => encodeLight((step / curveSteps) ** 2))

function encode(light: number): number {
  return Number(encodedLevels[Math.round(Math.sqrt(Math.min(1, Math.max(0, light))) * curveSteps)])
}

export function isHdr({ transfer }: ColorTags): boolean {
  return transfer in hdrCurves
}

/** White of what surrounds a video, such as subtitles (BT.2408, 2.1), cd/m². It becomes nearly the white of sRGB. */
const referenceWhite = 203

/** Brightest white of HLG on the display for which it is graded (BT.2100, table 5), cd/m²; videos in PQ are mostly graded for one like it. */
const peakWhite = 1000

/** From the light of the scene to that of the display, for each channel: applied to luminance alone, colours would be paler than graded. */
const hlgGamma = 1.2

/** Curves of high dynamic range: a channel, 0 to 1 → linear light, 1 for the reference white. */
const hdrCurves: Readonly<Record<string, (channel: number) => number>> = {
  smpte2084: channel => decodeSignal(channel, 'pq'),
  'arib-std-b67': channel => (decodeSignal(channel, 'hlg') ** hlgGamma * peakWhite) / referenceWhite,
}

/** Up to here light stays as it is; from here to the peak it is compressed (extended Reinhard). 1 is the reference white. */
const knee = 0.8

/** How far the peak is above the knee, in parts of what is left above it in sRGB. */
const peak = (peakWhite / referenceWhite - knee) / (1 - knee)

/** The factor for all channels of a colour, so that its hue stays. @param brightest light of its brightest channel. */
function toneScale(brightest: number): number {
  if (brightest <= knee) return 1
  const over = (brightest - knee) / (1 - knee)
  return (knee + ((1 - knee) * over * (1 + over / peak ** 2)) / (1 + over)) / brightest
}
