// Services under load: with little memory, and with workers that something else ends.
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Answer, askOperation, jsonMessage, readHostileFiles, send, sendFile } from '../attack/clients.ts'
import { startAttacked } from '../attack/service.ts'
import { percentile } from '../report.ts'
import { numbered } from './bytes.ts'
import { loopInputs } from './inputs.ts'
import { pageOf } from './requests.ts'

/** Services of so many MB that get so many distinct pages at once. */
const crowds = [
  { limitMb: 256, pages: 150 },
  { limitMb: 512, pages: 220 },
] as const
/** Each crowd comes again with other pages. */
const rounds = 2
const pageLength = 217_000
const hostileLimitMb = 256
const endNoticeMs = 500
/** p95 of an ordinary client beside hostile ones, ms. */
const maxOrdinaryMs = 2000
const ordinaryOperations = ['analyse', 'build', 'capture'] as const
const timeoutMs = 120_000

export async function memory(command: string, minutes: number): Promise<boolean> {
  const crowded = []
  for (const { limitMb, pages } of crowds) crowded.push(await sendPages(command, limitMb, pages))
  const hostile = await sendHostile(command, minutes)
  return crowded.every(Boolean) && hostile
}

async function sendPages(command: string, limitMb: number, count: number): Promise<boolean> {
  const service = await startAttacked(command, { limitMb })
  const pool = new Pool(service.address, { connections: count, headersTimeout: timeoutMs })
  const answers: Answer[] = []
  for (let round = 0; round < rounds; round++) {
    const numbers = Array.from({ length: count }, (_, at) => round * count + at)
    const messages = numbers.map(number => jsonMessage('/api/v1/build-sparkpage', pageOf(number, pageLength)))
    // Otherwise the service would accept a connection only after each page.
    await Promise.all(numbers.map(() => send(pool, 'connect', { path: '/livez' })))
    answers.push(...(await Promise.all(messages.map(message => send(pool, 'build', message)))))
    // The end of the service is noticed after that of its connections.
    await wait(endNoticeMs)
    await service.ready()
  }
  const { peakMb, health } = service.observe()
  const crashes = service.crashes()
  await pool.destroy()
  await service.stop()
  const holds = crashes === 0 && answers.every(isContractual)
  const seen = `${countAnswers(answers)}; peak ${peakMb.toFixed(0)} MB, worst health ${health.worst.toFixed(0)} ms, ${crashes} ends`
  return judge(`${count} pages at once in ${limitMb} MB`, seen, holds)
}

/** Three clients send hostile files and inputs beside one who asks ordinary things. */
async function sendHostile(command: string, minutes: number): Promise<boolean> {
  const service = await startAttacked(command, { limitMb: hostileLimitMb })
  const files = await readHostileFiles()
  const end = performance.now() + minutes * 60_000
  const hostile: Answer[] = []
  const note = async (answer: Answer): Promise<void> => {
    hostile.push(answer)
    if (answer.status === 0) await service.ready()
  }
  const attack = async (client: number): Promise<void> => {
    const localAddress = `127.0.0.${client + 10}`
    const pool = new Pool(service.address, { connections: 1, localAddress, headersTimeout: timeoutMs })
    for (let at = client; performance.now() < end; at += 3) {
      const file = files[at % files.length]
      const input = loopInputs[(at * 7) % loopInputs.length]
      if (at % 2 === 0 && file) await note(await sendFile(service.address, file, at, localAddress))
      else if (input && input.source === undefined) {
        const { body, ...message } = input.message()
        const numberedBody = body && { body: numbered(Buffer.from(body), at) }
        await note(await send(pool, input.name, { ...message, ...numberedBody }))
      }
    }
    await pool.destroy()
  }
  const ordinary = askInTurn(service.address, end)
  await Promise.all([attack(0), attack(1), attack(2)])
  const asked = await ordinary
  const { peakMb } = service.observe()
  const crashes = service.crashes()
  await service.stop()
  const p95 = p95Of(asked)
  const byOperation = ordinaryOperations.map(name => {
    const answers = asked.filter(({ operation }) => operation === name)
    return `${name} ${p95Of(answers).toFixed(0)}`
  })
  const wrong = hostile.filter(answer => !isContractual(answer))
  for (const { operation, status, code } of wrong) console.log(`unexpected: ${operation}: ${status} ${code}`)
  const isServed = asked.every(({ status }) => status === 200)
  return [
    judge(`ends in ${minutes} minutes`, `${crashes}, peak ${peakMb.toFixed(0)} MB`, crashes === 0),
    judge(
      'ordinary client',
      `p95 ${p95.toFixed(0)} ms (${byOperation.join(', ')}); ${countAnswers(asked)}`,
      p95 <= maxOrdinaryMs && isServed,
    ),
    judge('hostile clients', countAnswers(hostile), wrong.length === 0),
  ].every(Boolean)
}

