// Start and memory of the service and of a bare Fastify, in turns.

import { median } from '../style/speed.ts'
import { startBare, startOurs } from './pair.ts'
import type { Server } from './server.ts'

/** Starts, asks for health once, and looks at the memory when all is quiet. */
const seen = async (start: () => Promise<Server>) => {
  const server = await start()
  await fetch(`${server.address}/api/health`).then(answer => answer.arrayBuffer())
  await new Promise(resolve => setTimeout(resolve, 500))
  const memory = await server.memory()
  await server.stop()
  return { startedIn: server.startedIn, memory }
}

const health = {
  method: 'GET',
  url: '/api/health',
  type: 'application/json; charset=utf-8',
  headers: {},
  body: { status: 'ok' },
}

export const starts = async (rounds: number) => {
  const turns: { readonly ours: Awaited<ReturnType<typeof seen>>; readonly bare: Awaited<ReturnType<typeof seen>> }[] =
    []
  for (let round = 0; round <= rounds; round += 1) {
    turns.push({ ours: await seen(startOurs), bare: await seen(() => startBare([health])) })
  }
  const counted = turns.slice(1)
  return {
    ours: {
      startedIn: median(counted.map(turn => turn.ours.startedIn)),
      memory: median(counted.map(turn => turn.ours.memory)),
    },
    bare: {
      startedIn: median(counted.map(turn => turn.bare.startedIn)),
      memory: median(counted.map(turn => turn.bare.memory)),
    },
    ratio: median(counted.map(turn => turn.ours.startedIn / turn.bare.startedIn)),
  }
}
