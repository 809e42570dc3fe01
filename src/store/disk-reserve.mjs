// A file that keeps space for deletions: on a full disk it is removed, so that records can be deleted, and written again afterwards.
// @ts-check
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const mebibyte = 1024 * 1024

/** Twice what the write-ahead log holds before a checkpoint. */
const maxReserveBytes = 8 * mebibyte

/** Part of a small disk that the file takes. */
const maxShare = 1 / 8

/** @param {string} path of the database */
export function createDiskReserve(path) {
  const file = `${path}-reserve`
  const targetBytes = Math.min(maxReserveBytes, Math.floor(readDisk(path).bytes * maxShare))
  const exists = () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= targetBytes / 2
  return {
    targetBytes,
    exists,
    /** Space that is left besides the reserve, bytes. */
    freeBytes: () => readDisk(path).free,
    /** @returns whether there was a file to remove */
    release: () => {
      const existed = exists()
      rmSync(file, { force: true })
      return existed
    },
    /** Writes the file, also a smaller one of at least half the size where no more fits. @returns whether it exists */
    restore: () => {
      if (exists()) return true
      const { free } = readDisk(path)
      if (free < targetBytes / 2) return false
      try {
        // An eighth stays free for the log of the next deletions.
        writeFile(file, Math.min(targetBytes, Math.floor((free * 7) / 8)))
      } catch {
        rmSync(file, { force: true })
      }
      return exists()
    },
  }
}

/** Bytes of the disk, and those that are free for this user; some network file systems report neither. @param {string} path */
function readDisk(path) {
  const { bsize, blocks, bavail } = statfsSync(dirname(path))
  return blocks > 0 ? { bytes: blocks * bsize, free: bavail * bsize } : { bytes: Infinity, free: Infinity }
}

/** Random bytes, which no file system compresses. @param {string} path @param {number} bytes */
function writeFile(path, bytes) {
  const block = randomBytes(Math.min(bytes, mebibyte))
  const file = openSync(path, 'w', 0o600)
  try {
    for (let left = bytes; left > 0; ) left -= writeSync(file, block, 0, Math.min(left, block.length))
  } finally {
    closeSync(file)
  }
}
