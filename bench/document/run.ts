// `npm run score`: the served document before four judges; ends with 1 when it falls short. openapi.yaml is the served document, byte by
// byte, which a test holds.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '../../schemas/index.ts'
import { type Finding, ibm, redocly, spectral } from './judges.ts'

interface Exception {
  readonly rule: string
  /** Part of the place. */
  readonly where: string
  readonly why: string
}

const file = join(import.meta.dirname, '../../openapi.yaml')
const exceptions: readonly Exception[] = JSON.parse(
  await readFile(join(import.meta.dirname, 'exceptions.json'), 'utf8'),
)
const mostPerOperation = 1.1
const leastOverall = 88

function covers({ rule, where }: Exception) {
  return (finding: Finding): boolean => finding.rule === rule && finding.where.includes(where)
}

const lines: string[] = []
let isShort = false
function tell(name: string, figure: string, holds: boolean): void {
  lines.push(`${holds ? 'holds' : 'SHORT'}  ${name.padEnd(34)} ${figure}`)
  isShort ||= !holds
}
function show(findings: readonly Finding[]): void {
  for (const { rule, where, message } of findings) lines.push(`         ${rule}  ${where}  ${message}`)
}

const scratch = await mkdtemp(join(tmpdir(), 'score-'))
const strict = await redocly(file)
tell('redocly recommended-strict', `${strict.length} findings`, strict.length === 0)
show(strict)

const oas = await spectral(file, 'spectral:oas', scratch)
tell('spectral:oas', `${oas.length} findings`, oas.length === 0)
show(oas)

const owasp = await spectral(file, '@stoplight/spectral-owasp-ruleset', scratch)
const each = owasp.length / operations.length
tell(
  'OWASP API Security 2023',
  `${owasp.length} findings, ${each.toFixed(2)} an operation (${mostPerOperation} at most)`,
  each <= mostPerOperation,
)
const unnamed = owasp.filter(finding => !exceptions.some(exception => covers(exception)(finding)))
const idle = exceptions.filter(exception => !owasp.some(covers(exception)))
tell(
  'OWASP, each an exception with a why',
  `${unnamed.length} unnamed, ${idle.length} idle`,
  unnamed.length + idle.length === 0,
)
show(unnamed)
for (const { rule, where, why } of exceptions) lines.push(`         ${rule}  ${where}: ${why}`)

const { overall, ...parts } = await ibm(file)
const words = Object.entries(parts).map(([name, score]) => `${name} ${score}`)
tell(
  'IBM OpenAPI validator',
  `overall ${overall} of 100 (${leastOverall} at least): ${words.join(', ')}`,
  overall >= leastOverall,
)

await rm(scratch, { recursive: true })
console.log(lines.join('\n'))
process.exitCode = isShort ? 1 : 0
