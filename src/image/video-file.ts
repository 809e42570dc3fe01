// A video in a file without a name, for programs that seek in it.
import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VideoFormat } from '../../schemas/media.ts'
import { overloaded, Problem } from '../errors.ts'

/** A video that programs can read. */
export interface VideoFile {
  /** The name by which they open it. */
  readonly path: string
  /** Its descriptor in this process, which they get as their fourth. */
  readonly descriptor: number
  readonly format: VideoFormat
}

/** Kernels with which an open file can be opened again without a name. */
const hasNamelessFiles = process.platform === 'linux'

/**
 * Has a video in a file while the work runs: ffmpeg does not seek in a pipe. The file has no name, so that it ends with the processes that
 * have it open, however they end.
 *
 * @throws Problem `overloaded` when the folder for temporary files is full, `video_unavailable` when there is none.
 */
export async function withVideoFile<T>(
  bytes: Uint8Array,
  format: VideoFormat,
  work: (file: VideoFile) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `video-${randomUUID()}`)
  const handle = await open(path, 'wx+', 0o600).catch(cause => {
    throw noFolder(cause)
  })
  try {
    if (hasNamelessFiles) await unlink(path)
    await handle.writeFile(bytes).catch(cause => {
      throw noFolder(cause)
    })
    return await work({ path: hasNamelessFiles ? '/proc/self/fd/3' : path, descriptor: handle.fd, format })
  } finally {
    await handle.close()
    if (!hasNamelessFiles) await unlink(path)
  }
}

function noFolder(cause: NodeJS.ErrnoException): Problem {
  if (cause.code === 'ENOSPC' || cause.code === 'EDQUOT') return overloaded(cause)
  return new Problem('video_unavailable', {
    detail: 'Videos cannot be read: the folder for temporary files (TMPDIR) is missing on this server. Send an image.',
    cause,
  })
}
