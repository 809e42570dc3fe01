// One client takes as much as it can get; another one is served all the while.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { endlessDrawing } from './fixtures/media/pictures.ts'
import { listen } from './helpers/loopback.ts'
import { startService, stripes } from './helpers/service.ts'

const analyze = '/api/v1/analyze-vibe'
const [attacker, ordinary] = ['127.0.0.9', '127.0.1.1']

interface Answer {
  readonly status: number
  readonly body: string
}

/** Sends JSON from an address of the loopback network. */
const post = (address: string, localAddress: string, path: string, body: unknown): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const sent = request(address + path, { method: 'POST', localAddress, headers }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }))
    })
    sent.once('error', reject).end(JSON.stringify(body))
  })

const start = async (t: Test, environment = {}) => {
  const service = await startService(t, environment)
  return service.app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
}

t.test('addresses that drip take no place from another client, and from their own only what is too much', async t => {
  const address = await start(t)
  const picture = Buffer.from((await stripes(['#C83232', '#3264C8'])).split(',')[1] ?? '', 'base64')
  const dripping = new Set<ServerResponse>()
  const { url } = await listen(
    t,
    createServer(({ url: path }: IncomingMessage, response) => {
      if (path === '/picture.png') return response.end(picture)
      dripping.add(response)
      return response.writeHead(200, { 'content-length': 1000 }).write('\x89')
    }),
  )
  const attack = Array.from({ length: 140 }, (_, number) =>
    post(address, attacker, analyze, { source_url: `${url}/drip-${number}` }),
  )
  while (dripping.size < 128) await new Promise(resolve => setTimeout(resolve, 10))
  for (let count = 0; count < 20; count++) {
    const { status, body } = await post(address, ordinary, analyze, { source_url: `${url}/picture.png` })
    t.equal(status, 200, body.slice(0, 200))
  }
  for (const response of dripping) response.end()
  const answers = await Promise.all(attack)
  t.ok(
    answers.some(({ status }) => status === 503),
    'what did not fit was refused to the client that held most',
  )
  t.ok(answers.every(({ status }) => status === 503 || status === 422))
})

t.test('requests whose body never comes give their places to others', async t => {
  const address = await start(t)
  const { port } = new URL(address)
  const head = `POST ${analyze} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n`
  const sockets = Array.from({ length: 1100 }, () =>
    connect({ port: Number(port), host: '127.0.0.1', localAddress: attacker }).on('error', () => undefined),
  )
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
  })
  let refused = 0
  for (const socket of sockets) socket.once('data', () => refused++).write(head)
  while (refused < 1100 - 1024) await new Promise(resolve => setTimeout(resolve, 20))
  const content = { headline: 'Ship', sub_headline: 'It.', cta_button_text: 'Go' }
  for (let count = 0; count < 20; count++) {
    const body = { style_metadata: { colors: ['#6D28D9'] }, content: { ...content, headline: `Ship ${count}` } }
    const { status } = await post(address, ordinary, '/api/v1/build-sparkpage', body)
    t.equal(status, 200)
  }
})

t.test('large bodies of two clients take turns, and one of nothing but values is refused', async t => {
  const address = await start(t)
  const content = { headline: 'Ship', sub_headline: 'It.', cta_button_text: 'Go' }
  const large = { style_metadata: { colors: ['#6D28D9'], more: 'x'.repeat(300_000) }, content }
  const build = (from: string) => post(address, from, '/api/v1/build-sparkpage', large)
  const answers = await Promise.all([attacker, ordinary, attacker, ordinary].map(build))
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const dense = { source_url: 'https://example.com/', more: Array.from({ length: 600_000 }, () => 0) }
  const { status, body } = await post(address, attacker, analyze, dense)
  t.equal(status, 413)
  t.match(JSON.parse(body), { code: 'body_too_large', detail: /Beside the picture/ })
})

t.test('a drawing that never ends costs its own request only', async t => {
  const address = await start(t)
  const svg = endlessDrawing().toString('base64')
  const { status, body } = await post(address, attacker, analyze, { source_url: `data:image/svg+xml;base64,${svg}` })
  t.equal(status, 422)
  t.match(JSON.parse(body), { code: 'source_timeout' })
})
