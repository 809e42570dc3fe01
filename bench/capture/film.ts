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
  /** How many frames were made so many seconds after the start, as it told on standard error: `… 12 of 120 frames …`. */
  readonly progress: readonly { readonly at: number; readonly frames: number }[]
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
  const lines: string[] = []
  const progress: { at: number; frames: number }[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').map(line => line.trim()))
    for (const [, frames] of text.matchAll(/(\d+) of \d+ frames/g))
      progress.push({ at: seconds(), frames: Number(frames) })
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
  const told = lines.find(text => complaint.test(text)) ?? `exit code ${code}`
  const reason = late ? `did not end within ${limit} s` : told
  return { file: code === 0 ? file : undefined, reason, wall, cpu, samples, progress }
}
