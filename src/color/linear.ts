// Between the channels of a screen and light (IEC 61966-2-1).

/** Linear light of a channel, both 0 to 1. */
export const decode = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4

const table = Float64Array.from({ length: 256 }, (_, byte) => decode(byte / 255))

/** Linear light, 0 to 1, of a channel of 8 bits, also 0 to 1. 0 for what is outside. */
export const linear = (channel: number): number => table[Math.round(channel * 255)] ?? 0

/** The channel of 8 bits, 0 to 255, nearest to some linear light; what no screen shows is cut off. */
export const byteOf = (light: number): number => {
  const shown = Math.min(1, Math.max(0, light))
  return Math.round(255 * (shown <= 0.0031308 ? 12.92 * shown : 1.055 * shown ** (1 / 2.4) - 0.055))
}
