// How many renders a core takes, and how much memory, for each kind and for one and two browsers. `npm run bench:sizing` prints a table;
// `-- --only "full page"` measures one kind. Pages are stored pages with a photograph and six sections.
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readProcessTree } from '../../src/workers/process-tree.ts'
import { elapsed, fixed, table } from '../report.ts'
import { processorTimeOf, type RenderService, startRenderService } from './service.ts'

const { values: options } = parseArgs({
  options: {
    pictures: { type: 'string', default: '24' },
    films: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
})

const pictures = Number(options.pictures)
const kinds = [
  {
    name: 'screenshot, 1440 × 900',
    count: pictures,
    request: { viewport: { width: 1440, height: 900, deviceScaleFactor: 1 } },
  },
  { name: 'screenshot, 3840 × 2160', count: pictures, request: {} },
  { name: 'full page, 3840 px wide', count: pictures, request: { full_page: true } },
  {
    name: 'video of 4 s, 1080 × 1920, 30 fps',
    count: Number(options.films),
    request: { platform: 'instagram_reels', output_format: 'mp4', record_duration: '4s', motion: 'story' },
  },
] as const

const sections = ['Fish', 'Bread', 'Wine', 'Rooms', 'Boats', 'Hours'].map(heading => ({
  heading,
  text: 'Every morning, from the harbour.\n\nWe cook what the boats bring, on an open fire, until it is gone.',
}))
const photograph = await readFile(new URL('../../test/fixtures/pictures/landscape-beach-city.jpg', import.meta.url))
const megabyte = 1_048_576
let built = 0

/** Pages that are all different, since finished renders of stored pages serve again. */
async function buildPages({ ask }: RenderService, count: number): Promise<readonly string[]> {
  const source_url = `data:image/jpeg;base64,${photograph.toString('base64')}`
  const style = Object(await (await ask('/api/v1/analyze-vibe', { source_url, preview: true })).json())
  const pages: string[] = []
  while (pages.length < count) {
    built += 1
    const content = {
      headline: `Evenings by the sea ${built}`,
      sub_headline: 'Dinner.',
      cta_button_text: 'Reserve',
      sections,
    }
    const body = { style_metadata: { analysis: { id: style.style_metadata.analysis.id } }, content }
    pages.push(Object(await (await ask('/api/v1/build-sparkpage', body)).json()).page.url)
  }
  return pages
}

async function renderAll({ ask }: RenderService, captures: readonly object[]): Promise<void> {
  const { renders } = Object(await (await ask('/api/v1/renders', { captures })).json())
  for (const { id } of renders) {
    let status = 'queued'
    while (status === 'queued' || status === 'running') {
      const answer = await ask(`/api/v1/renders/${id}`, undefined, { prefer: 'wait=60' })
      status = Object(await answer.json()).render.status
    }
    if (status !== 'done') throw new Error(`A render ended as ${status}`)
  }
}

/** The most memory that the service, its render processes and their browsers have at the same time, bytes. */
async function peakMemoryOf({ pid }: RenderService, work: () => Promise<unknown>): Promise<number> {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, readProcessTree(pid).bytes)
  }, 500)
  await work()
  clearInterval(timer)
  return most
}

const rows: string[][] = []
for (const concurrency of [1, 2]) {
  for (const { name, count, request } of kinds.filter(({ name }) => `${name}, ${concurrency}`.includes(options.only))) {
    const service = await startRenderService(concurrency)
    const pages = await buildPages(service, count + concurrency)
    const captures = pages.map(target_url => ({ target_url, ...request }))
    // Starts the browsers.
    await renderAll(service, captures.slice(0, concurrency))
    await delay(2000)
    const idle = readProcessTree(service.pid).bytes
    let [milliseconds, processor] = [0, 0]
    const work = () => renderAll(service, captures.slice(concurrency))
    const measure = async () => {
      milliseconds = await elapsed(async () => {
        processor = await processorTimeOf(service, work)
      })
    }
    const peak = await peakMemoryOf(service, measure)
    await service.stop()
    const perMinute = (whole: number) => fixed((60_000 * count) / whole, 1)
    rows.push([
      `${name}, ${concurrency}`,
      perMinute(milliseconds),
      `${fixed(processor / 1000 / count, 2)} s`,
      perMinute(processor),
      `${fixed(idle / megabyte, 0)} MB`,
      `${fixed(peak / megabyte, 0)} MB`,
    ])
    console.error(rows.at(-1)?.join(' | '))
  }
}
console.log(
  table(
    ['kind, RENDER_CONCURRENCY', 'a minute', 'CPU time of one', 'a minute and core', 'memory idle', 'memory at most'],
    rows,
  ),
)
