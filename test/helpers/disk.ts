// A small disk of a test's own, and another program that fills it.
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** A disk in memory; of 0 MB: without a limit. @returns its folder, or why there is none */
export function mountDisk(t: Test, megabytes: number): { readonly folder: string } | { readonly skip: string } {
  // Not a folder of the test runner, which could not delete it.
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
  t.teardown(() => rmdirSync(folder))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return { skip: 'a file system cannot be mounted here' }
  }
  t.teardown(() => execFileSync('umount', ['--lazy', folder]))
  return { folder }
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
