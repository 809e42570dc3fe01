// Finds Chromium on this machine.
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** What Playwright does not look for. */
const systemPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** @returns a browser of the system, the headless shell first: it takes half the processor time */
export function findSystemBrowser(): string | undefined {
  return systemPlaces.find(place => existsSync(place))
}

/** Whether the Chromium that Playwright would start is there, or its headless shell, which it prefers. */
export function isBrowserInstalled(chromiumPath: string): boolean {
  const shellFolder = chromiumPath.replace(/chromium-(\d+)[\\/].*/, 'chromium_headless_shell-$1')
  return [chromiumPath, shellFolder].some(path => existsSync(path))
}

/** Where Playwright keeps its browsers, by platform. */
const cacheFolders: Readonly<Record<string, string>> = {
  darwin: 'Library/Caches/ms-playwright',
  linux: '.cache/ms-playwright',
  win32: 'AppData/Local/ms-playwright',
}

/** The folder of Playwright's browsers. */
export function browserCacheFolder(): string {
  return process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), cacheFolders[process.platform] ?? '')
}

/** Whether there is a Chromium of Playwright, of whatever version: to ask Playwright itself takes half a second of processor time. */
export function hasPlaywrightBrowser(): boolean {
  try {
    return readdirSync(browserCacheFolder()).some(name => name.startsWith('chromium'))
  } catch {
    return false
  }
}
