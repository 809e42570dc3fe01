// The program of a render process: runs capture scripts one after the other. Pictures share one browser, in a context each; a video has its own.
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import type { RenderFacts } from '../../schemas/render.ts'
import { findSystemBrowser, isBrowserInstalled } from './find-browser.ts'

export interface RenderTask {
  /** Path of the capture script, which is imported as a module. */
  readonly script: string
  /** A video has a browser of its own, with its own flags. */
  readonly isVideo: boolean
  /** Flags of Chromium, in addition to the flags of the script. */
  readonly browserArguments: readonly string[]
  readonly hasSandbox: boolean
  /** Path of the browser; absent: Playwright's, or the system's. */
  readonly chromium: string | undefined
  /** Path of the file. */
  readonly output: string
  readonly ffmpeg: string
  /** Whether a page that looks like another one is an error. */
  readonly isStrict: boolean
  readonly cookies: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

/** What the script returns, as far as it is known. */
interface CaptureResult extends Pick<RenderFacts, 'width' | 'height' | 'duration'>, Partial<RenderFacts['verdict']> {}

export type RenderReport =
  | { readonly kind: 'done'; readonly result: CaptureResult; readonly warnings: readonly string[] }
  /** `cause`: the kind of CaptureError of the script, or `browser` for any other error. */
  | { readonly kind: 'failed'; readonly cause: string; readonly message: string }

export type RenderMessage =
  /** Sent when everything that the task opened is closed. `isUsable`: the process and its browser can run another one. */
  | { readonly kind: 'ended'; readonly report: RenderReport; readonly isUsable: boolean }
  | { readonly kind: 'frame'; readonly done: number }

/** The module that a capture script is. */
interface CaptureModule {
  readonly capture: (settings: object, interruption: Promise<never>) => Promise<CaptureResult>
  readonly warnings: ReadonlySet<string>
}

/** The browser of pictures, and the flags that it was started with. */
let warm: { readonly browser: Browser; readonly flags: string } | undefined

/** Playwright notices the end of a browser after that of its pages and requests, ms. */
const noticeMs = 200

/** Longest wait for the contexts of a task to close, ms. */
const closeMs = 5000

// The process of the service has ended.
process.on('disconnect', () => process.exit())
process.on('message', (task: RenderTask) => {
  run(task).catch(error => {
    process.stderr.write(`${error}\n`)
    process.exit(1)
  })
})

function tell(message: RenderMessage): void {
  process.send?.(message)
}

async function run(task: RenderTask): Promise<void> {
  const videoBrowsers: Browser[] = []
  const report = await capture(task, videoBrowsers)
  const contexts = warm?.browser.contexts() ?? []
  const closing = Promise.all([...videoBrowsers, ...contexts].map(one => one.close()))
  const isClosed = await Promise.race([
    closing.then(
      () => true,
      () => false,
    ),
    wait(closeMs, false),
  ])
  tell({ kind: 'ended', report, isUsable: isClosed && !(report.kind === 'failed' && report.cause === 'browser') })
}

async function capture(task: RenderTask, videoBrowsers: Browser[]): Promise<RenderReport> {
  // Some waits of a script would not notice the end of its browser.
  const over = new AbortController()
  const death = new Promise<never>((_resolve, reject) => {
    over.signal.addEventListener('abort', () => reject(new Error('The browser has ended')))
  })
  death.catch(() => undefined)
  try {
    const script: CaptureModule = await import(pathToFileURL(task.script).href)
    const settings = {
      output: task.output,
      sandbox: task.hasSandbox,
      cookies: Object.entries(task.cookies),
      headers: Object.entries(task.headers),
      ffmpeg: task.ffmpeg,
      strict: task.isStrict,
      launch: async (flags: readonly string[]) => {
        const browser = await launch(task, flags, videoBrowsers)
        browser.once('disconnected', () => over.abort())
        return browser
      },
      onFrame: (done: number) => tell({ kind: 'frame', done }),
    }
    const result = await script.capture(settings, death)
    return { kind: 'done', result, warnings: [...script.warnings] }
  } catch (error) {
    const { kind = 'browser', message = String(error) } = Object(error)
    return { kind: 'failed', cause: (await hasDied(videoBrowsers, message)) ? 'browser' : kind, message }
  }
}

/** Whether a browser or a page of it has ended, whatever the script was doing: Playwright has no other sign of a page that crashed. */
async function hasDied(videoBrowsers: readonly Browser[], message: string): Promise<boolean> {
  await wait(noticeMs)
  const browsers = warm ? [...videoBrowsers, warm.browser] : videoBrowsers
  return browsers.some(browser => !browser.isConnected()) || /crashed|has been closed/.test(message)
}

async function launch(task: RenderTask, scriptFlags: readonly string[], videoBrowsers: Browser[]): Promise<Browser> {
  const args = [...scriptFlags, ...task.browserArguments]
  const flags = args.join(' ')
  if (!task.isVideo && warm?.flags === flags && warm.browser.isConnected()) return warm.browser
  const executablePath =
    task.chromium ?? (isBrowserInstalled(chromium.executablePath()) ? undefined : findSystemBrowser())
  const options = { args, chromiumSandbox: task.hasSandbox, ...(executablePath !== undefined && { executablePath }) }
  const browser = await chromium.launch(options).catch(error => {
    throw startError(error)
  })
  if (task.isVideo) videoBrowsers.push(browser)
  else {
    await warm?.browser.close()
    warm = { browser, flags }
  }
  return browser
}

/** Why a browser cannot start, as it or Playwright writes it, and what to do. */
const startErrors = [
  {
    signs: /shared libraries|missing dependencies/i,
    detail: 'System libraries that Chromium needs are missing. Run npx playwright-core install-deps chromium as root.',
  },
  {
    signs: /No usable sandbox/,
    detail: 'The system does not allow the Chromium sandbox. Set RENDER_SANDBOX=0 to render pages without it.',
  },
  {
    signs: /Executable doesn't exist/i,
    detail:
      "Chromium is missing, or Playwright's Chromium is the wrong version. Run npx playwright-core install --only-shell chromium, or apt install chromium-headless-shell.",
  },
] as const

/** An error of the kind `tool` if another attempt would fail too. A browser that was killed, or had too little time, may start the next time. */
function startError(error: Error): Error {
  const { message } = error
  const [, written = 'no reason given'] = /\[err\] (.*)/.exec(message) ?? []
  const detail =
    startErrors.find(({ signs }) => signs.test(message))?.detail ??
    (/exitCode=[1-9]/.test(message) ? `Chromium does not start: ${written}` : undefined)
  return detail === undefined ? error : Object.assign(new Error(detail), { kind: 'tool' })
}
