// Who films: our engines, what others offer, and what one writes first.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { resolveCaptureConfig } from '../../src/capture/config.ts'
import { renderScript } from '../../src/capture/script.ts'

/** What recorders are told; order.mjs tells what its members mean. */
export interface Order {
  readonly address: string
  readonly output: string
  /** Pixels of the film. */
  readonly pixels: { readonly width: number; readonly height: number }
  readonly fps: number
  readonly seconds: number
  readonly chromium: string
  readonly shell: string
  readonly ffmpeg: string
}

export interface Recorder {
  readonly name: string
  /** Device px per CSS px; the window is smaller by it. 1 for those that ignore it. */
  readonly scale: number
  /** Words for Node, and additions to the environment. */
  readonly start: (
    order: Order,
    scale: number,
  ) => { readonly words: readonly string[]; readonly env: NodeJS.ProcessEnv }
}

/** The page of clocks of the tests, as a program: `serve` or `measure`, with Node.js. */
export const clockProgram = [
  '--import',
  'tsx',
  fileURLToPath(new URL('../../test/fixtures/capture/coded/program.ts', import.meta.url)),
]

function windowOf({ pixels }: Order, scale: number) {
  return { width: pixels.width / scale, height: pixels.height / scale }
}

/** The script as the service hands it out. */
function ours(engine: string, browser: 'chromium' | 'shell'): Recorder {
  return {
    name: `this service, ${engine}`,
    scale: 2,
    start: (order, scale) => {
      const config = resolveCaptureConfig(
        {
          target_url: order.address,
          output_format: 'mp4',
          record_duration: `${order.seconds}s`,
          viewport: { ...windowOf(order, scale), deviceScaleFactor: scale },
        },
        [],
      )
      const file = `${order.output}-capture.mjs`
      writeFileSync(file, renderScript(config))
      return {
        words: [file, `${order.output}.mp4`],
        env: {
          CAPTURE_ENGINE: engine,
          CAPTURE_NO_SANDBOX: '1',
          CHROMIUM_PATH: order[browser],
          FFMPEG_PATH: order.ffmpeg,
        },
      }
    },
  }
}

function other(name: string, file: string, scale: number): Recorder {
  return {
    name,
    scale,
    start: (order, scale) => ({
      words: [
        fileURLToPath(new URL(`./recorders/${file}.mjs`, import.meta.url)),
        JSON.stringify({ ...order, ...windowOf(order, scale), scale }),
      ],
      env: { PUPPETEER_SKIP_DOWNLOAD: '1' },
    }),
  }
}

export const recorders: readonly Recorder[] = [
  ours('begin-frame', 'shell'),
  ours('page-clock', 'chromium'),
  other('timecut 0.3.3', 'timecut', 2),
  other('puppeteer-capture 1.45.0', 'puppeteer-capture', 1),
  other('Playwright 1.65.1 recordVideo', 'playwright-video', 1),
  other('Playwright 1.65.1 recordVideo', 'playwright-video', 2),
  other('Puppeteer 24.39.1 screencast', 'puppeteer-screencast', 1),
  other('puppeteer-screen-recorder 3.0.6', 'puppeteer-screen-recorder', 1),
]

/** What our engines are compared with, picture by picture. */
export const plainLoop: Recorder = other('plain loop of Page.captureScreenshot', 'capture-loop', 2)
