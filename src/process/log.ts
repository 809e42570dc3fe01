// The log of the process: one JSON object per line on stdout.
import { destination, pino } from 'pino'

/**
 * For start, stop, fatal errors and warnings of Node.js, which are written at every LOG_LEVEL; requests have a child logger of that level.
 * Synchronous, like Node's own writes to a pipe: an asynchronous write can be lost or reordered when the process ends.
 */
export const processLog = pino(destination({ sync: true }))
