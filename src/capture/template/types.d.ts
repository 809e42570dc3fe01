// The shapes that the steps of the script hand on to each other; for the type checker only.
import type { BrowserContext, BrowserContextOptions, CDPSession, Frame, Page, Request, Route } from 'playwright-core'
import type { CaptureConfig } from '../../../schemas/capture.ts'

export type { BrowserContext, CDPSession, Frame, Page, Request, Route }
export type Config = CaptureConfig
export type Playwright = typeof import('playwright-core')

export type Viewport = Config['viewport']

/** What the command line and the environment changed. */
export interface Settings {
  readonly output: string
  readonly ffmpeg: string
  readonly chromium: string | undefined
  readonly sandbox: boolean
  readonly engine: string
  readonly cookies: readonly [name: string, value: string][]
  readonly headers: readonly [name: string, value: string][]
}

/** Playwright, and the name of the package that it came from. */
export interface Tools {
  readonly name: string
  readonly playwright: Playwright
}

/** Readies the page for its pictures; then makes one, of a film the page so many milliseconds later. */
export type Start = () => Promise<(time: number) => Promise<Buffer>>

/** A way to capture: switches for the browser, its window, parts for the stage, and what it does with the page. */
export interface Way {
  readonly args: (viewport: Viewport) => readonly string[]
  readonly window: (viewport: Viewport) => BrowserContextOptions
  readonly parts: readonly Part[]
  /** Parts for the stage of a worker. */
  readonly workerParts?: readonly Part[]
  /** Comes before the page is opened. Undefined: the browser does not offer it. */
  readonly open: (page: Page, config: Config) => Promise<Start | undefined>
}

/** A timer of the page. */
export interface Timer {
  readonly id: number
  readonly period: number
  readonly repeats: boolean
  readonly run: () => unknown
  due: number
  /** How deep it is nested in timers. */
  depth: number
}

/** A kind of motion; times in milliseconds of its own. */
export interface Kind<T> {
  /** The method by which the page, and we, stop it. */
  readonly prototype: T
  readonly method: string
  readonly find: () => readonly T[]
  readonly isMoving: (thing: T) => boolean
  /** Where it stands now; fresh: it began after the clock stopped. */
  readonly timeOf: (thing: T, fresh: boolean) => number
  readonly set: (thing: T, time: number) => unknown
  /** Ends it, for a still. */
  readonly end: (thing: T) => unknown
}

/** A time of a video that is to be shown; times in seconds of the video. */
export interface Sought {
  readonly video: HTMLVideoElement
  seconds: number
  /** The frame that was presented when it was sought. */
  before: number
  /** The frame that is presented. */
  presented: number
  /** The shortest time between two frames. */
  gap: number
  /** Frames presented since. */
  news: number
  /** How often in a row the player has had the frame that is presented. */
  agreed: number
  /** Milliseconds that it is waited for. */
  limit: number
}

/** How a picture is taken: options of Page.captureScreenshot. */
export interface Shot {
  readonly format: 'png' | 'jpeg'
  readonly quality?: number
  readonly optimizeForSpeed?: boolean
  readonly captureBeyondViewport?: boolean
}

/** What must be ready before a capture. */
export interface Wish {
  readonly limit: number
  readonly whole: boolean
  /** A list of CSS selectors. */
  readonly hidden: string
}

/** What the parts of a stage do when they are told to; each list in the order of the parts. */
export interface Cues {
  /** Get ready; answers what was not ready in time. */
  readonly ready: ((wish: Wish) => unknown)[]
  /** End all motion, for a still. */
  readonly end: (() => unknown)[]
  /** Stop the clock, where it is not yet, and move it to so many milliseconds after the first frame. */
  readonly move: ((elapsed: number) => unknown)[]
  /** Show these frames of animated pictures; answers the sources that are there. */
  readonly pictures: ((frames: readonly PictureFrame[]) => unknown)[]
}

