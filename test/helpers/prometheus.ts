// A strict reader of Prometheus' text format 0.0.4: it throws at whatever the format does not allow.

export interface Metric {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Family {
  readonly name: string
  readonly kind: string
}

const help = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\]|\\\\|\\n)*$/
const kind = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)$/
const sample =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\]|\\["\\n])*",?)*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/g

const endings: Readonly<Record<string, RegExp>> = { histogram: /_(?:bucket|sum|count)$/, summary: /_(?:sum|count)$/ }

const matched = (pattern: RegExp, line: string): RegExpExecArray => {
  const found = pattern.exec(line)
  if (found) return found
  throw new Error(`Not in the format: ${line}`)
}

const readLabels = (text: string): Record<string, string> => {
  const pairs = [...text.matchAll(label)].map(([, name = '', value = '']): [string, string] => [
    name,
    value.replace(/\\(.)/g, (_all, character: string) => (character === 'n' ? '\n' : character)),
  ])
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`A label stands twice: ${text}`)
  return Object.fromEntries(pairs)
}

const readSample = (line: string): Metric => {
  const [, name = '', labels = '', value = ''] = matched(sample, line)
  return { name, labels: readLabels(labels), value: Number(value.replace('Inf', 'Infinity')) }
}

/** Buckets grow, end with +Inf, and that is the count. */
const checkHistogram = (name: string, metrics: readonly Metric[]): void => {
  const series = new Map<string, { readonly bound: number; readonly value: number }[]>()
  const seriesOf = ({ labels: { le: _bound, ...labels } }: Metric) => JSON.stringify(labels)
  for (const metric of metrics.filter(one => one.name === `${name}_bucket`)) {
    const bound = Number(String(metric.labels.le).replace('Inf', 'Infinity'))
    series.set(seriesOf(metric), [...(series.get(seriesOf(metric)) ?? []), { bound, value: metric.value }])
  }
  for (const [labels, buckets] of series) {
    const last = buckets.at(-1)
    const sound = buckets.every(({ bound, value }, i) => {
      const before = buckets[i - 1]
      return before === undefined || (bound > before.bound && value >= before.value)
    })
    const of = (ending: string) => metrics.find(one => one.name === `${name}_${ending}` && seriesOf(one) === labels)
    if (!sound || last?.bound !== Infinity || of('count')?.value !== last.value || of('sum') === undefined)
      throw new Error(`Not a histogram: ${name} ${labels}`)
  }
}

/** Every sample of a text; each family stands together, behind its HELP and TYPE. */
export const readPrometheus = (text: string): readonly Metric[] => {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.')
  const families = new Map<string, Family>()
  const metrics: Metric[] = []
  const seen = new Set<string>()
  let current: Family | undefined
  let helped = ''
  for (const line of text.slice(0, -1).split('\n')) {
    if (line === '') continue
    if (line.startsWith('# HELP ')) {
      helped = matched(help, line)[1] ?? ''
      if (families.has(helped)) throw new Error(`A family in two places: ${helped}`)
    } else if (line.startsWith('#')) {
      const [, name = '', word = ''] = matched(kind, line)
      if (name !== helped || families.has(name)) throw new Error(`A TYPE without its HELP: ${line}`)
      current = { name, kind: word }
      families.set(name, current)
    } else {
      const metric = readSample(line)
      const family = metric.name.replace(endings[current?.kind ?? ''] ?? /$^/, '')
      if (family !== current?.name) throw new Error(`A sample outside its family: ${line}`)
      const key = JSON.stringify([metric.name, Object.entries(metric.labels).sort()])
      if (seen.has(key)) throw new Error(`The same sample twice: ${line}`)
      seen.add(key)
      metrics.push(metric)
    }
  }
  for (const { name, kind: word } of families.values()) if (word === 'histogram') checkHistogram(name, metrics)
  return metrics
}
