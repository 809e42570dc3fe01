// The process that draws drawings: it does one after another for the parent that started it, and ends with it.
import { outcomeOf } from '../../work/outcome.ts'
import { openPicture } from '../picture.ts'

interface Order {
  readonly bytes: Uint8Array
  readonly side: number
}

const draw = async ({ bytes, side }: Order) => {
  const { facts, raster } = await openPicture(bytes, 'svg', { side, maxPixels: 0 })
  return { facts, raster: await raster }
}

process.on('message', async (order: Order) => process.send?.(await outcomeOf(() => draw(order))))
process.send?.(await outcomeOf(async () => 'ready' as const))
// An orderly exit would wait for the drawing.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
