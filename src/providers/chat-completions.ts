// The chat completions API of OpenAI, which OpenRouter, Ollama, vLLM and others implement under their own base URL.
import { getPath, type ProviderProtocol, prompt, schema, schemaName } from './provider.ts'

export const chatCompletions: ProviderProtocol = {
  createRequest: ({ key, model, jpeg }) => ({
    path: 'chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: {
      model,
      messages: [
        { role: 'system', content: prompt },
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: `data:image/jpeg;base64,${jpeg}`, detail: 'low' } }],
        },
      ],
      response_format: { type: 'json_schema', json_schema: { name: schemaName, strict: true, schema } },
    },
  }),
  parseResponse: body => {
    const message = getPath(body, 'choices', 0, 'message')
    const reason = getPath(body, 'choices', 0, 'finish_reason')
    if (typeof getPath(message, 'refusal') === 'string' || reason === 'content_filter') return { refused: true }
    return { content: getPath(message, 'content'), isTruncated: reason === 'length' }
  },
}
