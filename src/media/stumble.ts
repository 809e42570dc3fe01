// What libvips stumbled over, as a Problem.
import type { Format } from '../../schemas/media.ts'
import type { Problem } from '../problem.ts'
import { broken } from './header/refuse.ts'
import { tooSlow } from './too-slow.ts'

/** @param patience how long a picture may take, seconds: sharp's time-out is no damage of the file. */
export const stumble = (format: Format, cause: unknown, patience: number): Problem =>
  /timeout: \d+% complete/.test(String(cause)) ? tooSlow(patience, cause) : broken(format, cause)
