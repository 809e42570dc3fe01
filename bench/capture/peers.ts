// Every recorder films the page of clocks; their films side by side.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Filmed, film } from './film.ts'
import { clockProgram, type Order, type Recorder, recorders } from './recorders.ts'

/** How a clock runs in a film. */
interface Judged {
  readonly undecodable: number
  readonly dropped: number
  readonly doubled: number
  /** Largest error beyond the tick of the clock, ms. */
  readonly beyondTick: number | null
}

/** What `measure` of clockProgram prints. */
interface Measured {
  readonly facts: {
    readonly width: number
    readonly height: number
    readonly frames: number
    readonly fps: number
    readonly steady: boolean
  }
  readonly leadIn: number
  readonly clocks: Readonly<Record<string, Judged>>
  /** Ticks of the clocks, ms, in the order of the page. */
  readonly ticks: Readonly<Record<string, number>>
  readonly colorError: number | null
}

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
function isRight({ undecodable, dropped, doubled, beyondTick }: Judged): boolean {
  return undecodable + dropped + doubled === 0 && beyondTick !== null && beyondTick <= tolerance
}

function worst(measured: Measured, of: (judged: Judged) => number | null): string {
  const values = Object.values(measured.clocks)
    .map(of)
    .filter(value => value !== null)
  return values.length === 0 ? '–' : Math.max(...values).toFixed(Number.isInteger(Math.max(...values)) ? 0 : 2)
}

function row({ recorder, filmed, measured }: Result, { seconds, pixels }: Order): string {
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
    measured.colorError ?? '–',
    (filmed.wall / seconds).toFixed(1),
    (filmed.cpu / seconds).toFixed(1),
  ].join(' | ')} |`
}

/** What is wrong with a clock, and its error beyond the tick. */
function told(judged: Judged | undefined): string {
  if (judged === undefined) return ''
  const faults = [
    judged.dropped && `${judged.dropped} dropped`,
    judged.doubled && `${judged.doubled} doubled`,
    judged.undecodable && `${judged.undecodable} unread`,
  ].filter(Boolean)
  const error = judged.beyondTick === null ? [] : [`${judged.beyondTick.toFixed(judged.beyondTick < 10 ? 2 : 0)}`]
  return [...error, ...faults].join(', ')
}

/** Which clocks each gets wrong. */
function byClock(results: readonly Result[]): string {
  const films = results.flatMap(({ recorder, measured }) => (measured ? [{ recorder, measured }] : []))
  return [
    `| clock (its tick, ms) | ${films.map(({ recorder }) => `${recorder.name}, at ${recorder.scale}`).join(' | ')} |`,
    `| --- |${' --: |'.repeat(films.length)}`,
    ...Object.entries(films[0]?.measured.ticks ?? {}).map(([name, tick]) => {
      const cells = films.map(({ measured }) => told(measured.clocks[name]))
      return `| ${name} (${Number(tick.toFixed(2))}) | ${cells.join(' | ')} |`
    }),
  ].join('\n')
}

async function tryFilm(recorder: Recorder, order: Order, turn: number): Promise<Filmed> {
  for (let attempt = 1; ; attempt++) {
    const filmed = await film(recorder, { ...order, output: `${order.output}-${turn}-${attempt}` }, limit)
    if (filmed.file !== undefined) return filmed
    if (attempt === tries) return { ...filmed, reason: `failed ${tries} times: ${filmed.reason}` }
  }
}

async function measureFilm(file: string, fps: number): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [...clockProgram, 'measure', file, `${fps}`], {
    maxBuffer: 64e6,
  })
  return JSON.parse(stdout)
}

/** @param only Recorders whose names hold this. */
export async function peers(order: Order, only: string): Promise<string> {
  const results: Result[] = []
  for (const [turn, recorder] of recorders.filter(({ name }) => name.includes(only)).entries()) {
    const filmed = await tryFilm(recorder, order, turn)
    const measured = filmed.file && (await measureFilm(filmed.file, order.fps))
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
