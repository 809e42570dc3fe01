// Coding-independent code points (ITU-T H.273): what the numbers of a picture mean, and their light as Chromium shows it in sRGB.

/** x and y of red, green, blue and white (CIE 1931). */
export type Chromaticities = readonly [number, number, number, number, number, number, number, number]

/** A curve from signal to light; a number is the exponent of a power. `pq` and `hlg` are tone-mapped, since they exceed white. */
export type Transfer = number | 'srgb' | 'smpte240' | 'smpte428' | 'pq' | 'hlg'

export interface ColorEncoding {
  readonly primaries: Chromaticities
  readonly transfer: Transfer
  /** Value of `media.color_space`. */
  readonly name: string
  /** The brightest light of a picture in PQ, cd/m²; default: 1,000. */
  readonly peakNits?: number | undefined
}

const d65 = [0.3127, 0.329] as const

export const srgbPrimaries: Chromaticities = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, ...d65]
const bt2020Primaries: Chromaticities = [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, ...d65]
const smpte170Primaries: Chromaticities = [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, ...d65]

/** By their code point (H.273, table 2), with their names. */
const primariesByCode: Readonly<Record<number, readonly [name: string, Chromaticities]>> = {
  1: ['srgb', srgbPrimaries],
  2: ['srgb', srgbPrimaries],
  4: ['bt470m', [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, 0.31, 0.316]],
  5: ['bt470bg', [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, ...d65]],
  6: ['smpte170m', smpte170Primaries],
  7: ['smpte240m', smpte170Primaries],
  8: ['film', [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, 0.31, 0.316]],
  9: ['bt2020', bt2020Primaries],
  10: ['xyz', [1, 0, 0, 1, 0, 0, 1 / 3, 1 / 3]],
  11: ['dci-p3', [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.314, 0.351]],
  12: ['display-p3', [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, ...d65]],
  22: ['ebu3213', [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, ...d65]],
}

/** By their code point (H.273, table 3), with their names: what a browser shows. The camera curves of television are missing here. */
const transfers: Readonly<Record<number, readonly [name: string, Transfer]>> = {
  2: ['', 'srgb'],
  4: ['-gamma-2.2', 2.2],
  5: ['-gamma-2.8', 2.8],
  7: ['-smpte240m', 'smpte240'],
  8: ['-linear', 1],
  13: ['', 'srgb'],
  16: ['-pq', 'pq'],
  17: ['-smpte428', 'smpte428'],
  18: ['-hlg', 'hlg'],
}

/** The camera curves of BT.709, BT.601, IEC 61966-2-4 and BT.2020. */
const cameraCurves = [1, 6, 11, 14, 15]

/**
 * @param primaries, transfer code points.
 * @param cameraCurve how the camera curves of television are shown: Chromium takes the curve of sRGB in AVIF and BT.1886 in PNG.
 * @returns undefined when a browser would ignore them.
 */
export function encodingOfCodes(
  primaries: number,
  transfer: number,
  cameraCurve: 'srgb' | 2.4,
): ColorEncoding | undefined {
  const space = primariesByCode[primaries]
  const curve = cameraCurves.includes(transfer)
    ? ([cameraCurve === 'srgb' ? '' : '-gamma-2.4', cameraCurve] as const)
    : transfers[transfer]
  return space && curve && { name: space[0] + curve[0], primaries: space[1], transfer: curve[1] }
}

/** Largest deviation of chromaticities and exponents that is rounding. */
const tolerance = { chromaticity: 0.002, exponent: 0.02 } as const

/**
 * The encoding that an exponent and chromaticities describe (PNG, third edition, 11.3.2.1 and 11.3.2.2).
 *
 * @param exponent of the power from signal to light.
 * @returns undefined for sRGB, which programs write as an exponent of 2.2, and for values that describe nothing.
 */
export function encodingOfGamma(exponent: number, primaries: Chromaticities): ColorEncoding | undefined {
  const isRgb = srgbPrimaries.every(
    (value, index) => Math.abs(value - Number(primaries[index])) < tolerance.chromaticity,
  )
  const isPlain = isRgb && Math.abs(exponent - 2.2) < tolerance.exponent
  if (isPlain || !(exponent > 0.1 && exponent < 10) || !primariesToXyz(primaries).every(Number.isFinite))
    return undefined
  const name = `${isRgb ? 'srgb' : 'custom'}-gamma-${Number(exponent.toFixed(2))}`
  return { name, transfer: exponent, primaries: isRgb ? srgbPrimaries : primaries }
}

/** Light of reference white (ITU-R BT.2408), cd/m². */
const whiteNits = 203
/** Peak of HLG and of what is mastered in PQ without other metadata, cd/m². */
const usualPeakNits = 1000

/** @returns linear light of a signal from 0 to 1: 1 is white, PQ reaches 49; of HLG it is the light of the scene. */
export function decodeSignal(signal: number, transfer: Transfer): number {
  if (typeof transfer === 'number') return signal ** transfer
  return curves[transfer](signal)
}

