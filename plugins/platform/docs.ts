// The documents: one OpenAPI description out of the registry, and Swagger UI to explore it.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { introduction, securitySchemes, tags } from '../../schemas/index.ts'
import { version } from '../../src/version.ts'

/** Answers that several operations share become one component each: the document shrinks to a third. */
const hoistAnswers = (document: unknown) => {
  const names = new Map<string, string>()
  const responses: Record<string, unknown> = {}
  const hoisted = JSON.parse(JSON.stringify(document), (status: string, value) => {
    if (value?.content?.['application/problem+json'] === undefined) return value
    const text = JSON.stringify(value)
    const alike = Object.keys(responses).filter(name => name.startsWith(`Problem${status}`)).length
    const name = names.get(text) ?? `Problem${status}${'ABCDEFG'.charAt(alike)}`
    names.set(text, name)
    responses[name] = value
    return { $ref: `#/components/responses/${name}` }
  })
  return { ...hoisted, components: { ...hoisted.components, responses } }
}

export default fp(async app => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Automation Service',
        version,
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'The automation-service authors' },
      },
      servers: [{ url: '/', description: 'This service' }],
      components: { securitySchemes },
      security: [],
      tags: [...tags],
    },
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    transformObject: document => hoistAnswers(Object.values(document)[0]),
  })

  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: {
      deepLinking: true,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      docExpansion: 'list',
      validatorUrl: null,
      defaultModelsExpandDepth: 0,
    },
    theme: {
      title: 'Automation Service',
      css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
    },
    // Swagger UI styles its elements inline; nothing comes from anywhere else.
    staticCSP:
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'",
  })

  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => reply.send(app.swagger()))
  app.get('/openapi.yaml', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/yaml; charset=utf-8').send(app.swagger({ yaml: true })),
  )
})
