// The rooms of the project, each with the one line that says what it is for.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sourcesOf } from './sources.ts'

const root = join(import.meta.dirname, '../..')

const parts = ['schemas', 'src', 'plugins', 'web', 'bench', 'scripts', 'test', 'docs']

const foldersOf = (part: string): readonly string[] => [...new Set(sourcesOf(part).map(dirname))].sort()

/** Every folder that holds sources, and the one that holds how to deploy them. */
export const rooms: readonly string[] = [...parts.flatMap(foldersOf), 'deploy']

/** The README.md of a room, which is that line. */
export const purposeOf = (room: string): string => readFileSync(join(root, room, 'README.md'), 'utf8').trimEnd()
