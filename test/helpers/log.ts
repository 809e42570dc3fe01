// A log whose lines a test can read.
import { pino } from 'pino'

export function recordLog() {
  const texts: string[] = []
  const write = (text: string): void => {
    texts.push(text)
  }
  return { log: pino({}, { write }), lines: () => texts.map(text => JSON.parse(text)) }
}
