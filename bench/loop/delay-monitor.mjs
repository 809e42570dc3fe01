// Loaded into the service with --import: answers each message of its parent with the longest delay of the event loop since the last one, ms.
// Unlike perf_hooks it leaves out the time in which the thread waited for a processor, so that other programs do not disturb it.
import { openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const everyMs = 8

// Worker processes and threads inherit --import.
if (isMainThread && process.env.DELAY_MONITOR_PARENT === `${process.ppid}`) monitor()

function monitor() {
  const schedstat = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const text = Buffer.alloc(64)
  /** Waiting for a processor is the second field, ns (Linux, Documentation/scheduler/sched-stats.rst). */
  const waited = () => Number(text.toString('latin1', 0, readSync(schedstat, text, 0, 64, 0)).split(' ')[1]) / 1e6
  let last = { at: performance.now(), waited: waited() }
  let longest = 0
  setInterval(() => {
    const now = { at: performance.now(), waited: waited() }
    longest = Math.max(longest, now.at - last.at - (now.waited - last.waited) - everyMs)
    last = now
  }, everyMs).unref()
  process.on('message', () => {
    process.send?.(longest)
    longest = 0
  })
  process.channel?.unref()
}
