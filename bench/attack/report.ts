// Tables and figures that the attacks print.

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
}

export function megabytes(bytes: number): number {
  return bytes / 1024 / 1024
}

/** A table of Markdown; every column but the first is aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = head.map((_, column) => (column === 0 ? '---' : '--:'))
  return [head, line, ...rows].map(row => `| ${row.join(' | ')} |`).join('\n')
}

/** Least squares: growth of the values from one to the next. */
export function slope(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2
  const meanY = values.reduce((sum, value) => sum + value, 0) / values.length
  const square = values.reduce((sum, _, x) => sum + (x - meanX) ** 2, 0)
  return square === 0 ? 0 : values.reduce((sum, value, x) => sum + (x - meanX) * (value - meanY), 0) / square
}
