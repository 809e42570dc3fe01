// The files that a page links: parts of its pictures in a few widths, and its card. They are made when they are first asked for, and stored.
import type { Analyzer } from '../analysis/analyzer.ts'
import type { PictureOptions } from '../analysis/task.ts'
import { overloaded, Problem } from '../errors.ts'
import type { FairQueue } from '../limits/fair-queue.ts'
import type { MemoryBudget } from '../limits/memory-budget.ts'
import { cardSize } from '../sparkpage/card.ts'
import type { LinkedPage } from '../sparkpage/linked-page.ts'
import { type FileName, widthsOf } from '../sparkpage/linked-pictures.ts'
import { wholeRegion } from '../sparkpage/picture-views.ts'
import type { Store, StoredPicture } from '../store/store.ts'
import { contentId } from '../values/hash.ts'
import { designVersion } from '../version.ts'
import type { PageBuilder } from './builder.ts'

interface FileRequester {
  readonly client: string
  readonly signal: AbortSignal
}

/** A page, and who asks for its file. */
export interface FileJob {
  readonly pageId: string
  readonly page: LinkedPage
  readonly requester: FileRequester
}

/** Undefined where the page has no such file, or its picture was deleted. */
type FoundFile = StoredPicture | undefined

export interface PageFiles {
  /**
   * @param file a width that is not listed is rounded up.
   * @throws Problem `overloaded`, and the reason of the signal.
   */
  readonly readPicture: (job: FileJob, file: FileName) => Promise<FoundFile>
  /** The picture for social networks. @throws as `readPicture` does. */
  readonly readCard: (job: FileJob) => Promise<FoundFile>
}

interface FileServices {
  readonly store: Pick<Store, 'pictures' | 'savePageFile'>
  readonly analyzer: Pick<Analyzer, 'encodePicture'>
  readonly pageBuilder: Pick<PageBuilder, 'layOutCard'>
  readonly queue: FairQueue
  readonly memory: MemoryBudget
  readonly now: () => Date
}

/** How often a picture is in memory while a file is made from it. */
const copies = 3

export function createPageFiles(services: FileServices): PageFiles {
  const { store, analyzer, pageBuilder, queue, memory, now } = services

  const findPicture = async (id: string): Promise<FoundFile> => (await store.pictures([id])).get(id)

  /** @param sourceId what the file is deleted with. */
  const make = async (
    { pageId, requester }: FileJob,
    { id, sourceId }: { readonly id: string; readonly sourceId: string },
    bytes: Buffer,
    options: PictureOptions,
  ): Promise<StoredPicture> => {
    const lease = memory.hold(requester.client, copies * bytes.length)
    try {
      const file = { bytes, sha256: id, mediaType: 'image' } as const
      const encoded = await analyzer.encodePicture(options, file, { ...requester, file: lease })
      const { type, width, height, data } = encoded
      const picture = { type, width, height, data }
      await store.savePageFile(pageId, { ...picture, id, sourceId }, now())
      return picture
    } catch (error) {
      // Nothing is wrong with a stored picture: there was too little memory or time.
      throw error instanceof Problem && error.statusCode === 422 ? overloaded(error) : error
    } finally {
      lease.release()
    }
  }

  return {
    readPicture: async (job, file) => {
      const part = job.page.pictures[file.index]
      if (part === undefined) return undefined
      const { pictureId, region } = part
      const width = Math.min(part.width, widthsOf(part).find(one => one >= file.width) ?? part.width)
      const id = contentId('pic', { pictureId, region, width })
      const known = await findPicture(id)
      if (known) return known
      const source = await findPicture(pictureId)
      if (source === undefined) return undefined
      const isWhole = width === source.width && part.height === source.height
      if (isWhole && source.type === 'image/webp') return source
      const height = Math.round((width * part.height) / part.width)
      const bytes = Buffer.from(source.data, 'base64')
      const limits = { maxSide: Math.max(1, width, height), maxBytes: maxFileBytes }
      return make(job, { id, sourceId: pictureId }, bytes, { kind: 'view', region, limits })
    },
    readCard: async job => {
      const { pageId, page, requester } = job
      const { picture, art } = page.card
      const id = contentId('pic', { card: page.card, designVersion })
      const known = await findPicture(id)
      if (known) return known
      const source = picture && (await findPicture(picture.pictureId))
      if (picture && !source) return undefined
      const bytes = source ? Buffer.from(source.data, 'base64') : Buffer.from(readSvg(art))
      const turn = await queue.acquire(requester.client, 1, { signal: requester.signal })
      const card = await pageBuilder.layOutCard(page.card).finally(turn.release)
      const sourceId = picture?.pictureId ?? pageId
      const region = picture?.region ?? wholeRegion
      const limits = { maxSide: cardSize.width, maxBytes: maxFileBytes }
      return make(job, { id, sourceId }, bytes, { kind: 'card', region, card, limits })
    },
  }
}

/** Of a file, bytes; far more than any has. */
const maxFileBytes = 3_000_000

/** Of a page without art, of which the card shows nothing. */
const emptySvg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'

function readSvg(uri: string | undefined): string {
  return uri === undefined ? emptySvg : decodeURIComponent(uri.slice(uri.indexOf(',') + 1))
}
