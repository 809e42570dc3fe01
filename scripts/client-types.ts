// The types of openapi.yaml for clients in TypeScript.
import openapiTS, { astToString } from 'openapi-typescript'

/** A member with a default may be left out of a request: --default-non-nullable=false of the command line. */
const options = { defaultNonNullable: false } as const

/** @param document openapi.yaml. @returns the text of docs/client/api.d.ts. */
export const clientTypes = async (document: string): Promise<string> =>
  `// The types of openapi.yaml: written by npm run openapi.\n\n${astToString(await openapiTS(document, options))}`
