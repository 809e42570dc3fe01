// A server that answers like each provider, rightly and in every wrong way.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Test } from 'tap'
import type { ProviderName } from '../../schemas/vision.ts'
import { listen } from '../loopback.ts'

interface Asked {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Behave = (response: ServerResponse, asked: Asked, number: number) => unknown

/** A body in which the provider would say this. */
export const saying = (provider: ProviderName, text: string): unknown => {
  if (provider === 'anthropic')
    return {
      type: 'message',
      stop_reason: 'tool_use',
      content: [{ type: 'tool_use', name: 'visual_style', input: JSON.parse(text) }],
    }
  if (provider === 'gemini')
    return { candidates: [{ finishReason: 'STOP', content: { role: 'model', parts: [{ text }] } }] }
  return {
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text, refusal: null } }],
  }
}

/** Bodies in which the provider would refuse. */
export const refusing = (provider: ProviderName): readonly unknown[] => {
  if (provider === 'anthropic') return [{ type: 'message', stop_reason: 'refusal', content: [] }]
  if (provider === 'gemini')
    return [{ promptFeedback: { blockReason: 'SAFETY' } }, { candidates: [{ finishReason: 'SAFETY' }] }]
  const message = { role: 'assistant', content: null }
  return [
    { choices: [{ finish_reason: 'stop', message: { ...message, refusal: 'I cannot help.' } }] },
    { choices: [{ finish_reason: 'content_filter', message }] },
  ]
}

export const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** Starts a server that behaves as told; `asked` has every request that came whole. */
export const startFaults = async (t: Test, behave: Behave) => {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const { url = '', headers } = request
    const one = { url, headers, body: Buffer.concat(pieces).toString() }
    asked.push(one)
    response.on('error', () => undefined)
    behave(response, one, asked.length)
  })
  return { base: (await listen(t, server)).url, asked }
}
