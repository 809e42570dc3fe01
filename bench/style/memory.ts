// Peak memory of one palette in a process of its own. As a program: `memory.ts <maker or floor> <input file>`.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { floor } from './floor.ts'
import { makers } from './makers.ts'

const self = fileURLToPath(import.meta.url)

/** @returns peak resident memory, MB, of a process that has every maker loaded and asks one, or only the floor, once. */
export const peakOf = async (maker: string, file: string): Promise<number> => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', self, maker, file])
  return Number(stdout)
}

const [, program, name, file] = process.argv
if (program === self && file !== undefined) {
  const bytes = await readFile(file)
  await (makers.find(maker => maker.name === name)?.find ?? floor)(bytes)
  // Unlike the peak of getrusage(2), this one forgets the process that started this one (proc(5), VmHWM).
  const status = await readFile('/proc/self/status', 'utf8')
  console.log(Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) / 1024)
}
