// Google's Gemini API.
import { getList, getPath, type ProviderProtocol, prompt, schema } from './provider.ts'

/** Values of finishReason that are refusals. */
const refusals: readonly unknown[] = ['SAFETY', 'RECITATION', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY']

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
    // An invalid key is a 400, distinguished from others by its reason (google.rpc.ErrorInfo).
    const reasons = getList(body, 'error', 'details').map(detail => getPath(detail, 'reason'))
    if (reasons.includes('API_KEY_INVALID')) return { rejected: true }
    if (getPath(body, 'promptFeedback', 'blockReason') !== undefined) return { refused: true }
    if (refusals.includes(getPath(body, 'candidates', 0, 'finishReason'))) return { refused: true }
    const texts = getList(body, 'candidates', 0, 'content', 'parts').map(part => getPath(part, 'text'))
    const content = texts.filter(text => typeof text === 'string').join('')
    return content === '' ? undefined : { content }
  },
}
