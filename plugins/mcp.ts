// POST /mcp: the Model Context Protocol for AI agents (streamable HTTP without sessions, so that any replica serves any request). The tools
// send requests to the operations of the API, whose limits, keys and errors therefore hold for them too. Their answers are short.
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { mcpTools } from '../schemas/mcp-tools.ts'
import { Problem } from '../src/errors.ts'
import { lazy } from '../src/values/lazy.ts'
import { version } from '../src/version.ts'
import { abortSignal } from './shared/disconnect.ts'
import { inspectValue } from './shared/input/inspection.ts'
import { createInternalCaller } from './shared/internal-call.ts'
import { callTool } from './shared/mcp/tools.ts'
import type { AppServices } from './shared/services.ts'

const instructions =
  'To get from a picture to a video, call analyze_style, then build_page with the id of the analysis, then capture_script with the id of the page. Run the command that it returns. create_upload returns a URL for uploading a picture from disk.'

/** Added if the service takes screenshots. */
const screenshotInstructions =
  'build_page also returns a screenshot of the page; screenshot shows the page at another window size or in another colour scheme, a part of it, or any other page.'

const mcp: FastifyPluginAsync<AppServices> = async (app, services) => {
  const load = lazy(loadSdk)

  app.post('/', { schema: { hide: true } }, async (request, reply) => {
    checkMessage(request.body)
    const sdk = await load()
    const signal = abortSignal(reply, request.bodyMemory?.signal)
    const canSee = services.renders.refusal() === undefined
    const context = { call: createInternalCaller(request, signal), request, signal, services, canSee }
    const server = new sdk.Server(
      { name: 'automation-service', version },
      {
        capabilities: { tools: {} },
        instructions: canSee ? `${instructions} ${screenshotInstructions}` : instructions,
      },
    )
    server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({
      tools: mcpTools.filter(({ name }) => canSee || name !== 'screenshot'),
    }))
    // The SDK answers -32603 to what its own schema refuses here, and -32602 to what it checks after it.
    const AnyCallSchema = sdk.CallToolRequestSchema.extend({ params: sdk.RequestSchema.shape.params })
    server.setRequestHandler(AnyCallSchema, ({ params }) => {
      const { name, arguments: sent = {} } = sdk.CallToolRequestSchema.shape.params.parse(params)
      const tool = mcpTools.find(tool => tool.name === name)
      if (!tool) throw new sdk.McpError(sdk.ErrorCode.InvalidParams, `Unknown tool ${JSON.stringify(name)}.`)
      return callTool(tool, sent, context)
    })
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      const response = await transport.handleRequest(messageRequest(request), { parsedBody: request.body })
      reply.code(response.status).headers(Object.fromEntries(response.headers))
      return reply.send(await response.text())
    } finally {
      await server.close()
    }
  })
}

export default mcp

/** The official SDK. Loading it takes 0.1 s of processor time, so it is loaded with the first request. */
async function loadSdk() {
  const [server, transport, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  return { ...server, ...transport, ...types }
}

/** Batches, which only protocol version 2025-03-26 has, would count as one request instead of several. */
function checkMessage(body: unknown): void {
  const { errors, more } = inspectValue(body).refused
  if (errors.length > 0) throw new Problem('invalid_request', { fieldErrors: errors, moreFieldErrors: more })
  if (!Array.isArray(body)) return
  const message = 'Send one JSON-RPC message, not an array.'
  throw new Problem('invalid_request', { fieldErrors: [{ pointer: '', code: 'wrong_type', message }] })
}

/** The request as the transport requires it, whatever Accept and Content-Type are. */
function messageRequest({ headers }: FastifyRequest): Request {
  const protocolVersion = headers['mcp-protocol-version']
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(protocolVersion !== undefined && { 'mcp-protocol-version': String(protocolVersion) }),
    },
  })
}
