// One recorder's turn: its process is watched, and ended when it takes too long.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type Sample, watchTree } from './process-tree.ts'
import type { Order, Recorder } from './recorders.ts'

export interface Filmed {
  /** Undefined: there is none, and `reason` says why. */
  readonly file: string | undefined
  readonly reason: string
  /** Seconds of the whole run, the browser's start and the page's second of settling included. */
  readonly wall: number
  /** Seconds of processor time of the whole tree of processes. */
  readonly cpu: number
  readonly samples: readonly Sample[]
  /** When lines were written to standard error, seconds since the start. */
  readonly lines: readonly { readonly at: number; readonly text: string }[]
}

/** The line of a stack trace, or of our script, that says what happened. */
const complaint = /^(?!at |node:)[\w.]+: ./

/** @param limit Seconds. */
export const film = async ({ start, scale }: Recorder, order: Order, limit: number): Promise<Filmed> => {
  const { words, env } = start(order, scale)
  const begin = performance.now()
  const seconds = () => (performance.now() - begin) / 1000
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  const lines: { at: number; text: string }[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line.trim()) lines.push({ at: seconds(), text: line.trim() })
  })
  const watch = watchTree(child.pid ?? 0)
  let late = false
  const timer = setTimeout(() => {
    late = true
    watch.kill()
  }, limit * 1000)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  const wall = seconds()
  const { cpu, samples } = watch.end()
  // A browser that its starter left behind.
  watch.kill()
  const file = ['.mp4', '.webm'].map(end => order.output + end).find(name => existsSync(name))
  const told = lines.map(({ text }) => text).find(text => complaint.test(text)) ?? `exit code ${code}`
  const reason = late ? `did not end within ${limit} s` : told
  return { file: code === 0 ? file : undefined, reason, wall, cpu, samples, lines }
}
