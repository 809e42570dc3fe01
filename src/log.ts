// The log of the process: one JSON object a line on stdout.
import { destination, pino } from 'pino'

/**
 * For start, stop, fatal errors and warnings of Node, which are written at every LOG_LEVEL; requests have a child of that level.
 * Synchronous, as Node's own writes to a pipe are: an asynchronous write can be lost or overtaken when the process ends.
 */
export const processLog = pino(destination({ sync: true }))
