// The interface of the queue of renders, which is the same on every database.
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import type { ProblemCode } from '../../schemas/problems.ts'
import type { RenderFacts } from '../../schemas/render.ts'

/** What a render shall show. It is stored encrypted, and deleted when the render ends. */
export interface RenderJob {
  readonly config: CaptureConfig
  /** For the page's own site only, by name. */
  readonly cookies: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Path of a stored page of the service, which is read without the network. */
  readonly ownPage?: string
  readonly webhook?: RenderWebhook
}

/** Where the render is sent when it has ended. */
export interface RenderWebhook {
  readonly url: string
  /** Address of the service as the client knows it, without a final slash. */
  readonly serviceUrl: string
}

export interface TakenRender {
  readonly id: string
  /** Hash of the client that is charged for the time. */
  readonly client: string
  readonly job: RenderJob
  /** Attempts that have begun, with this one. */
  readonly tries: number
  readonly createdAt: string
  readonly takenAt: Date
}

export type RenderOutcome =
  | { readonly status: 'done'; readonly facts: RenderFacts; readonly pieces: AsyncIterable<Uint8Array> }
  | { readonly status: 'failed'; readonly code: ProblemCode; readonly detail: string }
  /** It is tried again. The attempt counts only if it has a reason: without one, this process stops. */
  | { readonly status: 'returned'; readonly reason?: string }

export type RenderState =
  | { readonly status: 'queued' | 'running'; readonly progress: number }
  | { readonly status: 'failed'; readonly code: ProblemCode; readonly detail: string }
  | {
      readonly status: 'done'
      readonly facts: RenderFacts
      /** A piece of the file: `pieceBytes` long but for the last. */
      readonly readPiece: (number: number) => Promise<Uint8Array>
    }

export interface RenderQueue {
  /**
   * Adds jobs, each of which waits for its turn among all clients. An equal job of the client that waits or runs is joined; a finished
   * one is used again if it shows a stored page.
   *
   * @param isWaiting whether the client waits for the results, so that a job may be dropped when it leaves.
   * @returns the ids, in the order of the jobs
   * @throws Problem `overloaded` when too many wait
   */
  add(jobs: readonly RenderJob[], client: string, isWaiting: boolean, now: Date): Promise<readonly string[]>
  /** Ends a client's wait for a job; a job without a waiting client is dropped unless it is kept. */
  leave(id: string, isKept: boolean): Promise<void>
  /** Takes the next job, also one whose lease has expired. The lease lasts `leaseMs`. */
  take(now: Date): Promise<TakenRender | undefined>
  /** Extends the lease. @returns false when the job was dropped or another process has taken it */
  renew(taken: TakenRender, progress: number, now: Date): Promise<boolean>
  /** @returns false when the job was dropped or another process has taken it: the outcome is ignored */
  finish(taken: TakenRender, outcome: RenderOutcome, now: Date): Promise<boolean>
  read(id: string): Promise<RenderState | undefined>
}

export const leaseMs = 30_000

/** A piece of a file: one message between threads, one row. */
export const pieceBytes = 1_048_576