/** Of the times of answers, ms. */
function p95Of(answers: readonly Answer[]): number {
  return percentile(
    answers.map(({ ms }) => ms),
    0.95,
  )
}

async function askInTurn(address: string, end: number): Promise<readonly Answer[]> {
  const pool = new Pool(address, { connections: 1, localAddress: '127.0.1.1', headersTimeout: timeoutMs })
  const answers: Answer[] = []
  for (let turn = 0; performance.now() < end; turn++) {
    answers.push(await askOperation(pool, ordinaryOperations[turn % ordinaryOperations.length] ?? 'analyse'))
    await wait(300)
  }
  await pool.destroy()
  return answers
}

const killEveryMs = 400
const killForMs = 60_000
const uploaders = 6

/** Ends one worker after the other under ordinary uploads. */
export async function kill(command: string): Promise<boolean> {
  const service = await startAttacked(command)
  const pools = Array.from(
    { length: uploaders },
    (_, at) => new Pool(service.address, { connections: 1, localAddress: `127.0.1.${at + 1}` }),
  )
  const end = performance.now() + killForMs
  let killed = 0
  const timer = setInterval(() => {
    const children = service.children()
    const pid = children[killed % children.length]
    if (pid === undefined) return
    killed += 1
    process.kill(pid, 'SIGKILL')
  }, killEveryMs)
  const during: Answer[] = []
  const upload = async (pool: Pool): Promise<void> => {
    while (performance.now() < end) during.push(await askOperation(pool, 'analyse'))
  }
  await Promise.all(pools.map(upload))
  clearInterval(timer)
  const after = (
    await Promise.all(pools.map(pool => Promise.all([1, 2, 3, 4].map(() => askOperation(pool, 'analyse')))))
  ).flat()
  const crashes = service.crashes()
  await Promise.all(pools.map(pool => pool.destroy()))
  await service.stop()
  const wrong = during.filter(({ status, hasRetryAfter }) => status !== 200 && !(status === 503 && hasRetryAfter))
  return [
    judge('while workers are killed', `${killed} killed; ${countAnswers(during)}`, wrong.length === 0),
    judge(
      'afterwards',
      countAnswers(after),
      after.every(({ status }) => status === 200),
    ),
    judge('ends of the service', `${crashes}`, crashes === 0),
  ].every(Boolean)
}

/** 200, a fault of the client, or 503 that says when to try again. */
function isContractual({ status, hasRetryAfter }: Answer): boolean {
  return status === 200 || (status >= 400 && status < 500) || (status === 503 && hasRetryAfter)
}

function countAnswers(answers: readonly Answer[]): string {
  const counts = new Map<string, number>()
  for (const { status, code } of answers) {
    const answer = `${status} ${code}`.trim()
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  return [...counts].map(([answer, count]) => `${count} × ${answer}`).join(', ')
}

function judge(what: string, seen: string, holds: boolean): boolean {
  console.log(`${holds ? 'yes' : 'NO '} ${what}: ${seen}`)
  return holds
}
