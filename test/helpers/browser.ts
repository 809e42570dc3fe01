// Chromium: the one that `npm test` shares between all files, else one of the file's own.
import { join } from 'node:path'
import { type Browser, chromium, type Download } from 'playwright-core'
import type { Test } from 'tap'
import { chromiumPath, shellPath } from './tools.ts'

/** The headless shell, where installed, takes half the CPU time of the whole browser. */
export const launchOptions = {
  executablePath: shellPath ?? chromiumPath ?? '',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
}

/** Opens the browser until the test ends; what it opened is closed with it, the shared browser is not. */
export async function openBrowser(t: Test): Promise<Browser> {
  const shared = process.env.TEST_BROWSER
  const browser = await (shared === undefined ? chromium.launch(launchOptions) : chromium.connect(shared))
  t.teardown(() => browser.close())
  return browser
}

/** Saves a download: where the browser keeps it is not told for a shared one. */
export async function savedFile(t: Test, download: Download): Promise<string> {
  const file = join(t.testdir(), download.suggestedFilename())
  await download.saveAs(file)
  return file
}
