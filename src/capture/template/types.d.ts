// The shapes that the steps of the script hand on to each other; for the type checker only.
import type { BrowserContext, BrowserContextOptions, CDPSession, Frame, Page, Route } from 'playwright-core'
import type { CaptureConfig } from '../../../schemas/capture.ts'

export type { BrowserContext, BrowserContextOptions, CDPSession, Frame, Page, Route }
export type Config = CaptureConfig
export type Playwright = typeof import('playwright-core')

export type Viewport = Config['viewport']

/** What the command line and the environment changed. */
export interface Settings {
  readonly output: string
  readonly ffmpeg: string
  readonly chromium: string | undefined
  readonly channel: string | undefined
  readonly sandbox: boolean
  /** Cookies and local storage of a session. */
  readonly state: StorageState | undefined
  readonly engine: string
  readonly cookies: readonly [name: string, value: string][]
  readonly headers: readonly [name: string, value: string][]
}

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Playwright, and the name of the package that it came from. */
export interface Tools {
  readonly name: string
  readonly playwright: Playwright
}

/** Readies the page for its pictures; then makes one of the page so many milliseconds later, scrolled to a part of the way, 0 to 1. */
export type Start = () => Promise<(time: number, part: number | undefined) => Promise<Buffer>>

/** A part of the page, device px from its top left corner. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Camera {
  /** Of the viewport, or of an area. */
  readonly takePicture: (how: Shot, area?: Area) => Promise<Buffer>
  /** Stops the page's scripts and transitions: Chromium tells the page other heights while it paints parts outside the viewport. */
  readonly freeze: () => Promise<void>
}

/** A way to capture: switches for the browser, its window, parts for the stage, and what it does with the page. */
export interface Way {
  readonly args: (viewport: Viewport) => readonly string[]
  readonly window: (config: Config) => BrowserContextOptions
  readonly parts: readonly ((stage: Stage) => void)[]
  /** For films; comes before the page is opened. Undefined: the browser does not offer it. */
  readonly open?: (page: Page, config: Config) => Promise<Start | undefined>
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

/** A time of a video that is to be shown. */
export interface Sought {
  readonly seconds: number
  /** Paintings without news; some are waited for where it is not known whether its frame is painted. */
  tries: number
  /** Targets in a row that were not painted. */
  readonly misses: number
  /** Its frame was painted since. */
  painted: boolean
  /** Its picture has come, or none will. */
  shown: boolean
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
  /** Scrolls once through the page, so that it loads all of it. */
  readonly passes: boolean
  /** Pictures outside the viewport, too. */
  readonly whole: boolean
  /** Hides banners that ask for consent. */
  readonly banners: boolean
  /** A list of CSS selectors. */
  readonly hidden: string
}

/** What the parts of a stage do when they are told to; each list in the order of the parts. */
export interface Cues {
  /** Get ready; answers what was not ready in time. */
  readonly ready: ((wish: Wish) => unknown)[]
  /** End all motion, for a still. */
  readonly end: (() => unknown)[]
  /** Change nothing any more. */
  readonly freeze: (() => unknown)[]
  /** Scroll to a part of the way, 0 to 1; answers what is not there yet. */
  readonly scroll: ((part: number) => unknown)[]
  /** Stop the clock, where it is not yet, and move it to so many milliseconds after the first frame. */
  readonly move: ((elapsed: number) => unknown)[]
}

interface Found {
  readonly img: HTMLImageElement
  readonly svg: SVGSVGElement
  readonly video: HTMLVideoElement
}

/** What a page carries while it is captured. Times are milliseconds of the page's own clock. */
export interface Stage {
  readonly roots: Set<Document | ShadowRoot>
  /** The elements that match in all of them. */
  readonly all: (<K extends 'img' | 'svg' | 'video'>(name: K) => Found[K][]) & ((selector: string) => Element[])
  readonly cues: Cues
  /** Takes a cue: what its parts answer. */
  readonly take: (cue: readonly [name: keyof Cues, argument?: unknown]) => Promise<unknown[]>
  readonly now: () => number
  /** Adds CSS rules everywhere; also where the page's policy forbids styles. */
  readonly style: (rules: string) => void
  /** Calls back into the page: a fault there is the page's own; then one round of the event loop. */
  readonly serve: (callback: () => unknown) => Promise<unknown>
  /** The browser's own requestAnimationFrame. */
  readonly paint: (callback: FrameRequestCallback) => unknown
  /** Waits for the browser's next frame. */
  readonly frame: () => Promise<unknown>
  /** Waits by the wall clock, also when the stage's own stands. */
  readonly wait: (milliseconds: number) => Promise<void>
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
