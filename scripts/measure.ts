// `npm run measure`: how large the project is, part by part; docs and tests hold what it says.
import { readFileSync } from 'node:fs'
import { median } from '../bench/style/speed.ts'
import { count, type Shortcut } from './measure/count.ts'
import { sourcesOf } from './measure/sources.ts'

/** The service first, then what stands around it. */
const parts: Readonly<Record<string, readonly string[]>> = {
  service: ['schemas', 'src', 'plugins'],
  schemas: ['schemas'],
  src: ['src'],
  plugins: ['plugins'],
  web: ['web'],
  test: ['test'],
  bench: ['bench'],
  scripts: ['scripts', 'docs/client'],
}

interface Long {
  readonly lines: number
  readonly place: string
}

const longest = (all: readonly Long[]): string => {
  const [first] = all.toSorted((one, other) => other.lines - one.lines)
  return `${first?.lines} ${first?.place}`
}

const middle = (all: readonly Long[]): number => median(all.map(({ lines }) => lines))

const rowOf = (name: string, tops: readonly string[]): string => {
  const files = tops
    .flatMap(sourcesOf)
    .map(place => ({ place, ...count(place, readFileSync(new URL(`../${place}`, import.meta.url), 'utf8')) }))
  const functions = files.flatMap(file =>
    file.functions.map(({ line, lines }) => ({ lines, place: `${file.place}:${line}` })),
  )
  const sum = (of: (file: (typeof files)[number]) => number) => files.reduce((all, file) => all + of(file), 0)
  const taken = (kind: Shortcut) => sum(({ shortcuts }) => shortcuts.filter(shortcut => shortcut.kind === kind).length)
  const cells = [
    name,
    files.length,
    sum(({ lines }) => lines),
    sum(({ code }) => code),
    longest(files),
    middle(files),
    functions.length,
    longest(functions),
    middle(functions),
    taken('any'),
    taken('cast'),
    taken('nonNull'),
  ]
  return `| ${cells.join(' | ')} |`
}

const head =
  '| part | files | lines | of code | longest file | median | functions | longest function | median | any | casts | non-null |'

for (const line of [head, head.replace(/[^|]+/g, '---'), ...Object.entries(parts).map(row => rowOf(...row))])
  process.stdout.write(`${line}\n`)
