// A render process as the service sees it: started with the first task, and again after fifty tasks or any trouble; bounded in time and memory.
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inheritEnvironment, keepEnd, loaderOptions } from '../workers/child-process.ts'
import { killProcessTree, readProcessTree } from '../workers/process-tree.ts'
import { browserCacheFolder } from './find-browser.ts'
import type { RenderMessage, RenderReport, RenderTask } from './render-process.ts'

interface TaskLimits {
  readonly timeoutMs: number
  /** Of the process and its browser together. */
  readonly memoryBytes: number
  /** Ends the task, and the process with it. */
  readonly signal: AbortSignal
  /** Is called after each frame of a video. */
  readonly onFrame: (done: number) => void
}

/** The report of a task, or why its process ended before: by a limit, or by itself or from outside (`crash`, with the last that it wrote). */
export type TaskEnd =
  | RenderReport
  | { readonly kind: 'timeout' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'crash'; readonly message: string }

export interface RenderChild {
  /** A folder for the files of tasks, which is deleted with the process. */
  readonly folder: () => Promise<string>
  /** One task at a time. */
  readonly run: (task: RenderTask, limits: TaskLimits) => Promise<TaskEnd>
  readonly close: () => Promise<void>
}

/** Tasks of one process: memory of the browser and modules of scripts stay. */
const maxTasks = 50

const memoryCheckMs = 500

interface Started {
  readonly child: ChildProcess
  readonly folder: string
  /** With how it ended. */
  readonly ended: Promise<string>
  tasks: number
}

const ownProgram = new URL(`render-process${extname(import.meta.url)}`, import.meta.url)

/** @param program its module; default: the one beside this one */
export function createRenderChild(program = ownProgram): RenderChild {
  let started: Promise<Started> | undefined

  const stop = async (): Promise<void> => {
    const stopping = await started?.catch(() => undefined)
    started = undefined
    if (!stopping) return
    const { child, ended, folder } = stopping
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) killProcessTree(child.pid)
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const open = (): Promise<Started> => {
    started ??= start(program).catch(error => {
      // The next task tries again: the disk may have been full.
      started = undefined
      throw error
    })
    return started
  }

  return {
    folder: async () => {
      const current = await open()
      if (isUsable(current)) return current.folder
      await stop()
      return (await open()).folder
    },
    run: async (task, limits) => {
      const current = await open()
      current.tasks += 1
      const { end, isReusable } = await runTask(current, task, limits)
      if (!isReusable) await stop()
      return end
    },
    close: stop,
  }
}

/** A folder may be gone because the system deletes temporary files; the browser needs it too. */
function isUsable({ child, folder, tasks }: Started): boolean {
  return child.exitCode === null && child.signalCode === null && tasks < maxTasks && existsSync(folder)
}

async function start(program: URL): Promise<Started> {
  await mkdir(tmpdir(), { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'render-'))
  const path = fileURLToPath(program)
  const child = fork(path, {
    // Where the script finds Playwright.
    cwd: dirname(dirname(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')))),
    env: environment(folder),
    execArgv: [...loaderOptions(path)],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Ctrl-C in a terminal does not reach it: the service ends it.
    detached: true,
  })
  child.on('error', () => undefined)
  const output = child.stderr ? keepEnd(child.stderr) : () => ''
  const ended = new Promise<string>(resolve => {
    child
      .once('close', (code, signal) => resolve(`${signal ?? code} ${output()}`))
      .once('error', error => resolve(`${error}`))
  })
  return { child, folder, ended, tasks: 0 }
}

/** Folders, fonts and the language decide how a page looks. */
function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...inheritEnvironment('HOME', 'LANG', 'FONTCONFIG_PATH', 'FONTCONFIG_FILE'),
    TMPDIR: folder,
    PLAYWRIGHT_BROWSERS_PATH: browserCacheFolder(),
  }
}

interface EndedTask {
  readonly end: TaskEnd
  /** Whether the process can run another task. */
  readonly isReusable: boolean
}

async function runTask({ child, ended }: Started, task: RenderTask, limits: TaskLimits): Promise<EndedTask> {
  const { signal, timeoutMs, memoryBytes, onFrame } = limits
  const over = new AbortController()
  const stopped = new Promise<EndedTask>(resolve => {
    const stop = (kind: 'timeout' | 'memory' | 'aborted') => resolve({ end: { kind }, isReusable: false })
    const timer = setTimeout(() => stop('timeout'), timeoutMs)
    const checks = setInterval(() => {
      if (readProcessTree(child.pid ?? 0).bytes > memoryBytes) stop('memory')
    }, memoryCheckMs)
    signal.addEventListener('abort', () => stop('aborted'), { signal: over.signal })
    if (signal.aborted) stop('aborted')
    over.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      clearInterval(checks)
    })
  })
  const reported = new Promise<EndedTask>(resolve => {
    const listen = (message: RenderMessage): void => {
      if (message.kind === 'frame') onFrame(message.done)
      else resolve({ end: message.report, isReusable: message.isUsable })
    }
    child.on('message', listen)
    over.signal.addEventListener('abort', () => child.off('message', listen))
  })
  const crashed = ended.then(message => ({ end: { kind: 'crash', message }, isReusable: false }) as const)
  try {
    // An ended process is noticed by `ended`.
    child.send(task, () => undefined)
    return await Promise.race([reported, stopped, crashed])
  } finally {
    over.abort()
  }
}
