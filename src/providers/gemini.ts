// Google's Gemini API.
import { getList, getPath, type ProviderProtocol, prompt, schema } from './provider.ts'

/** Values of finishReason that are refusals. */
const refusals: readonly unknown[] = [
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]

export const gemini: ProviderProtocol = {
  createRequest: ({ key, model, jpeg }) => ({
    path: `v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: {
      systemInstruction: { parts: [{ text: prompt }] },
      contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/jpeg', data: jpeg } }] }],
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    },
  }),
  parseResponse: body => {
    if (getPath(body, 'promptFeedback', 'blockReason') !== undefined) return { refused: true }
    const reason = getPath(body, 'candidates', 0, 'finishReason')
    if (refusals.includes(reason)) return { refused: true }
    const parts = getList(body, 'candidates', 0, 'content', 'parts').filter(part => getPath(part, 'thought') !== true)
    const texts = parts.map(part => getPath(part, 'text')).filter(text => typeof text === 'string')
    return { content: texts.join(''), isTruncated: reason === 'MAX_TOKENS' }
  },
}
