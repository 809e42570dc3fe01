// Measures a video of a page of clocks: its metadata, every clock in it, and its colours.
import type { Clock } from './clocks.ts'
import { colorError } from './color-error.ts'
import { type Facts, factsOf } from './facts.ts'
import { framesOf } from './frames.ts'
import { type Judged, judge } from './judge.ts'
import { readStrips } from './read-strips.ts'

export interface Measured {
  readonly facts: Facts
  /** Frames before the first in which any clock can be read: a blank lead-in. */
  readonly leadIn: number
  /** By name of the clock. */
  readonly clocks: Readonly<Record<string, Judged>>
  /** The largest error of the flat patches in all frames, of 255. */
  readonly colorError: number
}

/** Paths of `ffmpeg` and `ffprobe`. */
export interface Tools {
  readonly ffmpeg: string
  readonly ffprobe: string
}

/** Players assume BT.709 for an untagged video of more than 576 lines (CTA-861), else BT.601. */
const matrixOf = ({ color: [matrix = ''], height }: Facts): string => {
  if (/bt709/.test(matrix)) return 'bt709'
  return matrix === 'unknown' && height > 576 ? 'bt709' : 'bt601'
}

/** A video with a variable or another frame rate is resampled as a screen of the requested rate would show it. */
const filtersOf = ({ steady, fps }: Facts, asked: number): readonly string[] =>
  steady && Math.abs(fps - asked) < 0.1 ? [] : [`fps=${asked}`]

/**
 * @param shown The clocks of the page, from the top.
 * @param fps Requested frames per second.
 */
export const measureFilm = async (
  { ffmpeg, ffprobe }: Tools,
  file: string,
  shown: readonly Clock[],
  fps: number,
): Promise<Measured> => {
  const facts = await factsOf(ffprobe, file)
  const { width, height } = facts
  const strips = shown.length + 1
  const filters = filtersOf(facts, fps)
  const readings: (number | undefined)[][] = []
  for await (const frame of framesOf(ffmpeg, file, { width, height, channels: 1, filters })) {
    readings.push(readStrips(frame, width, height, strips))
  }
  const begin = readings.findIndex(times => times.some(time => time !== undefined))
  const leadIn = begin === -1 ? readings.length : begin
  const film = readings.slice(leadIn)
  return {
    facts,
    leadIn,
    clocks: Object.fromEntries(
      shown.map(({ name, tick }, strip) => [
        name,
        judge(
          film.map(times => times[strip]),
          tick,
          fps,
        ),
      ]),
    ),
    colorError: await colorsOf(ffmpeg, file, facts, strips, leadIn, filters),
  }
}

const colorsOf = async (
  ffmpeg: string,
  file: string,
  facts: Facts,
  strips: number,
  leadIn: number,
  before: readonly string[],
): Promise<number> => {
  const { width, height } = facts
  const filters = [
    ...before,
    `select=gte(n\\,${leadIn})`,
    `scale=in_color_matrix=${matrixOf(facts)}:flags=accurate_rnd+full_chroma_int+full_chroma_inp`,
  ]
  const errors: number[] = []
  for await (const frame of framesOf(ffmpeg, file, { width, height, channels: 3, filters })) {
    errors.push(colorError(frame, width, height, strips))
  }
  return errors.length === 0 ? Number.NaN : Math.max(...errors)
}
