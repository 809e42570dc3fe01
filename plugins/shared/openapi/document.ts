// The document as it is served: what @fastify/swagger makes of the registry, and what it cannot say.
import { withSharedAnswers } from './answers.ts'
import { withExamples } from './examples.ts'
import { inside, type Json, objectOf } from './json.ts'
import { withNamedModels } from './models.ts'
import { withNumberFormats } from './numbers.ts'

/** Relative to the document, so that it holds behind any prefix. x-internal tells that clients of all kinds are welcome. */
const here = {
  url: '.',
  description: 'Where this document comes from, in production as on your own machine.',
  'x-internal': false,
}

/** @param made OpenAPI 3.1 as the plugin makes it. @returns the document as it is served. */
export const finished = (made: Json): Json => {
  const shared = withSharedAnswers(made)
  const components = inside(shared, 'components')
  return objectOf(
    withNumberFormats({
      ...shared,
      servers: [here],
      components: { ...components, schemas: withNamedModels(inside(components, 'schemas')) },
      paths: withExamples(inside(shared, 'paths')),
    }),
  )
}
