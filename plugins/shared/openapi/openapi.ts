// One description of the service out of the registry: /openapi.json and /openapi.yaml.
import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { introduction, securitySchemes, tags } from '../../../schemas/index.ts'
import { version } from '../../../src/version.ts'
import { finished } from './document.ts'
import { objectOf } from './json.ts'

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

  const hidden = { schema: { hide: true } }
  app.get('/openapi.json', hidden, async (_request, reply) => reply.send(app.swagger()))
  app.get('/openapi.yaml', hidden, async (_request, reply) =>
    reply.type('application/yaml; charset=utf-8').send(app.swagger({ yaml: true })),
  )
})
