// Whether this process runs renders, depending on RENDER and on the machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism, freemem } from 'node:os'
import { mebibyte } from '../values/units.ts'
import { findSystemBrowser, hasPlaywrightBrowser } from './find-browser.ts'

export interface RenderSettings {
  readonly RENDER: 'auto' | 'on' | 'off'
  readonly RENDER_CONCURRENCY: number | undefined
  readonly RENDER_SANDBOX: boolean
  readonly CHROMIUM_PATH: string
  readonly DATABASE_URL: string
  readonly FFMPEG_PATH: string
}

export interface RenderAvailability {
  /** Why renders are rejected, and what to do; absent if they are accepted. */
  readonly refusal?: string
  /** Renders that run in this process at the same time; 0: other processes run them. */
  readonly slots: number
}

/** Memory that auto requires to be free. */
const minFreeBytes = 1024 * mebibyte

/** Memory that a browser needs for most pages. */
const slotBytes = 768 * mebibyte

/** Node.js before 20.13 does not know the limit of a container. */
function availableMemory(): number {
  return process.availableMemory?.() ?? freemem()
}

/** @param isPrivate whether only keys or this machine reach the service */
export function findAvailability(settings: RenderSettings, isPrivate: boolean): RenderAvailability {
  const { RENDER, DATABASE_URL } = settings
  const none = (refusal: string): RenderAvailability => ({ refusal, slots: 0 })
  if (RENDER === 'off') return none('RENDER is off. To turn rendering on, set RENDER=on.')
  if (RENDER === 'auto' && !isPrivate)
    return none(
      'RENDER is auto, and others can reach the service without a key. Set API_KEYS, or set RENDER=on to let anyone render pages.',
    )
  const missing = findMissing(settings)
  // Separate processes may have what this one lacks.
  if (missing !== undefined) return RENDER === 'on' && DATABASE_URL ? { slots: 0 } : none(missing)
  if (RENDER === 'auto' && availableMemory() < minFreeBytes)
    return none('RENDER is auto, and less than 1 GB of memory is free. Set RENDER=on to render pages anyway.')
  return { slots: settings.RENDER_CONCURRENCY ?? defaultConcurrency() }
}

/** A requirement of renders that the machine does not meet. */
export function findMissing({ CHROMIUM_PATH, RENDER_SANDBOX }: RenderSettings): string | undefined {
  if (CHROMIUM_PATH ? !existsSync(CHROMIUM_PATH) : !hasPlaywrightBrowser() && findSystemBrowser() === undefined)
    return CHROMIUM_PATH
      ? "CHROMIUM_PATH names no file. Set it to the path of Chromium, or leave it empty to use Playwright's or the system's, and restart the service."
      : 'Chromium is not installed on this machine. Run npx playwright-core install --only-shell chromium, or apt install chromium-headless-shell, and restart the service.'
  if (RENDER_SANDBOX && !hasSandbox())
    return 'The Chromium sandbox cannot be used here (the service runs as root or in a container, or user namespaces are disabled). Set RENDER_SANDBOX=0 to render pages without it.'
  return undefined
}

function defaultConcurrency(): number {
  const byMemory = Math.floor((availableMemory() - minFreeBytes / 2) / slotBytes)
  return Math.max(1, Math.min(Math.ceil(availableParallelism() / 2), byMemory))
}

/** Chromium's sandbox on Linux needs a user namespace and another user than root. */
function hasSandbox(): boolean {
  if (process.platform !== 'linux') return true
  return process.getuid?.() !== 0 && spawnSync('unshare', ['--user', 'true'], { stdio: 'ignore' }).status === 0
}
