// The progress of a film: a line for every 10 %.

/**
 * @param {{ write: (text: string) => unknown }} stream
 * @param {number} total frames
 * @param {() => number} clock ms
 * @returns {(done: number) => void}
 */
export function createProgress(stream, total, clock = Date.now) {
  const start = clock()
  const tenthsOf = (/** @type {number} */ frames) => Math.floor((frames / total) * 10)
  return done => {
    if (tenthsOf(done) === tenthsOf(done - 1)) return
    const secondsLeft = Math.ceil(((clock() - start) / done) * ((total - done) / 1000))
    stream.write(`${Math.floor((done / total) * 100)} % · ${done} of ${total} frames · ${secondsLeft} s left\n`)
  }
}
