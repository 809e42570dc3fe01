// First work for the worker processes, so that libraries and fonts are loaded and the code is compiled before most clients ask.
import { examplePicture } from '../../schemas/examples/pictures.ts'
import type { WorkerPool } from './worker-pool.ts'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path fill="#38a" d="M0 0h60v40z"/><text y="30">A</text></svg>'

const files = [Buffer.from(examplePicture.replace(/^.*,/, ''), 'base64'), Buffer.from(drawing)]

/** Has every process analyze a bitmap and a drawing, in the queue that clients use. @param size number of processes */
export async function warmUpWorkers({ analyze }: Pick<WorkerPool, 'analyze'>, size: number): Promise<void> {
  const task = { depth: 'medium', platform: 'web_16_9', mediaType: undefined } as const
  for (const bytes of files)
    await Promise.all(Array.from({ length: size }, () => analyze({ ...task, bytes }, { client: 'warm-up' })))
}
