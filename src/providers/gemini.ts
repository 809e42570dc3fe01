// Google's Gemini API.
import type { Dialect } from './provider.ts'
import { instruction, schema } from './task.ts'
import { listWithin, within } from './within.ts'

/** Ends of a candidate that are a refusal. */
const refusals: readonly unknown[] = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY']

/** A wrong key is a 400 here, told from others by its reason (google.rpc.ErrorInfo). */
const isKeyFault = (detail: unknown): boolean => within(detail, 'reason') === 'API_KEY_INVALID'

export const gemini: Dialect = {
  ask: ({ key, model, jpeg }) => ({
    path: `v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: {
      systemInstruction: { parts: [{ text: instruction }] },
      contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/jpeg', data: jpeg } }] }],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    },
  }),
  read: body => {
    if (listWithin(body, 'error', 'details').some(isKeyFault)) return { rejected: true }
    if (within(body, 'promptFeedback', 'blockReason') !== undefined) return { refused: true }
    if (refusals.includes(within(body, 'candidates', 0, 'finishReason'))) return { refused: true }
    const texts = listWithin(body, 'candidates', 0, 'content', 'parts').map(part => within(part, 'text'))
    const said = texts.filter(text => typeof text === 'string').join('')
    return said === '' ? undefined : { said }
  },
}
