// Every operation against a bare Fastify that gives the same answers: `npm run bench:http` prints the tables, `-- --part cost` (start) makes
// one, `-- --write` puts them in docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { examplePicture } from '../../schemas/examples/pictures.ts'
import { table, writeReport } from '../report.ts'
import { startPair } from './pair.ts'
import { inTurns, starts } from './turns.ts'

const { values: options } = parseArgs({
  options: {
    part: { type: 'string' },
    rounds: { type: 'string', default: '15' },
    write: { type: 'boolean', default: false },
  },
})
const rounds = Number(options.rounds)

async function cost(): Promise<string> {
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

async function start(): Promise<string> {
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

const parts = { cost, start } as const

for (const [name, make] of Object.entries(parts)) {
  if (options.part !== undefined && options.part !== name) continue
  const report = await make()
  console.log(`\n${report}\n`)
  if (options.write) await writeReport(`bench:http ${name}`, report)
}

export interface Question {
  readonly name: string
  readonly url: string
  /** What is sent by POST, the same for the same number; without it it is a GET. */
  readonly body?: (number: number) => string
  /** Requests of one turn. */
  readonly amount: number
}

function capture(number: number): string {
  return JSON.stringify({ target_url: `https://example.com/${number}`, output_format: 'mp4', record_duration: '5s' })
}

function page(number: number): string {
  return JSON.stringify({
    style_metadata: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] },
    content: {
      headline: `Ship your story ${number}`,
      sub_headline: 'From one picture to a page.',
      cta_button_text: 'Start free',
    },
  })
}

/** Bytes behind the end of a picture make it another picture that looks the same. */
function picture(number: number): string {
  const [head, data = ''] = examplePicture.split(';base64,')
  const bytes = Buffer.concat([Buffer.from(data, 'base64'), Buffer.from(`${number}`)])
  return JSON.stringify({ source_url: `${head};base64,${bytes.toString('base64')}` })
}

function same(body: (number: number) => string) {
  return (): string => body(0)
}

export const questions: readonly Question[] = [
  { name: 'getHealth', url: '/api/health', amount: 5000 },
  { name: 'captureMedia, the same again', url: '/api/v1/capture-media', body: same(capture), amount: 600 },
  { name: 'captureMedia, each another', url: '/api/v1/capture-media', body: capture, amount: 600 },
  { name: 'buildSparkpage, the same again', url: '/api/v1/build-sparkpage', body: same(page), amount: 600 },
  { name: 'buildSparkpage, each another', url: '/api/v1/build-sparkpage', body: page, amount: 600 },
  { name: 'analyzeVibe, the same again', url: '/api/v1/analyze-vibe', body: same(picture), amount: 600 },
  { name: 'analyzeVibe, each another', url: '/api/v1/analyze-vibe', body: picture, amount: 64 },
  { name: 'exportTxt api-spec', url: '/api/v1/export/txt/api-spec', amount: 1000 },
  { name: 'exportTxt analysis', url: '/api/v1/export/txt/analysis?limit=10', amount: 400 },
  { name: 'exportPdf analysis', url: '/api/v1/export/pdf/analysis?limit=10', amount: 400 },
  { name: 'getStats', url: '/api/admin/stats', amount: 200 },
]
