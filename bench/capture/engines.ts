// What a frame costs our engines, as a ratio to a plain loop of Page.captureScreenshot in the same headless shell with the same encoder.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { median } from '../report.ts'
import type { Filmed } from './film.ts'
import { film } from './film.ts'
import { type Order, plainLoop, recorders } from './recorders.ts'

const blocks = Array.from({ length: 200 }, (_, index) => `<i style="--n: ${index}">Frame ${index}</i>`).join('')
const look = `<style>
  body { margin: 0; background: linear-gradient(135deg, #1e293b, #6d28d9); color: #fff; font: 20px sans-serif; height: 100vh; overflow: hidden }
  i { float: left; width: 10%; height: 5vh; background: hsl(calc(var(--n) * 7deg) 70% 50% / 70%) }
`
const pages: Readonly<Record<string, string>> = {
  /** Everything moves and takes new colours with every frame. */
  busy: `${look} i { animation: move 3s calc(var(--n) * -40ms) infinite alternate linear }
    @keyframes move { to { transform: translate(60vw, 20vh) rotate(1turn); background: #f59e0b } }</style>${blocks}`,
  unchanged: `${look}</style>${blocks}`,
}
/** Seconds a frame, from the first that is told of to the last. */
function frameTime({ reason, file, progress }: Filmed): number {
  const [first, last] = [progress[0], progress.at(-1)]
  if (file === undefined || first === undefined || last === undefined) throw new Error(reason)
  return (last.at - first.at) / (last.frames - first.frames)
}

async function host() {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<!doctype html><title>Page</title>${pages[url.slice(1)]}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

/** In turns, so that a busy machine is busy for all of them. */
export async function engines(order: Order, only: string, rounds: number): Promise<string> {
  const { server, port } = await host()
  const subjects = [
    plainLoop,
    ...recorders.filter(({ name }) => name.startsWith('this service') && name.includes(only)),
  ]
  const rows: string[] = []
  for (const name of Object.keys(pages)) {
    const times = subjects.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      for (const [index, subject] of subjects.entries()) {
        const its = {
          ...order,
          address: `http://127.0.0.1:${port}/${name}`,
          output: `${order.output}-${name}-${round}-${index}`,
        }
        times[index]?.push(frameTime(await film(subject, its, 600)))
      }
      console.error(name, times.map(some => `${((some.at(-1) ?? 0) * 1000).toFixed(0)} ms`).join(' '))
    }
    const [plain = []] = times
    for (const [index, subject] of subjects.entries()) {
      const ratios = (times[index] ?? []).map((time, round) => time / (plain[round] ?? Number.NaN))
      const cells = [
        (median(times[index] ?? []) * 1000).toFixed(0),
        median(ratios).toFixed(2),
        Math.min(...ratios).toFixed(2),
        Math.max(...ratios).toFixed(2),
      ]
      rows.push(`| ${[name, subject.name, ...cells].join(' | ')} |`)
    }
  }
  server.close()
  return [
    '| page | engine | ms a frame, median | ÷ plain loop, median | least | most |',
    '| --- | --- | --: | --: | --: | --: |',
    ...rows,
  ].join('\n')
}
