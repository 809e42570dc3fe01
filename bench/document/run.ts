// `npm run score`: checks the OpenAPI document with linters, client generators and a contract proxy; exits with 1 when it falls short.
// openapi.yaml equals the served document, which a test checks. `--write` updates docs/benchmarks.md.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '../../schemas/index.ts'
import { table, writeReport } from '../report.ts'
import { startServer, untilReady } from '../server-process.ts'
import { type GeneratorResult, measureGenerators } from './generators.ts'
import { type Finding, ibm, redocly, spectral } from './linters.ts'
import { callThroughProxy } from './proxy.ts'

/** A finding that is accepted, with the reason. */
interface Exception {
  readonly rule: string
  /** Part of the finding's location. */
  readonly where: string
  readonly why: string
}

const file = join(import.meta.dirname, '../../openapi.yaml')
const maxPerOperation = 1.1
const minOverall = 88
const minCallsThroughProxy = 200

let isShort = false
function report(name: string, figure: string, holds: boolean, details: readonly string[] = []): void {
  console.log(`${holds ? 'holds' : 'SHORT'}  ${name.padEnd(42)} ${figure}`)
  for (const detail of details) console.log(`         ${detail}`)
  isShort ||= !holds
}

const scratch = await mkdtemp(join(tmpdir(), 'score-'))
await checkWithLinters()
await rm(scratch, { recursive: true })
/** Chromium of a benchmark may run as root, where it has no sandbox. */
const renders = { RENDER: 'on', RENDER_SANDBOX: '0', RENDER_CONCURRENCY: '1' } as const
const service = await startServer({ file: '../src/server.ts', env: { ...renders, FETCH_ALLOW_CIDRS: '127.0.0.0/8' } })
await untilReady(service)
const picture = await servePicture()
/** The document with examples that need no internet. */
const document = (await readFile(file, 'utf8')).replaceAll(/https:\/\/www\.gstatic\.com\/\S+\.jpg/g, picture.address)
await checkGenerators()
await checkContract()
await service.stop()
picture.close()
process.exitCode = isShort ? 1 : 0

async function checkWithLinters(): Promise<void> {
  const strict = await redocly(file)
  report('redocly recommended-strict', `${strict.length} findings`, strict.length === 0, strict.map(asLine))

  const oas = await spectral(file, 'spectral:oas', scratch)
  report('spectral:oas', `${oas.length} findings`, oas.length === 0, oas.map(asLine))

  const owasp = await spectral(file, '@stoplight/spectral-owasp-ruleset', scratch)
  const perOperation = owasp.length / operations.length
  const figure = `${owasp.length} findings, ${perOperation.toFixed(2)} per operation (at most ${maxPerOperation})`
  report('OWASP API Security 2023', figure, perOperation <= maxPerOperation)
  await checkExceptions(owasp)

  const { overall, ...parts } = await ibm(file)
  const scores = Object.entries(parts).map(([name, score]) => `${name} ${score}`)
  report(
    'IBM OpenAPI validator',
    `overall ${overall} of 100 (at least ${minOverall}): ${scores.join(', ')}`,
    overall >= minOverall,
  )
}

/** Every OWASP finding needs an exception with a reason, and every exception a finding. */
async function checkExceptions(findings: readonly Finding[]): Promise<void> {
  const text = await readFile(join(import.meta.dirname, 'exceptions.json'), 'utf8')
  const exceptions: readonly Exception[] = JSON.parse(text)
  const covers = (exception: Exception, finding: Finding): boolean =>
    finding.rule === exception.rule && finding.where.includes(exception.where)
  const unnamed = findings.filter(finding => !exceptions.some(exception => covers(exception, finding)))
  const idle = exceptions.filter(exception => !findings.some(finding => covers(exception, finding)))
  const figure = `${unnamed.length} findings without one, ${idle.length} without a finding`
  report('OWASP, exceptions with a reason', figure, unnamed.length + idle.length === 0, [
    ...unnamed.map(asLine),
    ...exceptions.map(({ rule, where, why }) => `${rule}  ${where}: ${why}`),
  ])
}

function asLine({ rule, where, message }: Finding): string {
  return `${rule}  ${where}  ${message}`
}

async function checkGenerators(): Promise<void> {
  const results = await measureGenerators(document, service.address)
  for (const { generator, warnings, errors, errorsOfPackages, calls, failures } of results) {
    const compiled = errors ? `${errors.length} errors of tsc` : 'no code'
    const figure = `${warnings.length} warnings, ${compiled}, ${calls - failures.length} of ${calls} calls`
    const found = [...warnings, ...(errors ?? []), ...failures]
    report(generator, figure, found.length === 0, [...found, ...errorsOfPackages])
  }
  const text = table(['generator', 'warnings', 'errors of tsc', 'calls that succeeded'], results.map(cells))
  console.log(text)
  if (process.argv.includes('--write')) await writeReport('score:generators', text)
}

function cells({ generator, warnings, errors, errorsOfPackages, calls, failures }: GeneratorResult): readonly string[] {
  const ofPackages = errorsOfPackages.length > 0 ? ` (and ${errorsOfPackages.length} in its package)` : ''
  return [
    generator,
    `${warnings.length}`,
    errors ? errors.length + ofPackages : 'no code',
    `${calls - failures.length} of ${calls}`,
  ]
}

async function checkContract(): Promise<void> {
  const { calls, violations } = await callThroughProxy(file, document, service.address)
  const figure = `${violations.length} violations in ${calls} calls (at least ${minCallsThroughProxy})`
  report('Prism as contract proxy', figure, violations.length === 0 && calls >= minCallsThroughProxy, violations)
}

/** Serves a photograph of the tests on the loopback interface. */
async function servePicture() {
  const bytes = await readFile(join(import.meta.dirname, '../../test/fixtures/pictures/animal-elephant.jpg'))
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { address: `http://127.0.0.1:${port}/1.jpg`, close: () => server.close() }
}
