// GET /api/v1/pages/{id}: a stored page, to show, to edit or to download; and the pictures that it links to.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getPage, getPagePicture } from '../schemas/record-operations.ts'
import { Problem } from '../src/errors.ts'
import { createArchive } from '../src/pages/archive.ts'
import { createPageFiles } from '../src/pages/files.ts'
import { requestOfPage } from '../src/pages/stored-page.ts'
import { fontUriOf, type LinkedPage, type PageAddresses, withAddresses } from '../src/sparkpage/linked-page.ts'
import { cardName, parseFileName } from '../src/sparkpage/linked-pictures.ts'
import type { StoredPage } from '../src/store/store.ts'
import { lazy } from '../src/values/lazy.ts'
import { clientOf, requireApiKey } from './shared/access/auth.ts'
import { holdAnswer, pageAnswerOf, stylesheetOf } from './shared/answers.ts'
import { abortSignal } from './shared/disconnect.ts'
import { answerNotModified, preferredType, weakEtag } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import { sandboxHeaders } from './shared/security-headers.ts'
import type { AppServices } from './shared/services.ts'

const pageTypes = ['text/html', 'application/json', 'text/css', 'application/zip'] as const

const builtBefore =
  'This page was built by an earlier release and has no picture files. Build it again: GET this URL with Accept: application/json returns the original request.'

/** A file of a page never changes: its URL contains its inputs. */
const immutable = 'public, max-age=31536000, immutable'

const pagesPlugin: FastifyPluginAsyncTypebox<AppServices> = async (app, services) => {
  const { store, pages, limiters, config } = services
  const files = createPageFiles({ ...services, queue: limiters.pages, memory: limiters.memory })

  answerNotModified(app)

  const readPage = async (id: string): Promise<StoredPage> => {
    const stored = await store.page(id)
    if (!stored) throw new Problem('record_not_found')
    return stored
  }

  app.route({
    ...routeIn(app, getPage),
    handler: async (request, reply) => {
      const { id } = request.params
      const type = preferredType(request, pageTypes)
      if (type === 'application/json') requireApiKey(request, config.API_KEYS)
      const stored = await readPage(id)
      const job = jobOf(request, reply)
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept' })
      if (type === 'text/html') {
        const linked = await pages.restoreLinked(stored, job)
        const html = linked
          ? withAddresses(linked, pageAddressesOf(request, id, linked))
          : (await pages.restore(stored, job)).html
        holdAnswer(reply, limiters.memory, 2 * html.length)
        reply.headers({ ...sandboxHeaders(stored.inputs.content.form?.action), etag: weakEtag(type, html) })
        return reply.type('text/html; charset=utf-8').send(html)
      }
      if (type === 'application/zip') {
        const linked = await pages.restoreLinked(stored, job)
        if (!linked) throw new Problem('record_not_found', { detail: builtBefore })
        const fileJob = { pageId: id, page: linked, requester: { client: job.client, signal: job.signal() } }
        reply.headers({ 'content-disposition': `attachment; filename="${id}.zip"`, etag: weakEtag(type, linked.html) })
        return reply.type(type).send(await createArchive(fileJob, files))
      }
      const page = await pages.restore(stored, job)
      if (type === 'text/css')
        return reply
          .type('text/css; charset=utf-8')
          .header('etag', weakEtag(type, page.cssVariables))
          .send(stylesheetOf(page))
      const answer = {
        ...pageAnswerOf(request, id, stored.projectId, page),
        request: await requestOfPage(stored, store),
      }
      holdAnswer(reply, limiters.memory, 4 * page.html.length)
      return reply.header('etag', weakEtag(type, answer)).send(answer)
    },
  })

  app.route({
    ...routeIn(app, getPagePicture),
    handler: async (request, reply) => {
      const { id, name } = request.params
      const job = jobOf(request, reply)
      const linked = await pages.restoreLinked(await readPage(id), job)
      if (!linked) throw new Problem('record_not_found')
      const fileJob = { pageId: id, page: linked, requester: { client: job.client, signal: job.signal() } }
      const file = parseFileName(name)
      const picture =
        name === cardName ? await files.readCard(fileJob) : file && (await files.readPicture(fileJob, file))
      if (!picture) throw new Problem('record_not_found')
      holdAnswer(reply, limiters.memory, 2 * picture.data.length)
      // A sandboxed page has an opaque origin.
      reply.headers({
        etag: weakEtag(id, name),
        'cache-control': immutable,
        'cross-origin-resource-policy': 'cross-origin',
      })
      return reply.type(picture.type).send(Buffer.from(picture.data, 'base64'))
    },
  })
}

export default pagesPlugin

function jobOf(request: FastifyRequest, reply: FastifyReply) {
  return { log: request.log, client: clientOf(request), signal: lazy(() => abortSignal(reply)) }
}

function pageAddressesOf(request: FastifyRequest, id: string, { icon, fonts }: LinkedPage): PageAddresses {
  const path = `/api/v1/pages/${id}`
  return {
    page: request.absoluteUrl(path),
    card: request.absoluteUrl(`${path}/pictures/${cardName}`),
    icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
    files: request.publicPath(`${path}/pictures`),
    fonts: fonts.map(fontUriOf),
  }
}
