// The progress of a film: a bar on a terminal, a line every 10 % elsewhere.

/**
 * @param {{ isTTY?: boolean, write: (text: string) => unknown }} stream
 * @param {number} total frames
 * @param {() => number} clock ms
 * @returns {(done: number) => void}
 */
export function createProgress(stream, total, clock = Date.now) {
  const start = clock()
  let shownTenths = 0
  return done => {
    const tenths = Math.floor((done / total) * 10)
    const secondsLeft = Math.ceil(((clock() - start) / done) * ((total - done) / 1000))
    const text = `${Math.floor((done / total) * 100)} % · ${done} of ${total} frames · ${secondsLeft} s left`
    const end = done === total ? '\n' : ''
    if (stream.isTTY) stream.write(`\r[${'#'.repeat(tenths * 2).padEnd(20, '-')}] ${text}   ${end}`)
    else if (tenths > shownTenths) stream.write(`${text}\n`)
    shownTenths = tenths
  }
}
