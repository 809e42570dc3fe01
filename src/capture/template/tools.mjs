// ---- The tools, looked for before the browser opens ----
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Failure } from './failure.mjs'

/** @import { Playwright, Settings } from './types.d.ts' */

export const execute = promisify(execFile)

/**
 * Playwright, or Playwright without browsers, installed beside this script or in the working folder.
 * @returns {Promise<{ name: string, playwright: Playwright }>}
 */
export async function findPlaywright() {
  for (const name of ['playwright', 'playwright-core']) {
    for (const from of [import.meta.url, path.join(process.cwd(), 'capture.mjs')]) {
      const file = resolvePackage(name, from)
      if (file) return { name, playwright: (await import(pathToFileURL(file).href)).default }
    }
  }
  throw new Failure('tool', 'Playwright is missing. Run: npm install playwright && npx playwright install chromium')
}

/**
 * @param {string} name
 * @param {string} from
 */
function resolvePackage(name, from) {
  try {
    return createRequire(from).resolve(name)
  } catch {
    return undefined
  }
}

/**
 * The browser to start; undefined leaves it to Playwright, which installs a headless shell beside the whole Chromium.
 * @param {Settings} settings
 * @param {{ name: string, playwright: Playwright }} found
 */
export function findChromium({ chromium }, { name, playwright }) {
  const whole = chromium ?? playwright.chromium.executablePath()
  const shell = whole.replace(/chromium-(\d+)[\\/].*/, 'chromium_headless_shell-$1')
  if (shell !== whole && fs.existsSync(shell)) return undefined
  if (fs.existsSync(whole)) return whole
  throw new Failure('tool', `There is no Chromium at ${whole}. Run: npx ${name} install chromium`)
}

/** @param {Settings} settings */
export async function checkFfmpeg({ ffmpeg }) {
  const encoders = await execute(ffmpeg, ['-hide_banner', '-encoders']).catch(() => ({ stdout: '' }))
  if (encoders.stdout.includes('libx264')) return
  const how = 'apt install ffmpeg, brew install ffmpeg or winget install ffmpeg'
  throw new Failure('tool', `A film needs ffmpeg with libx264, and ${ffmpeg} is none. Run: ${how}`)
}
