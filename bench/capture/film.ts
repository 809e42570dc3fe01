// One recorder's turn: its process is watched, and ended when it takes too long.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Order, Recorder } from './recorders.ts'

export interface Filmed {
  /** Undefined: there is none, and `reason` says why. */
  readonly file: string | undefined
  readonly reason: string
  /** Seconds of the whole run, the browser's start and the page's second of settling included. */
  readonly wall: number
  /** Seconds of processor time of the whole tree of processes. */
  readonly cpu: number
  /** How many frames were made so many seconds after the start, as it told on standard error: `… 12 of 120 frames …`. */
  readonly progress: readonly { readonly at: number; readonly frames: number }[]
}

/** The line of a stack trace, or of our script, that says what happened. */
const complaint = /^(?!at |node:)[\w.]+: ./

/** @param limit Seconds. */
export async function film({ start, scale }: Recorder, order: Order, limit: number): Promise<Filmed> {
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
  const cpu = watch.end()
  // A browser that its starter left behind.
  watch.kill()
  const file = ['.mp4', '.webm'].map(end => order.output + end).find(name => existsSync(name))
  const told = lines.find(text => complaint.test(text)) ?? `exit code ${code}`
  const reason = late ? `did not end within ${limit} s` : told
  return { file: code === 0 ? file : undefined, reason, wall, cpu, progress }
}

export interface Watch {
  /** Ends the watch. @returns seconds of processor time of the whole tree, user and system */
  readonly end: () => number
  /** Kills what is left of the tree. */
  readonly kill: () => void
}

interface Status {
  readonly pid: number
  /** Clock ticks since the machine started; with the number it names a process, as numbers are given again. */
  readonly born: number
  readonly parent: number
  /** Clock ticks. */
  readonly cpu: number
}

const ticksPerSecond = 100

function statusOf(pid: string): readonly Status[] {
  try {
    // The name, in brackets, may hold anything.
    const fields = (readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1) ?? '').split(' ').map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0] = fields.slice(11)
    return [{ pid: Number(pid), parent, born: fields[19] ?? 0, cpu: user + system }]
  } catch {
    return [] // it ended meanwhile
  }
}

const everyMs = 50

/** What ends between two looks (50 ms) is missed, with up to 50 ms of its time. */
export function watchTree(root: number): Watch {
  /** The last CPU seen of every process of the tree, also of those that have ended. */
  const seen = new Map<string, number>()
  const nameOf = ({ pid, born }: Status) => `${pid} ${born}`
  const look = (): readonly Status[] => {
    const all = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(statusOf)
    const inside = new Set(all.filter(status => seen.has(nameOf(status))).map(({ pid }) => pid))
    if (seen.size === 0) inside.add(root)
    // Children have larger numbers than their parents nearly always; what has not, is found at the next look.
    const tree = all.filter(({ pid, parent }) => {
      if (inside.has(parent)) inside.add(pid)
      return inside.has(pid)
    })
    for (const status of tree) seen.set(nameOf(status), status.cpu)
    return tree
  }
  look()
  const timer = setInterval(look, everyMs)
  return {
    end: () => {
      clearInterval(timer)
      return [...seen.values()].reduce((sum, cpu) => sum + cpu, 0) / ticksPerSecond
    },
    kill: () => {
      for (const { pid } of look()) process.kill(pid, 'SIGKILL')
    },
  }
}
