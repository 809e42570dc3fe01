// Pixels in the encoding of their file → 8-bit sRGB, where libvips does not convert them.
import { type ColorEncoding, decodeSignal, lightConversion, srgbPrimaries } from '../color/cicp.ts'
import { encodeLight } from '../color/srgb.ts'
import type { Header } from './header.ts'
import { byteAt } from './raster.ts'

/** How samples encode colours. */
export interface Signal {
  readonly encoding: ColorEncoding
  /** Samples of black and white. */
  readonly black: number
  readonly white: number
  /** The output of libvips: 16 bits if colours are tone-mapped, CMYK as stored, otherwise 8-bit RGB. */
  readonly space: 'rgb16' | 'cmyk' | 'srgb'
  /** Bits of a sample as it is read. */
  readonly depth: 'uchar' | 'ushort'
}

const srgb: ColorEncoding = { name: 'srgb', primaries: srgbPrimaries, transfer: 'srgb' }

/** @returns undefined where libvips decodes to sRGB. */
export function signalOf(header: Header): Signal | undefined {
  const { encoding, isLimitedRange, profile, bits = 8 } = header
  const inkDepth = bits > 8 ? 'ushort' : 'uchar'
  if (isUntaggedCmyk(header)) return { encoding: srgb, space: 'cmyk', depth: inkDepth, black: 0, white: 255 }
  const isHdr = encoding?.transfer === 'pq' || encoding?.transfer === 'hlg'
  // libheif stores 10 and 12 bits in the upper ones of 16.
  if (isHdr) return { encoding, space: 'rgb16', depth: 'ushort', black: 0, white: deepWhite(bits) }
  const isPlain = encoding === undefined || encoding.name === 'srgb'
  if (profile || (isPlain && !isLimitedRange)) return undefined
  const [black, white] = isLimitedRange ? [16, 235] : [0, 255]
  return { encoding: encoding ?? srgb, space: 'srgb', depth: 'uchar', black, white }
}

function deepWhite(bits: number): number {
  return bits === 8 ? 65_535 : 65_536 - 2 ** (16 - bits)
}

/** Whether inks have no profile that says how they look; libvips assumes one that no browser knows. */
function isUntaggedCmyk({ space, profile, alpha }: Header): boolean {
  return space === 'cmyk' && !alpha && profile === undefined
}

/** Steps between linear black and white: a twentieth of a level where the curve of sRGB is steepest. */
const lightSteps = 65_535
let levels: Uint8Array | undefined

/**
 * @param bytes of samples of 8 or 16 bits; the channels of a pixel are red, green and blue, and alpha as an optional fourth, or inks.
 * @returns 8 bits each; instead of inks red, green, blue and full opacity.
 */
export function toSrgb(bytes: Uint8Array, channels: number, signal: Signal): Uint8Array {
  const { encoding, depth } = signal
  const isDeep = depth === 'ushort'
  const samples = isDeep ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2) : bytes
  if (signal.space === 'cmyk') return inksToSrgb(isDeep ? Uint8Array.from(samples, sample => sample >> 8) : bytes)
  const pixels = new Uint8Array(samples.length)
  if (channels === 4)
    for (let at = 3; at < samples.length; at += 4) pixels[at] = sampleAt(samples, at) >> (isDeep ? 8 : 0)
  const light = Float64Array.from({ length: isDeep ? 65_536 : 256 }, (_, sample) => lightOf(sample, signal))
  const conversion = lightConversion(encoding)
  if (conversion === undefined) {
    const curve = Uint8Array.from(light, encodeLight)
    for (let at = 0; at < samples.length; at += channels)
      for (let channel = 0; channel < 3; channel++)
        pixels[at + channel] = byteAt(curve, sampleAt(samples, at + channel))
    return pixels
  }
  levels ??= Uint8Array.from({ length: lightSteps + 1 }, (_, step) => encodeLight(step / lightSteps))
  const { matrix, toneScale } = conversion
  const [a, b, c, d, e, f, g, h, i] = matrix
  for (let at = 0; at < samples.length; at += channels) {
    const red = Number(light[sampleAt(samples, at)])
    const green = Number(light[sampleAt(samples, at + 1)])
    const blue = Number(light[sampleAt(samples, at + 2)])
    const scale = toneScale === undefined ? lightSteps : lightSteps * toneScale(red, green, blue)
    pixels[at] = byteAt(levels, stepOf(scale * (a * red + b * green + c * blue)))
    pixels[at + 1] = byteAt(levels, stepOf(scale * (d * red + e * green + f * blue)))
    pixels[at + 2] = byteAt(levels, stepOf(scale * (g * red + h * green + i * blue)))
  }
  return pixels
}

/** Browsers multiply the light that each ink lets through by the light that black lets through. */
function inksToSrgb(inks: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(inks.length).fill(255)
  for (let at = 0; at < inks.length; at += 4) {
    const light = (255 - byteAt(inks, at + 3)) / 255
    for (let channel = at; channel < at + 3; channel++) pixels[channel] = (255 - byteAt(inks, channel)) * light + 0.5
  }
  return pixels
}

function lightOf(sample: number, { encoding, black, white }: Signal): number {
  return decodeSignal(Math.min(1, Math.max(0, (sample - black) / (white - black))), encoding.transfer)
}

function sampleAt(samples: Uint8Array | Uint16Array, index: number): number {
  return samples[index] ?? 0
}

/** The nearest step, clipped. */
function stepOf(light: number): number {
  if (light >= lightSteps) return lightSteps
  return light > 0 ? (light + 0.5) | 0 : 0
}
