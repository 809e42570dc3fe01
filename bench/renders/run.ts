// Renders beside a plain Playwright script with a warm browser, in turns; then many renders at once from two clients, a film, and a list with
// webhooks. `npm run bench:renders` prints a table. As root the browser runs without its sandbox.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { elapsed, fixed, median, table } from '../report.ts'
import { clients, executablePath, hasSandbox, processorTimeOf, secret, startRenderService } from './service.ts'

const { values: options } = parseArgs({
  options: { pages: { type: 'string', default: '15' }, list: { type: 'string', default: '100' } },
})
const service = await startRenderService(1)
const { ask } = service

async function buildPage(index: number): Promise<string> {
  const body = {
    style_metadata: { colors: ['#6D28D9', '#F59E0B', '#0F172A'] },
    content: { headline: `Evenings by the sea ${index}`, sub_headline: 'Dinner.', cta_button_text: 'Reserve' },
  }
  return Object(await (await ask('/api/v1/build-sparkpage', body)).json()).page.url
}

const asFile = { accept: 'image/png', prefer: 'wait=120' }

async function takeFile(target_url: string, client = clients[0]): Promise<void> {
  const answer = await ask('/api/v1/renders', { target_url }, asFile, client)
  if (answer.status !== 200) throw new Error(await answer.text())
  await answer.arrayBuffer()
}

const browser = await chromium.launch({ executablePath, chromiumSandbox: hasSandbox })

async function takeByPlaywright(target: string): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  await page.goto(target, { waitUntil: 'load' })
  await page.screenshot()
  await context.close()
}

const rows: (readonly string[])[] = []
const seconds = (milliseconds: number): string => `${fixed(milliseconds / 1000, 2)} s`

async function compareWithPlaywright(): Promise<void> {
  const own: number[] = []
  const plain: number[] = []
  const processor: number[] = []
  // The first one starts the browser.
  for (let index = 0; index <= Number(options.pages); index++) {
    const page = await buildPage(index)
    let time = 0
    const take = async () => {
      time = await processorTimeOf(service, () => takeFile(page))
    }
    const turns = [await elapsed(take), await elapsed(() => takeByPlaywright(page))] as const
    if (index === 0) rows.push(['first picture, with the start of the browser', seconds(turns[0])])
    else {
      own.push(turns[0])
      processor.push(time)
      plain.push(turns[1])
    }
  }
  rows.push(['4K picture of a stored page, p50', seconds(median(own))])
  rows.push([
    'its processor time, p50',
    `${seconds(median(processor))}: ${fixed(60_000 / median(processor), 0)} a minute for each core`,
  ])
  rows.push(['the same by Playwright, p50', seconds(median(plain))])
  rows.push(['ratio', fixed(median(own) / median(plain), 2)])
}

/** Both clients send ten at once, the second one a moment later: their mean times tell whether the turns are fair. */
async function renderAtOnce(): Promise<void> {
  const pages = await Promise.all(Array.from({ length: 20 }, (_, index) => buildPage(1000 + index)))
  const times = clients.map((): number[] => [])
  const whole = await elapsed(() =>
    Promise.all(
      pages.map(async (page, index) => {
        const side = index < 10 ? 0 : 1
        times[side]?.push(await elapsed(() => takeFile(page, clients[side])))
      }),
    ),
  )
  rows.push(['20 at once from two clients', `${seconds(whole)}, ${times.flat().length} of 20`])
  rows.push(['median wait of each client', times.map(list => seconds(median(list))).join(', ')])
}

async function recordFilm(): Promise<void> {
  const target_url = await buildPage(2000)
  const film = { target_url, platform: 'instagram_reels', output_format: 'mp4', record_duration: '4s', motion: 'story' }
  const seen = new Set<number>()
  let render = Object(undefined)
  let processor = 0
  const take = async (): Promise<void> => {
    render = Object(await (await ask('/api/v1/renders', film)).json()).render
    while (render.status === 'queued' || render.status === 'running') {
      if (render.progress) seen.add(render.progress)
      render = Object(await (await ask(`/api/v1/renders/${render.id}`, undefined, { prefer: 'wait=1' })).json()).render
    }
  }
  const whole = await elapsed(async () => {
    processor = await processorTimeOf(service, take)
  })
  const facts = `${render.status}, ${render.width} × ${render.height}, ${render.duration} s`
  rows.push(['film of 4 s for Instagram Reels', `${seconds(whole)}: ${facts}, ${seen.size} states of progress`])
  rows.push(['its processor time', `${seconds(processor)}, ${seconds(processor / render.duration)} for each second`])
}

async function renderList(): Promise<void> {
  const count = Number(options.list)
  const delivered = new Map<string, number>()
  let wrong = 0
  const site = createServer((request, response) => {
    if (request.method !== 'POST') return response.end(`<h1>${request.url}`)
    let body = ''
    request.on('data', piece => {
      body += piece
    })
    request.on('end', () => {
      const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = request.headers
      const expected = createHmac('sha256', secret).update(`${id}.${time}.${body}`).digest('base64')
      if (signature !== `v1,${expected}` || JSON.parse(body).render.status !== 'done') wrong += 1
      delivered.set(String(id), (delivered.get(String(id)) ?? 0) + 1)
      response.end()
    })
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  const address: AddressInfo | string | null = site.address()
  const origin = `http://127.0.0.1:${Object(address).port}`
  const captures = Array.from({ length: count }, (_, index) => ({
    target_url: `${origin}/${index}`,
    viewport: { width: 640, height: 400, deviceScaleFactor: 1 },
  }))
  const whole = await elapsed(async () => {
    await ask('/api/v1/renders', { captures, webhook_url: `${origin}/hook` })
    while (delivered.size < count) await new Promise(resolve => setTimeout(resolve, 200))
  })
  const twice = [...delivered.values()].filter(times => times > 1).length
  rows.push([
    `list of ${count} pages, one webhook each`,
    `${seconds(whole)}, ${delivered.size} delivered, ${twice} twice, ${wrong} wrong`,
  ])
  site.close()
}

try {
  await compareWithPlaywright()
  await renderAtOnce()
  await recordFilm()
  await renderList()
} finally {
  console.log(table(['renders', 'found'], rows))
  await browser.close()
  await service.stop()
}
