// The source files of a part of the project.
import { readdirSync } from 'node:fs'
import { join, normalize } from 'node:path'

const root = join(import.meta.dirname, '../..')

const isGenerated = (name: string): boolean => name === 'docs/client/api.d.ts'

/** @returns paths from the root of the project, without packages and what is generated */
export const sourcesOf = (part: string): readonly string[] =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|mjs|js)$/.test(name) && !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(name))
    .map(name => normalize(join(part, name)))
    .filter(name => !isGenerated(name))
    .sort()
