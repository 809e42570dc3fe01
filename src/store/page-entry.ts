// A page as a row; its project's comes out of it.
import { bindable } from './bindable.ts'
import type { Entry } from './entry.ts'
import { instant } from './instant.ts'
import type { PageRecord } from './store.ts'

/** @param record `client` is its hash. @param now when it was asked for. */
export const pageEntry = (
  { id, projectId, framework, responsiveType, inputs, client }: PageRecord,
  now: Date,
): Entry => ({
  table: 'pages',
  id,
  projectId,
  at: instant(now),
  rest: () => [framework, responsiveType, bindable(inputs.content.headline), JSON.stringify(inputs), client],
})
