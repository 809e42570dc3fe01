// From CSS pixels to device pixels: the window that is asked for and the size of the result.
import { type CaptureRequest, deviceLimits, type Viewport } from '../../schemas/capture.ts'
import type { Fault } from '../../schemas/fault.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** The window: every missing member takes its own default, the scale 1 where the window alone is beyond 1080p (1920 × 2160). */
export const windowOf = ({ width = 1920, height = 1080, deviceScaleFactor }: Viewport = {}): Required<Viewport> => ({
  width,
  height,
  deviceScaleFactor: deviceScaleFactor ?? (width > 1920 || height > 2160 ? 1 : 2),
})

/**
 * floor(css × scale) of the decimal numbers that were sent: 100 × 1.15 is 115, though the product of the two doubles is
 * 114.99999999999999. Doubles err by less than 1e-10 in the range allowed (16,384 × 8).
 */
const devicePixels = (css: number, scale: number): number => Math.floor(css * scale + 1e-9)

/** The result in device px; a film is cropped to even sides, which yuv420p needs. */
export const outputSize = ({ width, height, deviceScaleFactor }: Required<Viewport>, format: string): Size => {
  const [w, h] = [devicePixels(width, deviceScaleFactor), devicePixels(height, deviceScaleFactor)]
  return format === 'mp4' ? { width: w - (w % 2), height: h - (h % 2) } : { width: w, height: h }
}

/** Faults of the viewport as a whole: a result larger than Chromium paints (png) or than 8K (mp4). Empty: none. */
export const deviceSizeFaults = ({
  viewport,
  output_format = 'png',
}: Pick<CaptureRequest, 'viewport' | 'output_format'>): Fault[] => {
  const { width, height } = outputSize(windowOf(viewport), output_format)
  const { pngSide, mp4Pixels } = deviceLimits
  const fits = output_format === 'png' ? Math.max(width, height) <= pngSide : width * height <= mp4Pixels
  if (fits) return []
  const most = output_format === 'png' ? `${pngSide} px a side` : `${mp4Pixels} px in all`
  const message = `Width and height times deviceScaleFactor make ${width} × ${height} device px; send a smaller viewport or scale: ${output_format} holds at most ${most}.`
  return [{ pointer: '/viewport', code: 'out_of_range', message }]
}
