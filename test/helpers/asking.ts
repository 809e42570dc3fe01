// Sends a request without normalising its path, unlike fetch.
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'

interface Question {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export const ask = async (base: string, { method = 'GET', path, headers = {}, body }: Question): Promise<Answered> => {
  const { hostname, port } = new URL(base)
  // As bytes: Node writes headers in the encoding of a text that goes with them.
  const bytes = body === undefined ? undefined : Buffer.from(body)
  const length = bytes ? { 'content-length': `${bytes.length}` } : {}
  const asked = request({ hostname, port, method, path, headers: { ...length, ...headers }, agent: false })
  asked.end(bytes)
  const [answer] = await once(asked, 'response')
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  return { status: answer.statusCode, headers: answer.headers, body: text }
}
