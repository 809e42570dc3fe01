// A small disk of a test's own, and another program that fills it.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** Options of a tap test that calls `mountDisk`: it is skipped, with the reason, where the machine allows none. */
export const disks = { skip: findObstacle() } as const

function findObstacle(): string | false {
  try {
    addDisk(1).remove()
    return false
  } catch {
    return 'needs a file system of its own: run it as root with CAP_SYS_ADMIN'
  }
}

/** A disk in memory; of 0 MB: without a limit. @returns its folder */
export function mountDisk(t: Test, megabytes: number): string {
  const { folder, remove } = addDisk(megabytes)
  t.teardown(remove)
  return folder
}

function addDisk(megabytes: number): { readonly folder: string; readonly remove: () => void } {
  // Not a folder of the test runner, which could not delete it.
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  const remove = () => {
    execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  }
  return { folder, remove }
}

const fileIn = (folder: string): string => join(folder, 'other-program')

/** Another program takes all the space. */
export function fillDisk(folder: string): void {
  const file = openSync(fileIn(folder), 'w')
  try {
    for (;;) writeSync(file, Buffer.alloc(4096, 1))
  } catch {
    closeSync(file)
  }
}

export function freeDisk(folder: string): void {
  rmSync(fileIn(folder))
}
