// Every recorder films the page of clocks; their films side by side.
import { clocks } from '../../test/capture/coded/clocks.ts'
import type { Judged } from '../../test/capture/coded/judge.ts'
import { type Measured, measureFilm } from '../../test/capture/coded/measure.ts'
import { filmTools } from '../../test/tools.ts'
import { type Filmed, film } from './film.ts'
import { type Order, type Recorder, recorders } from './recorders.ts'

interface Result {
  readonly recorder: Recorder
  readonly filmed: Filmed
  readonly measured: Measured | undefined
}

/** Seconds: twenty times what our engines take. */
const limit = 600

/** Some hang in one run and not in the next; who fails twice has failed. */
const tries = 2

/** The target of our films, ms, beyond the tick of a clock itself. */
const tolerance = 0.2
const isRight = ({ undecodable, dropped, doubled, beyondTick }: Judged): boolean =>
  undecodable + dropped + doubled === 0 && beyondTick <= tolerance

const worst = (measured: Measured, of: (judged: Judged) => number): string => {
  const values = Object.values(measured.clocks).map(of).filter(Number.isFinite)
  return values.length === 0 ? '–' : Math.max(...values).toFixed(Number.isInteger(Math.max(...values)) ? 0 : 2)
}

const row = ({ recorder, filmed, measured }: Result, { seconds, pixels }: Order): string => {
  const name = `${recorder.name} (${pixels.width / recorder.scale} × ${pixels.height / recorder.scale} at ${recorder.scale})`
  if (measured === undefined) return `| ${[name, filmed.reason.replaceAll('|', '/')].join(' | ')} |${' |'.repeat(10)}`
  const { facts } = measured
  const judged = Object.values(measured.clocks)
  return `| ${[
    name,
    `${facts.width} × ${facts.height}`,
    `${facts.frames} at ${facts.steady ? '' : 'about '}${Number(facts.fps.toFixed(1))}`,
    measured.leadIn,
    `${judged.filter(isRight).length} of ${judged.length}`,
    worst(measured, ({ dropped }) => dropped),
    worst(measured, ({ doubled }) => doubled),
    worst(measured, ({ undecodable }) => undecodable),
    worst(measured, ({ beyondTick }) => beyondTick),
    Number.isNaN(measured.colorError) ? '–' : measured.colorError,
    (filmed.wall / seconds).toFixed(1),
    (filmed.cpu / seconds).toFixed(1),
  ].join(' | ')} |`
}

/** What is wrong with a clock, and its error beyond the tick. */
const told = (judged: Judged | undefined): string => {
  if (judged === undefined) return ''
  const faults = [
    judged.dropped && `${judged.dropped} dropped`,
    judged.doubled && `${judged.doubled} doubled`,
    judged.undecodable && `${judged.undecodable} unread`,
  ].filter(Boolean)
  const error = Number.isNaN(judged.beyondTick) ? [] : [`${judged.beyondTick.toFixed(judged.beyondTick < 10 ? 2 : 0)}`]
  return [...error, ...faults].join(', ')
}

/** Which clocks each gets wrong. */
const byClock = (results: readonly Result[]): string => {
  const films = results.flatMap(({ recorder, measured }) => (measured ? [{ recorder, measured }] : []))
  return [
    `| clock (its tick, ms) | ${films.map(({ recorder }) => `${recorder.name}, at ${recorder.scale}`).join(' | ')} |`,
    `| --- |${' --: |'.repeat(films.length)}`,
    ...clocks.map(({ name, tick }) => {
      const cells = films.map(({ measured }) => told(measured.clocks[name]))
      return `| ${name} (${Number(tick.toFixed(2))}) | ${cells.join(' | ')} |`
    }),
  ].join('\n')
}

const tryFilm = async (recorder: Recorder, order: Order, turn: number): Promise<Filmed> => {
  for (let attempt = 1; ; attempt++) {
    const filmed = await film(recorder, { ...order, output: `${order.output}-${turn}-${attempt}` }, limit)
    if (filmed.file !== undefined) return filmed
    if (attempt === tries) return { ...filmed, reason: `failed ${tries} times: ${filmed.reason}` }
  }
}

/** @param only Recorders whose names hold this. */
export const peers = async (order: Order, only: string): Promise<string> => {
  const results: Result[] = []
  for (const [turn, recorder] of recorders.filter(({ name }) => name.includes(only)).entries()) {
    const filmed = await tryFilm(recorder, order, turn)
    const measured = filmed.file && (await measureFilm(filmTools, filmed.file, clocks, order.fps))
    results.push({ recorder, filmed, measured: measured || undefined })
    console.error(`${recorder.name}: ${filmed.file ? 'filmed' : filmed.reason}, ${filmed.wall.toFixed(0)} s`)
  }
  return [
    '| recorder (window, CSS px, and scale) | pixels | frames, a second | blank lead-in | clocks right | dropped | doubled | undecodable | error beyond tick, ms | colour error of 255 | wall s per s | CPU s per s |',
    `| --- |${' --: |'.repeat(11)}`,
    ...results.map(result => row(result, order)),
    '',
    byClock(results),
  ].join('\n')
}
