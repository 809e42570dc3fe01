// What the tests said, read out of their TAP.

interface Results {
  readonly passed: number
  readonly failed: number
  /** Each with its reason. */
  readonly skipped: readonly string[]
  /** Each with its file and all that tap says of it. */
  readonly failures: readonly string[]
  /** What was tried, as tests tell it in comments of the form `cases: …`. */
  readonly cases: readonly string[]
}

const isPoint = (line: string): boolean => /^\s+(?:not )?ok \d/.test(line)
const isFailed = (line: string): boolean => /^\s+not ok/.test(line)

/** @param tap TAP 14 of a run of files, each of which is a subtest */
export const resultsOf = (tap: string): Results => {
  const lines = tap.split('\n')
  // Points inside a subtest are counted, the lines that close a subtest or a file are not.
  const points = lines.filter(line => isPoint(line) && !/# (?:SKIP|time=)/.test(line))
  const reportOf = (at: number): string => {
    const end = lines.findIndex((line, i) => i > at && /^\s*(?:\.\.\.|(?:not )?ok \d.*)$/.test(line))
    const file = lines.slice(at).find(line => /^(?:not )?ok \d+ - /.test(line)) ?? ''
    return [file.replace(/ # .*/, ''), ...lines.slice(at, end)].join('\n')
  }
  const failed = points.filter(isFailed).length
  return {
    passed: points.length - failed,
    failed,
    skipped: lines
      .filter(line => isPoint(line) && line.includes(' # SKIP'))
      .map(line => line.trim().replace(/^ok \d+ - /, '')),
    failures: [...lines.entries()]
      .filter(([, line]) => isPoint(line) && isFailed(line) && !line.includes('# time='))
      .map(([at]) => reportOf(at)),
    cases: lines.flatMap(line => /^\s+# cases: (.*)/.exec(line)?.[1] ?? []),
  }
}
