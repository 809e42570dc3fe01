// Writes a script to a temporary folder and runs it there, unmodified except for edits of its CONFIG.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { CaptureConfig, CaptureRequest } from '../../schemas/capture.ts'
import { resolveCaptureConfig } from '../../src/capture/config.ts'
import { renderScript } from '../../src/capture/script.ts'
import { chromiumPath, ffmpegPath } from '../tools.ts'

export interface Run {
  readonly edit?: (config: CaptureConfig) => CaptureConfig
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Sends SIGINT at the first matching output, or after a number of milliseconds. */
  readonly interruptAt?: RegExp | number
  /** Called at the first matching output. */
  readonly onOutput?: readonly [RegExp, (pid: number) => unknown]
  /** Links the output file to /dev/full. */
  readonly diskFull?: boolean
}

/** Processes that a run left: those with its temporary folder on their command line. Linux only. */
const orphans = (folder: string): string[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      } catch {
        return false
      }
    })

/** Runs the script; the result includes every file and process that it left. */
export async function runScript(t: Test, request: CaptureRequest, run: Run = {}) {
  const { edit, args = [], env = {}, interruptAt, onOutput, diskFull } = run
  const folder = t.testdir()
  // Not below the test folder: Chromium creates a socket there, whose path must not exceed 107 characters.
  const TMPDIR = mkdtempSync(join(tmpdir(), 'capture-'))
  t.teardown(() => rmSync(TMPDIR, { recursive: true, force: true }))
  const resolved = resolveCaptureConfig(request, ['wait_until: told'])
  const config = edit?.(resolved) ?? resolved
  writeFileSync(join(folder, 'capture.mjs'), renderScript(config))
  if (diskFull) symlinkSync('/dev/full', join(folder, `${config.output_file}.part`))
  const { PATH = '' } = process.env
  const tools = { CHROMIUM_PATH: chromiumPath ?? '', FFMPEG_PATH: ffmpegPath ?? '', CAPTURE_NO_SANDBOX: '1' }
  const child = spawn(process.execPath, ['capture.mjs', ...args], {
    cwd: folder,
    env: { PATH, HOME: TMPDIR, TMPDIR, ...tools, ...env },
  })
  const [stdout, stderr]: [string[], string[]] = [[], []]
  let acted = false
  child.stdout.setEncoding('utf8').on('data', text => stdout.push(text))
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr.push(text)
    if (interruptAt instanceof RegExp && interruptAt.test(stderr.join(''))) child.kill('SIGINT')
    if (acted || !onOutput?.[0].test(stderr.join(''))) return
    acted = true
    onOutput[1](child.pid ?? 0)
  })
  const timer = typeof interruptAt === 'number' ? setTimeout(() => child.kill('SIGINT'), interruptAt) : undefined
  const [code, signal] = await once(child, 'close')
  clearTimeout(timer)
  const left = readdirSync(folder).filter(name => name !== 'capture.mjs')
  const temporary = readdirSync(TMPDIR).filter(name => /playwright|chrom/i.test(name))
  const written = { stdout: stdout.join(''), stderr: stderr.join('') }
  return { code, signal, ...written, folder, left, temporary, orphans: orphans(TMPDIR), config }
}
