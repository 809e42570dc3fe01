// Every operation against a bare Fastify that gives the same answers: `npm run bench:http` prints the tables, `-- --part cost` (start,
// growth, bodies) makes one, `-- --write` puts them in docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { keep } from '../keep.ts'
import { paddedPicture } from './padded.ts'
import { startPair } from './pair.ts'
import { questions } from './questions.ts'
import { starts } from './start.ts'
import { inTurns } from './turns.ts'

const { values: options } = parseArgs({
  options: {
    part: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows]
    .map(row => `| ${row.join(' | ')} |`)
    .join('\n')

const cost = async (): Promise<string> => {
  const pair = await startPair(questions, 16)
  const rows: string[][] = []
  for (const question of questions) {
    const asked = { question, amount: question.amount, atOnce: 16, rounds }
    const { ours, bare, ratio, ratioDressed } = await inTurns(pair, asked)
    rows.push([
      question.name,
      ours.cpu.toFixed(0),
      bare.cpu.toFixed(0),
      ratio.toFixed(2),
      ratioDressed.toFixed(2),
      ours.rate.toFixed(0),
      bare.rate.toFixed(0),
    ])
    console.log(rows.at(-1)?.join(' · '))
  }
  await pair.stop()
  return table(
    ['operation', 'CPU, µs', 'bare, µs', 'bare ÷ ours', 'with our headers ÷ ours', 'requests a second', 'bare'],
    rows,
  )
}

const start = async (): Promise<string> => {
  const { ours, bare, ratio } = await starts(rounds)
  return table(
    ['', 'service', 'bare Fastify', 'of both'],
    [
      ['from start to listening, ms', ours.startedIn.toFixed(0), bare.startedIn.toFixed(0), `× ${ratio.toFixed(2)}`],
      [
        'memory after it, MB',
        ours.memory.toFixed(1),
        bare.memory.toFixed(1),
        `+ ${(ours.memory - bare.memory).toFixed(1)}`,
      ],
    ],
  )
}

const growing = ['getHealth', 'captureMedia, each another', 'buildSparkpage, each another', 'exportTxt api-spec']

const growth = async (): Promise<string> => {
  const rows: string[][] = []
  const asked = questions.filter(({ name }) => growing.includes(name))
  for (const atOnce of [1, 8, 64, 256]) {
    const pair = await startPair(asked, atOnce)
    for (const question of asked) {
      const amount = Math.max(question.amount, atOnce * 4)
      const { ours, bare, ratio } = await inTurns(pair, { question, amount, atOnce, rounds: Math.ceil(rounds / 3) })
      rows.push([
        question.name,
        `${atOnce}`,
        ours.cpu.toFixed(0),
        ratio.toFixed(2),
        ours.rate.toFixed(0),
        bare.rate.toFixed(0),
        ours.p99.toFixed(1),
        bare.p99.toFixed(1),
      ])
      console.log(rows.at(-1)?.join(' · '))
    }
    await pair.stop()
  }
  const order = rows.toSorted(([one = ''], [other = '']) => growing.indexOf(one) - growing.indexOf(other))
  return table(
    ['operation', 'at once', 'CPU, µs', 'bare ÷ ours', 'requests a second', 'bare', 'p99, ms', 'bare'],
    order,
  )
}

const kilobytes = [4, 64, 1024, 8192, 16_384]

const bodies = async (): Promise<string> => {
  const rows: string[][] = []
  for (const size of kilobytes) {
    const question = await paddedPicture(size * 1024)
    const pair = await startPair([question], 4)
    const { ours, bare, ratio } = await inTurns(pair, {
      question,
      amount: question.amount,
      atOnce: 4,
      rounds: Math.ceil(rounds / 3),
    })
    const memory = (await pair.ours.server.memory()) - (await pair.bare.server.memory())
    rows.push([
      `${size}`,
      ours.cpu.toFixed(0),
      bare.cpu.toFixed(0),
      ratio.toFixed(2),
      ours.rate.toFixed(0),
      bare.rate.toFixed(0),
      memory.toFixed(0),
    ])
    console.log(rows.at(-1)?.join(' · '))
    await pair.stop()
  }
  return table(
    ['body, KB', 'CPU, µs', 'bare, µs', 'bare ÷ ours', 'requests a second', 'bare', 'memory over bare, MB'],
    rows,
  )
}

const parts = { cost, start, growth, bodies } as const

for (const [name, make] of Object.entries(parts)) {
  if (options.part !== undefined && options.part !== name) continue
  const report = await make()
  console.log(`\n${report}\n`)
  if (options.write) await keep(`bench:http ${name}`, report)
}
