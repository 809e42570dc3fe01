// Builds pages in a thread: fonts take 10 to 100 ms, and a page of very many texts as long.

import type { WebPicture } from '../image/web-picture.ts'
import type { Page } from '../sparkpage/build.ts'
import type { CanonicalRequest } from '../sparkpage/canonical-request.ts'
import type { CardDrawing, CardPlan } from '../sparkpage/card.ts'
import type { PictureFacts } from '../sparkpage/page-parts.ts'
import { createThread, programBeside } from '../workers/thread.ts'

export interface PageTask {
  readonly inputs: CanonicalRequest
  /** Those that are embedded in the inputs. */
  readonly pictures: readonly (Pick<WebPicture, 'type' | 'data'> & PictureFacts)[]
}

export interface ThreadPage extends Pick<Page, 'html' | 'cssVariables' | 'direction' | 'warnings' | 'linked'> {
  /** The HTML as JSON in UTF-8. */
  readonly htmlJson: Uint8Array<ArrayBuffer>
  /** As it is stored; empty where the fonts failed. */
  readonly document: string
  /** Why it uses the fonts of the system. */
  readonly failure: string | undefined
}

export interface PageBuilder {
  /** @throws Error when the thread cannot start or ends. */
  readonly build: (task: PageTask) => Promise<ThreadPage>
  /** The texts of the picture for social networks. @throws Error when the thread cannot start or ends. */
  readonly layOutCard: (card: CardPlan) => Promise<CardDrawing>
  /** Starts the thread, so that the first page is as fast as any later one. Fails when the fonts cannot be read. */
  readonly warmUp: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Garbage before it is collected, MB; by default V8 keeps up to 48 MB. */
const threadLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 160 } as const
/** WebAssembly reserves 100 MB, and takes a few. Ordinary pages leave a heap of up to 10 MB, pages of a megabyte one of 45 MB. */
const maxKeptBytes = 141_557_760
const minAgeMs = 30_000

/** @param program of the thread; tests pass one that is built. */
export function createPageBuilder(program = programBeside(import.meta.url, 'thread')): PageBuilder {
  const { run, restart, close } = createThread<PageTask | CardPlan | 'warm-up'>(program, {
    resourceLimits: threadLimits,
    maxKeptBytes,
    minAgeMs,
  })
  return {
    build: async task => {
      const page = await run<ThreadPage>(task)
      if (page.failure !== undefined) restart()
      return page
    },
    layOutCard: card => run<CardDrawing>(card),
    warmUp: () => run<void>('warm-up'),
    close,
  }
}