/** An animated picture of the page. */
export interface Animated {
  /** The file as a data: address, until it is decoded. */
  data: string
  readonly type: string
  /** Its frame now, and the width of that in pixels. */
  index: number
  width: number
  /** The frame as a data: address, and the address at which the page gets it. */
  png?: string
  address: string
  /** When it was first shown, in milliseconds after the first frame. */
  start?: number
}

/** A frame of an animated picture; without an address where that has not started. */
export interface PictureFrame {
  readonly source: string
  readonly address: string
  readonly width: number
}

interface Found {
  readonly img: HTMLImageElement
  readonly svg: SVGSVGElement
  readonly video: HTMLVideoElement
}

/** Sets up one thing that a stage does. */
export type Part = (stage: Stage) => void

/** A moment of a film. */
export interface Moment {
  /** Milliseconds since the first frame. */
  readonly elapsed: number
  /** Date.now() at the first frame. */
  readonly date: number
}

/** A worker, as the page or the worker that started it knows it. */
export interface Follower {
  /** Where it takes the time; undefined until it says that it obeys. */
  port?: Worker | MessagePort
  /** The last turn that it was told. */
  told: number
  /** The last turn that it answered. */
  answered: number
  /** Milliseconds that its answer is waited for. */
  patience: number
  /** What its own workers answered. */
  answers: readonly unknown[]
}

/** A CSS property, or an attribute, with pictures. */
export interface PicturePlace {
  readonly element: Element
  readonly pseudoElement: string | null
  readonly place: string
  readonly value: string
}

/** What a page, or a worker, carries while it is captured. Times are milliseconds of the page's own clock. */
export interface Stage {
  readonly roots: Set<Document | ShadowRoot>
  /** The elements of a name in all of them. */
  readonly all: <K extends 'img' | 'svg' | 'video'>(name: K) => Found[K][]
  readonly cues: Cues
  /** Takes a cue: what its parts answer. */
  readonly take: (cue: readonly [name: keyof Cues, argument?: unknown]) => Promise<unknown[]>
  readonly now: () => number
  /** Adds CSS rules everywhere; also where the page's policy forbids styles. */
  readonly style: (rules: string) => void
  /** Calls back into the page: a fault there is the page's own; then one round of the event loop. */
  readonly serve: (callback: () => unknown) => Promise<unknown>
  /** The browser's own requestAnimationFrame; shared workers have none. */
  paint: (callback: FrameRequestCallback) => unknown
  /** Waits for the browser's next frame. */
  readonly frame: () => Promise<unknown>
  /** Waits by the wall clock, also when the stage's own stands. */
  readonly wait: (milliseconds: number) => Promise<void>
  /** The blobs behind blob: addresses. */
  readonly blobs: Map<string, Blob>
  /** The moment of the film; undefined before it. */
  moment?: Moment | undefined
  /** The script that opens the stage of a worker. */
  readonly workerScript: () => string
  /** Waits until workers have answered all messages so far; set by leadWorkers. */
  gather?: () => Promise<unknown>
  /** Follows a worker, and no longer; set by leadWorkers. */
  follow?: (worker: EventTarget, port: Worker | MessagePort) => void
  unfollow?: (worker: unknown) => unknown
  /** Seeks a video to a time in seconds, and tells whose pictures are still to come; set by watchVideos. */
  seek?: (video: HTMLVideoElement, seconds: number) => void
  coming?: () => Sought[]
  /** Where an element has pictures; set by findPictures. */
  picturesOf?: (element: Element) => PicturePlace[]
  /** Leads a kind of motion; set by takeLead. */
  lead?: <T>(kind: Kind<T>) => void
  /** The clock has stopped. */
  pinned: boolean
  /** When it stopped, the time of the first frame. */
  start: number
  /** Where it stands. */
  time: number
}

declare global {
  interface Window {
    captureStage: Stage
  }
}
