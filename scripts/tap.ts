// Runs tap and reads its TAP, file by file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

export interface FileResult {
  readonly file: string
  readonly seconds: number
  readonly passed: number
  readonly failed: number
  /** Each with its reason. */
  readonly skipped: readonly string[]
  /** Each failed check with what tap says about it. */
  readonly failures: readonly string[]
  /** What was tried, from comments of the form `cases: …`. */
  readonly cases: readonly string[]
}

export interface TapRun {
  readonly code: number
  readonly files: readonly FileResult[]
}

interface TapOptions {
  /** Gets everything that tap prints. */
  readonly log: string
  readonly env?: NodeJS.ProcessEnv
  /** Called when a file has ended. */
  readonly onFile?: (result: FileResult) => void
  /** Called with every line that is not TAP: the report of the coverage. */
  readonly onText?: (line: string) => void
}

/** What Node.js starts: the link in node_modules/.bin would choose a Node.js of its own. */
export const tapProgram = join(createRequire(import.meta.url).resolve('tap/package.json'), '../dist/esm/run.mjs')

/** @param options of tap, and the files to run; without files all of .taprc */
export async function runTap(args: readonly string[], { log, env, onFile, onText }: TapOptions): Promise<TapRun> {
  await mkdir(dirname(log), { recursive: true })
  const child = spawn(process.execPath, [tapProgram, '--reporter=tap', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = createWriteStream(log)
  child.stdout.pipe(output)
  const closed = once(child, 'close')
  const files: FileResult[] = []
  let lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (/^\s/.test(line)) lines.push(line)
    else if (/^(?:not )?ok \d+ - /.test(line)) {
      const result = readFileResult(line, lines)
      files.push(result)
      lines = []
      onFile?.(result)
    } else if (line !== '' && !/^(?:#|TAP version|\d+\.\.)/.test(line)) onText?.(line)
  }
  const [code] = await closed
  return { code: code ?? 1, files }
}

/** @param last the line that closes a file. @param lines what its subtests printed, indented */
function readFileResult(last: string, lines: readonly string[]): FileResult {
  const [, file = '', , time = '0'] = /^(?:not )?ok \d+ - (\S+)( # time=([\d.]+)ms)?/.exec(last) ?? []
  // Checks are counted; the lines that close a subtest, with their time, are not.
  const checks = lines.filter(line => isCheck(line) && !/ # (?:SKIP|time=)/.test(line))
  const failures = [...lines.entries()]
    .filter(([, line]) => isFailed(line) && !line.includes('# time='))
    .map(([index]) => readReport(lines, index))
  const isBroken = last.startsWith('not ok') && failures.length === 0
  return {
    file,
    seconds: Number(time) / 1000,
    passed: checks.filter(line => !isFailed(line)).length,
    failed: failures.length + (isBroken ? 1 : 0),
    skipped: lines
      .filter(line => isCheck(line) && line.includes(' # SKIP'))
      .map(line => line.trim().replace(/^ok \d+ - /, '')),
    failures: isBroken ? [last, ...lines.slice(-20)] : failures,
    cases: lines.flatMap(line => /^\s+# cases: (.*)/.exec(line)?.[1] ?? []),
  }
}

function isCheck(line: string): boolean {
  return /^\s+(?:not )?ok \d/.test(line)
}

function isFailed(line: string): boolean {
  return /^\s+not ok \d/.test(line)
}

/** A failed check with its YAML block, and the names of the tests around it. */
function readReport(lines: readonly string[], index: number): string {
  const indentOf = (line: string): number => line.search(/\S/)
  const parents: string[] = []
  let indent = indentOf(lines[index] ?? '')
  for (const line of lines.slice(0, index).toReversed()) {
    if (!/^\s+# Subtest: /.test(line) || indentOf(line) >= indent) continue
    parents.unshift(line.trim().replace('# Subtest: ', ''))
    indent = indentOf(line)
  }
  const end = lines.findIndex((line, at) => at > index && /^\s*(?:\.\.\.|(?:not )?ok \d.*|# Subtest: .*)$/.test(line))
  return [parents.join(' › '), ...lines.slice(index, end === -1 ? undefined : end)].join('\n')
}
