// ---- How a run ends when it does not succeed ----

export const exitCodes = { other: 1, override: 2, tool: 3, navigation: 4, encoding: 5, interrupted: 130 }

/** An end that we foresaw: its message tells what to do. */
export class Failure extends Error {
  /**
   * @param {keyof typeof exitCodes} kind
   * @param {string} message
   */
  constructor(kind, message) {
    super(message)
    this.exitCode = exitCodes[kind]
  }
}

/**
 * The first line of an error, without the colours and the name of the call that Playwright puts around it.
 * @param {unknown} error
 */
export function firstLine(error) {
  const text = error instanceof Error ? error.message : String(error)
  const plain = text.replace(/\u001b\[[0-9;]*m/g, '').trim()
  return plain.split('\n', 1)[0]?.replace(/^\w+\.\w+: /, '') ?? ''
}
