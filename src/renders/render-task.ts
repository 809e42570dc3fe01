// What a render process is told and tells. It gets all of its settings here, since its environment is empty.
import type { RenderFacts } from '../../schemas/render.ts'

export interface RenderTask {
  /** Path of the capture script, which is imported as a module. */
  readonly script: string
  /** A film has a browser of its own, with its own flags. */
  readonly isFilm: boolean
  /** Of Chromium, beside those of the script. */
  readonly browserArguments: readonly string[]
  readonly hasSandbox: boolean
  /** Path of the browser; absent: the one of Playwright, or that of the system. */
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
export interface CaptureResult
  extends Pick<RenderFacts, 'width' | 'height' | 'duration'>,
    Partial<RenderFacts['verdict']> {}

export type RenderReport =
  | { readonly kind: 'done'; readonly result: CaptureResult; readonly warnings: readonly string[] }
  /** `cause`: the kind of CaptureError of the script, or `browser` for any other error. */
  | { readonly kind: 'failed'; readonly cause: string; readonly message: string }

/** Sent when everything that the task opened is closed. */
export interface RenderEnded {
  readonly kind: 'ended'
  readonly report: RenderReport
  /** Whether the process and its browser can run another task. */
  readonly isUsable: boolean
}

export type RenderMessage = RenderEnded | { readonly kind: 'frame'; readonly done: number }
