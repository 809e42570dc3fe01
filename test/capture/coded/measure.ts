// A film of a page of clocks, measured: its facts, how every clock runs in it, and its colours.
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
  /** By the names of the clocks. */
  readonly clocks: Readonly<Record<string, Judged>>
  /** Of 255, the worst of the flat patches in all frames. */
  readonly colorError: number
}

/** `ffmpeg` and the `ffprobe` beside it. */
export interface Tools {
  readonly ffmpeg: string
  readonly ffprobe: string
}

/** Players take an untagged film for BT.709 when it is large (CTA-861: more than 576 lines), else for BT.601. */
const matrixOf = ({ color: [matrix = ''], height }: Facts): string => {
  if (/bt709/.test(matrix)) return 'bt709'
  return matrix === 'unknown' && height > 576 ? 'bt709' : 'bt601'
}

/** A film that is not steady, or of another rate, is seen as a screen of the asked rate shows it. */
const filtersOf = ({ steady, fps }: Facts, asked: number): readonly string[] =>
  steady && Math.abs(fps - asked) < 0.1 ? [] : [`fps=${asked}`]

/**
 * @param shown The clocks of the page, from the top.
 * @param fps Frames a second that were asked for.
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
