// `npm run bench:upload`: how long analyze-vibe takes over HTTP for large noisy photographs, by kind of body, as a ratio to sharp decoding
// the same bytes to 128 px. All are asked in turn in one run, so that the machine is the same for all.
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { elapsed, geometricMean, median, table, writeReport } from './report.ts'
import { startServer } from './server-process.ts'

const [warmUps, rounds] = [2, 9]
const photograph = await readFile(new URL('../test/fixtures/pictures/landscape-beach-city.jpg', import.meta.url))

/** A photograph of a size, with the noise of a sensor. */
async function noisy(width: number, height: number, sigma: number) {
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma } },
  })
    .png()
    .toBuffer()
  const picture = await sharp(photograph).resize(width, height, { fit: 'cover' }).toBuffer()
  return sharp(picture).composite([{ input: noise, blend: 'soft-light' }])
}

const pictures: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  '12 MP JPEG': ['image/jpeg', await (await noisy(4032, 3024, 40)).jpeg({ quality: 90 }).toBuffer()],
  '4K PNG': ['image/png', await (await noisy(3840, 2160, 4)).png().toBuffer()],
  '1080 × 1920 JPEG': ['image/jpeg', await (await noisy(1080, 1920, 40)).jpeg({ quality: 90 }).toBuffer()],
  '4K WebP': ['image/webp', await (await noisy(3840, 2160, 40)).webp({ quality: 85 }).toBuffer()],
  '1080p AVIF': ['image/avif', await (await noisy(1920, 1080, 40)).avif({ quality: 60, effort: 2 }).toBuffer()],
}

type Ask = () => Promise<unknown>

const service = await startServer({ file: '../dist/src/server.js', env: { ANALYSIS_CACHE: '0' } })
while (!(await fetch(`${service.address}/readyz`)).ok) await delay(100)
const rows: (readonly string[])[] = []
const ratios = new Map<string, number[]>()
for (const [name, [type, bytes]] of Object.entries(pictures)) {
  const asks = asksFor(type, bytes)
  const times = await timesOf(asks)
  const base = median(times.get('sharp') ?? [])
  const own = [...times].map(([kind, values]) => ({ kind, ratio: median(values) / base }))
  for (const { kind, ratio } of own) ratios.set(kind, [...(ratios.get(kind) ?? []), ratio])
  rows.push([name, `${(bytes.length / 1e6).toFixed(1)}`, ...own.slice(1).map(({ ratio }) => ratio.toFixed(2))])
}
await service.stop()
const means = [...ratios.values()].slice(1).map(values => geometricMean(values).toFixed(2))
const report = table(['÷ sharp', 'MB', 'file', 'form', 'data URI'], [...rows, ['geometric mean', '', ...means]])
console.log(report)
if (process.argv.includes('--write')) await writeReport('bench:upload', report)

/** The same picture decoded by sharp, and sent in each kind of body. */
function asksFor(type: string, bytes: Buffer): Readonly<Record<string, Ask>> {
  const url = `${service.address}/api/v1/analyze-vibe`
  const body = new Uint8Array(bytes)
  const form = new FormData()
  form.append('file', new Blob([body], { type }), 'picture')
  const json = JSON.stringify({ source_url: `data:${type};base64,${bytes.toString('base64')}` })
  const post =
    (body: BodyInit, headers: Readonly<Record<string, string>> = {}) =>
    async () => {
      const answer = await fetch(url, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(await answer.text())
      await answer.arrayBuffer()
    }
  return {
    sharp: () => sharp(bytes).resize(128, 128, { fit: 'inside' }).raw().toBuffer(),
    file: post(body, { 'content-type': type }),
    form: post(form),
    'data URI': post(json, { 'content-type': 'application/json' }),
  }
}

/** Times in ms by kind, in turns. */
async function timesOf(asks: Readonly<Record<string, Ask>>): Promise<ReadonlyMap<string, readonly number[]>> {
  const times = new Map<string, number[]>()
  for (const kind of Object.keys(asks)) times.set(kind, [])
  for (let round = 0; round < warmUps + rounds; round++)
    for (const [kind, ask] of Object.entries(asks)) {
      const time = await elapsed(ask)
      if (round >= warmUps) times.get(kind)?.push(time)
    }
  return times
}
