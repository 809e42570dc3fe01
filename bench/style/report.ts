// Tables in Markdown, and the figures in them.

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')
}

/** A dash where there is no value. */
export function fixed(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
}

/** @param share 0 to 1. */
export function percent(share: number, digits = 1): string {
  return fixed(100 * share, digits)
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** NaN where there are no values. */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length
}
