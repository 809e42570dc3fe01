// What is known of a request at the door.
import type { FastifyRequest } from 'fastify'
import type { Problem } from '../../../src/errors.ts'

export interface Verdict {
  /** Name of the key of /api/v1 that the request brought. */
  readonly holder?: string
  /** Why it may not pass. */
  readonly refusal?: Problem
}

/** Judges a request; undefined where anybody may ask. */
export type Judge = (request: FastifyRequest) => Verdict | undefined
