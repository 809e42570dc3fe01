// The documents: one OpenAPI description out of the registry, and Swagger UI to explore it.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fp from 'fastify-plugin'
import { introduction, securitySchemes, tags } from '../../schemas/index.ts'
import { version } from '../../src/version.ts'
import { finished } from './openapi/document.ts'
import { objectOf } from './openapi/json.ts'

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
      components: { securitySchemes },
      security: [],
      tags: [...tags],
    },
    refResolver: { buildLocalReference: ({ $id }) => String($id) },
    transformObject: document => finished(objectOf(Object.values(document)[0])),
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
