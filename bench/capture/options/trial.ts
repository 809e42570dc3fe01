// Runs the capture script for a request, as its user does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { CaptureRequest } from '../../../schemas/capture.ts'
import { resolveCaptureConfig } from '../../../src/capture/config.ts'
import { renderScript } from '../../../src/capture/script.ts'

export const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
export const shell = process.env.HEADLESS_SHELL_PATH ?? '/usr/bin/chromium-headless-shell'

export interface Run {
  readonly code: number
  readonly file: string
  /** The line of JSON, or an empty object. */
  readonly result: Readonly<Record<string, unknown>>
  readonly errors: string
  readonly seconds: number
}

/** @param env additions to the environment. */
export async function capture(
  folder: string,
  name: string,
  request: CaptureRequest,
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  mkdirSync(folder, { recursive: true })
  const stem = join(folder, fileStem(name))
  writeFileSync(`${stem}.mjs`, renderScript(resolveCaptureConfig(request)))
  return runScript(`${stem}.mjs`, `${stem}.${request.output_format ?? 'png'}`, env)
}

/** The name of a trial's files, without an ending. */
export function fileStem(name: string): string {
  return name.replaceAll(/[^\w.+-]+/g, '_')
}

/** @param output the only argument; an empty one means none. */
async function runScript(script: string, output: string, env: Readonly<Record<string, string>>): Promise<Run> {
  const begin = performance.now()
  const child = spawn(process.execPath, [script, output].filter(Boolean), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CHROMIUM_PATH: chromium, CAPTURE_NO_SANDBOX: '1', ...env },
    timeout: 180_000,
  })
  const [line, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const result = line === '' ? {} : JSON.parse(line)
  return { code: code ?? -1, file: output, result, errors: errors.trim(), seconds: (performance.now() - begin) / 1000 }
}
