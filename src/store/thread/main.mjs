// The thread of a connection to SQLite: it does one thing after another, so that no disk ever holds the event loop.
// Plain JavaScript, for a thread without a TypeScript loader starts in a tenth of the time.
import { parentPort, workerData } from 'node:worker_threads'
import { createConnection } from './connection.mjs'

/** @import { Question } from '../question.ts' */

const answer = createConnection(workerData)

/** @param {Question} question */
const outcomeOf = question => {
  try {
    return { value: answer(question) }
  } catch (error) {
    const { message, errcode = 0 } = Object(error)
    return { failure: { message, errcode } }
  }
}

parentPort?.on('message', question => {
  parentPort?.postMessage(outcomeOf(question))
  // Nothing holds the thread any longer: it ends.
  if (question.kind === 'close') parentPort?.close()
})
