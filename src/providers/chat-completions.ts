// OpenAI and everything that speaks its chat completions: OpenRouter, Ollama, vLLM and others, by base URL.
import type { Dialect } from './provider.ts'
import { instruction, schema, schemaName } from './task.ts'
import { within } from './within.ts'

export const chatCompletions: Dialect = {
  ask: ({ key, model, jpeg }) => ({
    path: 'chat/completions',
    headers: { authorization: `Bearer ${key}` },
    body: {
      model,
      messages: [
        { role: 'system', content: instruction },
        {
          role: 'user',
          content: [{ type: 'image_url', image_url: { url: `data:image/jpeg;base64,${jpeg}`, detail: 'low' } }],
        },
      ],
      response_format: { type: 'json_schema', json_schema: { name: schemaName, strict: true, schema } },
    },
  }),
  read: body => {
    const message = within(body, 'choices', 0, 'message')
    if (typeof within(message, 'refusal') === 'string') return { refused: true }
    if (within(body, 'choices', 0, 'finish_reason') === 'content_filter') return { refused: true }
    const said = within(message, 'content')
    return typeof said === 'string' ? { said } : undefined
  },
}
