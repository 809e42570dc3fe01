// Anthropic's Messages API. A tool that has to be used gives structured output with every model.
import type { Dialect } from './provider.ts'
import { instruction, schema, schemaName } from './task.ts'
import { listWithin, within } from './within.ts'

/** Room for the words, many times over. */
const mostTokens = 1024

export const anthropic: Dialect = {
  ask: ({ key, model, version, jpeg }) => ({
    path: 'v1/messages',
    headers: { 'x-api-key': key, 'anthropic-version': version },
    body: {
      model,
      max_tokens: mostTokens,
      system: instruction,
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: jpeg } }],
        },
      ],
      tools: [{ name: schemaName, description: 'Takes the description.', input_schema: schema }],
      tool_choice: { type: 'tool', name: schemaName },
    },
  }),
  read: body => {
    if (within(body, 'stop_reason') === 'refusal') return { refused: true }
    const used = listWithin(body, 'content').find(block => within(block, 'type') === 'tool_use')
    const said = within(used, 'input')
    return said === undefined ? undefined : { said }
  },
}
