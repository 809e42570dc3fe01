// Pages by their inputs, client by client, and stored pages as they were built.
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { WebPicture } from '../image/web-picture.ts'
import type { FairQueue } from '../limits/fair-queue.ts'
import { type CanonicalRequest, canonicalRequest } from '../sparkpage/canonical-request.ts'
import type { LinkedPage } from '../sparkpage/linked-page.ts'
import type { Store, StoredPage } from '../store/store.ts'
import { contentId } from '../values/hash.ts'
import type { PageBuilder, ThreadPage } from './builder.ts'
import { attachPictures, type PageDocument, unpackLinkedPage, unpackPage } from './stored-page.ts'

interface PageJob {
  readonly log: Pick<Logger, 'warn'>
  readonly client: string
  /** Of the client: when it aborts, the page leaves the queue. Called where the page waits. */
  readonly signal: () => AbortSignal
}

interface RenderOptions extends PageJob {
  /** Those that are embedded in the inputs. */
  readonly pictures: readonly WebPicture[]
}

export interface PageRenderer {
  /** @param id of the inputs. */
  readonly render: (id: string, inputs: CanonicalRequest, options: RenderOptions) => Promise<ThreadPage>
  /** The page as it was built; from its inputs if an earlier release built it, its fonts failed or a picture was deleted. */
  readonly restore: (stored: StoredPage, job: PageJob) => Promise<PageDocument>
  /** The same page with links to its pictures; undefined for pages of earlier releases. */
  readonly restoreLinked: (stored: StoredPage, job: PageJob) => Promise<LinkedPage | undefined>
}

interface RendererServices {
  readonly pageBuilder: PageBuilder
  readonly queue: FairQueue
  readonly store: Pick<Store, 'pictures' | 'hasPictures'>
  readonly publicUrl: string | undefined
}

/** Size of the page cache, bytes: a page takes about 200 KB, with the longest texts ten times as much. */
const maxPageCacheBytes = 8 * 1024 * 1024

export function createPageRenderer({ pageBuilder, queue, store, publicUrl = '' }: RendererServices): PageRenderer {
  const pages = new LRUCache<string, ThreadPage>({
    maxSize: maxPageCacheBytes,
    sizeCalculation: ({ html, htmlJson, document, linked }) =>
      html.length + htmlJson.length + document.length + linked.html.length,
  })
  const base = `${publicUrl.replace(/\/$/, '')}/api/v1/pictures/`
  const withUrl = ({ id, type, data, width, height }: WebPicture) => ({
    id,
    type,
    data,
    width,
    height,
    url: publicUrl === '' ? undefined : base + id,
  })

  const render: PageRenderer['render'] = async (id, inputs, { client, signal, log, pictures }) => {
    const known = pages.get(id)
    if (known) return known
    const turn = await queue.acquire(client, 1, { signal: signal() })
    try {
      const page = await pageBuilder.build({ inputs, pictures: pictures.map(withUrl) })
      if (page.failure !== undefined)
        log.warn({ err: page.failure }, 'fonts could not be embedded: the page uses system fonts')
      else pages.set(id, page)
      return page
    } finally {
      turn.release()
    }
  }

  const rebuild = async (inputs: StoredPage['inputs'], job: PageJob): Promise<ThreadPage> => {
    const { inputs: attached, pictures } = await attachPictures(inputs, store)
    // Settings that a record of an earlier release lacks have their defaults.
    const canonical = canonicalRequest(attached)
    return render(contentId('prj', canonical), canonical, { ...job, pictures })
  }

  const restore: PageRenderer['restore'] = async ({ document, inputs }, job) => {
    const page = document ? await unpackPage(document, store) : undefined
    return page ?? rebuild(inputs, job)
  }

  return {
    render,
    restore,
    restoreLinked: async (stored, job) => {
      const linked = stored.document ? await unpackLinkedPage(stored.document, store) : undefined
      return linked ?? (await restore(stored, job)).linked
    },
  }
}
