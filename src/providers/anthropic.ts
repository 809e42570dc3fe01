// Anthropic's Messages API. A forced tool call gives structured output with every model.
import { getList, getPath, type ProviderProtocol, prompt, schema, schemaName } from './provider.ts'

/** Several times the size of an annotation. */
const maxTokens = 1024

export const anthropic: ProviderProtocol = {
  createRequest: ({ key, model, version, jpeg }) => ({
    path: 'v1/messages',
    headers: { 'x-api-key': key, 'anthropic-version': version },
    body: {
      model,
      max_tokens: maxTokens,
      system: prompt,
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
  parseResponse: body => {
    const reason = getPath(body, 'stop_reason')
    if (reason === 'refusal') return { refused: true }
    const toolUse = getList(body, 'content').find(block => getPath(block, 'type') === 'tool_use')
    const isTruncated = reason === 'max_tokens' || reason === 'model_context_window_exceeded'
    return { content: getPath(toolUse, 'input'), isTruncated }
  },
}