const curves: Readonly<Record<Exclude<Transfer, number>, (signal: number) => number>> = {
  srgb: signal => (signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4),
  smpte240: signal => (signal < 0.0913 ? signal / 4 : ((signal + 0.1115) / 1.1115) ** (1 / 0.45)),
  smpte428: signal => (signal ** 2.6 * 52.37) / 48,
  // SMPTE ST 2084.
  pq: signal => {
    const power = signal ** (32 / 2523)
    return (
      ((10_000 / whiteNits) * Math.max(0, power - 3424 / 4096) ** (16_384 / 2610)) /
      (2413 / 128 - (2392 / 128) * power) ** (16_384 / 2610)
    )
  },
  // ITU-R BT.2100, table 5.
  hlg: signal => (signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12),
}

/** From decoded signals to linear light of sRGB, which may exceed 0 to 1. */
export interface LightConversion {
  readonly matrix: Matrix
  /** Of pictures that exceed white: the factor by which a colour is shown where white is the brightest. */
  readonly toneScale?: (red: number, green: number, blue: number) => number
}

/** @returns undefined where the light is that of sRGB already. */
export function lightConversion({ primaries, transfer, peakNits }: ColorEncoding): LightConversion | undefined {
  const matrix = conversion(primaries, srgbPrimaries)
  if (transfer !== 'pq' && transfer !== 'hlg') return primaries === srgbPrimaries ? undefined : { matrix }
  const toBt2020 = conversion(primaries, bt2020Primaries)
  const gain = toneCurve((peakNits ?? usualPeakNits) / whiteNits)
  return {
    matrix,
    toneScale: (red, green, blue) => {
      const light = apply(toBt2020, [red, green, blue])
      const display = transfer === 'hlg' ? displayScale(light) : 1
      return display * gain(display * Math.max(light[0], light[1], light[2]))
    },
  }
}

/** From the light of a scene to that of a display of 1,000 cd/m² (ITU-R BT.2100, table 5), 1 being reference white. */
function displayScale([red, green, blue]: Triple): number {
  const luminance = 0.2627 * red + 0.678 * green + 0.0593 * blue
  return (Math.max(0, luminance) ** 0.2 * usualPeakNits) / whiteNits
}

/** Where the control point of the curve lies between its ends. */
const bend = 0.65

/**
 * The reference white tone mapping operator (SMPTE ST 2094-50), which Chromium applies: white and all below it are darkened by the same
 * factor, 1/2 for a usual or higher peak, and from there a quadratic Bézier curve reaches white at the peak.
 *
 * @param peak brightest light, 1 being white.
 * @returns the factor for a colour by its largest channel.
 */
function toneCurve(peak: number): (max: number) => number {
  if (peak <= 1) return () => 1
  const white = 1 - Math.min(1, Math.log(peak) / Math.log(usualPeakNits / whiteNits)) / 2
  const [x, y] = [1 - bend + bend / white, (1 - bend) * white + bend]
  const [square, linear] = [1 - 2 * x + peak, 2 * (x - 1)]
  return max => {
    if (max <= 1) return white
    if (max >= peak) return 1 / max
    // Solves x(t) for t.
    const t = (Math.sqrt(linear ** 2 + 4 * square * (max - 1)) - linear) / (2 * square)
    return (white * (1 - t) ** 2 + 2 * y * t * (1 - t) + t ** 2) / max
  }
}

/** Rows of a 3 × 3 matrix, one after the other. */
type Matrix = readonly [number, number, number, number, number, number, number, number, number]

/** From linear light of the primaries to another set; whites are adapted (Bradford). */
function conversion(from: Chromaticities, to: Chromaticities): Matrix {
  return multiply(inverse(primariesToXyz(to)), multiply(adaptation(from, to), primariesToXyz(from)))
}

function primariesToXyz(primaries: Chromaticities): Matrix {
  const [rx, ry, gx, gy, bx, by] = primaries
  const colors: Matrix = [rx, gx, bx, ry, gy, by, 1 - rx - ry, 1 - gx - gy, 1 - bx - by]
  const [r, g, b] = apply(inverse(colors), whiteOf(primaries))
  return multiply(colors, [r, 0, 0, 0, g, 0, 0, 0, b])
}

function whiteOf([, , , , , , x, y]: Chromaticities): Triple {
  return [x / y, 1, (1 - x - y) / y]
}

const bradford: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]

function adaptation(from: Chromaticities, to: Chromaticities): Matrix {
  const [source, target] = [apply(bradford, whiteOf(from)), apply(bradford, whiteOf(to))]
  const scale: Matrix = [target[0] / source[0], 0, 0, 0, target[1] / source[1], 0, 0, 0, target[2] / source[2]]
  return multiply(inverse(bradford), multiply(scale, bradford))
}

type Triple = readonly [number, number, number]

function apply([a, b, c, d, e, f, g, h, i]: Matrix, [x, y, z]: Triple): Triple {
  return [a * x + b * y + c * z, d * x + e * y + f * z, g * x + h * y + i * z]
}

function multiply(one: Matrix, [a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [[r, u, x], [s, v, y], [t, w, z]] = [apply(one, [a, d, g]), apply(one, [b, e, h]), apply(one, [c, f, i])]
  return [r, s, t, u, v, w, x, y, z]
}

function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const det = a * p + b * q + c * r
  const cofactors = [
    p,
    c * h - b * i,
    b * f - c * e,
    q,
    a * i - c * g,
    c * d - a * f,
    r,
    b * g - a * h,
    a * e - b * d,
  ] as const
  const [j, k, l, m, n, o, s, t, u] = cofactors
  return [j / det, k / det, l / det, m / det, n / det, o / det, s / det, t / det, u / det]
}
