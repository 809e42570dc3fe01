// Writes what is generated and committed: openapi.yaml, the types of its clients, and the tables of the documents.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createSourceReader } from '../src/fetch/source.ts'
import { openStore } from '../src/store/open-store.ts'
import { clientTypes } from './client-types.ts'
import { withTables } from './tables.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'documents-'))
const store = await openStore({ dataDir })
const sources = createSourceReader({ allow: [], timeoutMs: 1, maxBytes: 1 })
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const app = await buildApp(config, { store, sources, now: () => new Date(), isDraining: () => false })

const document = app.swagger({ yaml: true })
await writeFile('openapi.yaml', document)
await writeFile('docs/client/api.d.ts', await clientTypes(document))
for (const page of ['README.md', 'CONTRIBUTING.md', 'docs/limits.md'])
  await writeFile(page, withTables(await readFile(page, 'utf8')))

await app.close()
await sources.close()
await store.close()
await rm(dataDir, { recursive: true })
