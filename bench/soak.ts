// Ten minutes of everything at once: what a day of use would show is to be flat already. `npm run bench:soak` prints the figures of each
// minute and their trend, `-- --minutes 2` is shorter, `-- --write` puts them in docs/benchmarks.md.
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { keep } from './keep.ts'
import { startService } from './service-process.ts'
import type { Reading } from './watched.ts'

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, write: { type: 'boolean', default: false } },
})
const minutes = Number(options.minutes)

const service = await startService()
const { hostname, port } = new URL(service.address)

/** No two pictures are the same, and none needs more than some milliseconds. */
const picture = async (number: number): Promise<string> => {
  const background = `#${((number * 2_654_435_761) % 0x1000000).toString(16).padStart(6, '0')}`
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const layer = await sharp({ create: { width: 200, height: 300, channels: 3, background, noise } })
    .png()
    .toBuffer()
  const whole = sharp({ create: { width: 600, height: 400, channels: 3, background } }).composite([{ input: layer }])
  return `data:image/jpeg;base64,${(await whole.jpeg().toBuffer()).toString('base64')}`
}

const content = (number: number) => ({
  headline: `Story ${number}`,
  sub_headline: 'From one picture to a page.',
  cta_button_text: 'Start',
})

interface Sent {
  readonly path: string
  readonly body?: unknown
  /** Status that is right. */
  readonly expected?: number
}

/** What each client asks in turn. */
const requests: readonly ((number: number) => Sent | Promise<Sent>)[] = [
  async number => ({ path: '/api/v1/analyze-vibe', body: { source_url: await picture(number) } }),
  number => ({
    path: '/api/v1/build-sparkpage',
    body: { style_metadata: { colors: ['#6D28D9', '#F59E0B'] }, content: content(number) },
  }),
  number => ({ path: '/api/v1/capture-media', body: { target_url: `https://example.com/${number}` } }),
  () => ({ path: '/api/v1/export/txt/analysis?limit=200' }),
  () => ({ path: '/api/v1/export/pdf/projects?limit=200' }),
  () => ({ path: '/api/v1/export/txt/api-spec' }),
  () => ({ path: '/api/health' }),
  () => ({ path: '/api/admin/stats' }),
  () => ({ path: '/docs/' }),
  () => ({ path: '/nowhere', expected: 404 }),
  () => ({ path: '/api/v1/capture-media', body: { target_url: 5 }, expected: 400 }),
  () => ({ path: '/api/v1/analyze-vibe', body: { source_url: 'data:image/png;base64,AAAA' }, expected: 422 }),
]

let isOver = false
let asked = 0
const faults: string[] = []

const ask = async ({ path, body, expected = 200 }: Sent, signal?: AbortSignal): Promise<void> => {
  const sent = body !== undefined && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const answer = await fetch(`${service.address}${path}`, { ...sent, signal: signal ?? null })
  await answer.arrayBuffer()
  if (answer.status !== expected) faults.push(`${path}: ${answer.status}`)
}

/** Asks one thing after the other, with a pause, so that there is always something to do and never too much. */
const client = async (): Promise<void> => {
  while (!isOver) {
    asked += 1
    const number = asked
    const sent = await requests[number % requests.length]?.(number)
    if (sent) await ask(sent).catch(error => faults.push(`${sent.path}: ${error}`))
    await wait(20)
  }
}

/** Leaves before the answer is there. */
const leaver = async (): Promise<void> => {
  for (let number = 0; !isOver; number++) {
    const sent = { path: '/api/v1/analyze-vibe', body: { source_url: await picture(1e9 + number) } }
    await ask(sent, AbortSignal.timeout(5)).catch(() => undefined)
    await wait(500)
  }
}

/** Starts a request and says no more; the service hangs up in the end. */
const staller = async (): Promise<void> => {
  while (!isOver) {
    const socket = connect(Number(port), hostname, () =>
      socket.write('POST /api/v1/capture-media HTTP/1.1\r\nhost: x\r\n'),
    )
    socket.on('error', () => undefined).setTimeout(40_000, () => socket.destroy())
    await wait(2000)
  }
}

const clients = [...Array.from({ length: 6 }, client), leaver(), staller()]
const readings: (Reading & { readonly asked: number })[] = []
for (let minute = 0; minute < minutes; minute++) {
  await wait(60_000)
  readings.push({ ...(await service.read()), asked })
  const { memory, descriptors, p50, p99, longest } = readings.at(-1) ?? {
    memory: 0,
    descriptors: 0,
    p50: 0,
    p99: 0,
    longest: 0,
  }
  console.log(
    minute + 1,
    asked,
    faults.length,
    memory.toFixed(0),
    descriptors,
    p50.toFixed(1),
    p99.toFixed(1),
    longest.toFixed(0),
  )
}
isOver = true
await Promise.all(clients)
await wait(45_000)
const rest = await service.read()
await service.stop()

/** Least squares: growth a minute, over the second half. */
const trend = (values: readonly number[]): number => {
  const half = values.slice(Math.floor(values.length / 2))
  const [meanX, meanY] = [(half.length - 1) / 2, half.reduce((sum, value) => sum + value, 0) / half.length]
  const square = half.reduce((sum, _, x) => sum + (x - meanX) ** 2, 0)
  return square === 0 ? 0 : half.reduce((sum, value, x) => sum + (x - meanX) * (value - meanY), 0) / square
}

const columns: readonly (readonly [string, (reading: Reading) => number, number])[] = [
  ['memory, MB', ({ memory }) => memory, 0],
  ['open files and sockets', ({ descriptors }) => descriptors, 0],
  ['event-loop delay p50, ms', ({ p50 }) => p50, 1],
  ['p99, ms', ({ p99 }) => p99, 1],
  ['longest, ms', ({ longest }) => longest, 0],
]
const row = (name: string, asked: string, values: readonly string[]): string =>
  `| ${[name, asked, ...values].join(' | ')} |`
const report = [
  row(
    'minute',
    'requests',
    columns.map(([name]) => name),
  ),
  row(
    '---',
    '--:',
    columns.map(() => '--:'),
  ),
  ...readings.map((reading, minute) =>
    row(
      `${minute + 1}`,
      `${reading.asked}`,
      columns.map(([, of, digits]) => of(reading).toFixed(digits)),
    ),
  ),
  row(
    'at rest again',
    '',
    columns.map(([, of, digits]) => of(rest).toFixed(digits)),
  ),
  row(
    'a minute, second half',
    '',
    columns.map(([, of]) => trend(readings.map(of)).toFixed(2)),
  ),
].join('\n')
console.log(`${report}\n\n${faults.length} wrong answers of ${asked}. ${[...new Set(faults)].slice(0, 5).join('; ')}`)
if (options.write) await keep('bench:soak', report)
