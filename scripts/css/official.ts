// A framework as its makers publish it.
import { readFile } from 'node:fs/promises'
import { compile } from 'tailwindcss'
import type { FrameworkAdapter } from '../../src/sparkpage/frameworks/adapters.ts'

const modules = new URL('../../node_modules/', import.meta.url)

/** What the compiler of Tailwind gives for the classes of a page. */
const compiled = async (sheet: string, { classes }: FrameworkAdapter): Promise<string> => {
  const compiler = await compile('@import "tailwindcss";', {
    loadStylesheet: async () => ({ path: 'tailwindcss', base: '', content: sheet }),
  })
  return compiler.build(Object.values(classes).flatMap(list => list.split(' ')))
}

interface Official {
  /** Folder of its package. */
  readonly folder: URL
  /** Its whole style sheet. */
  readonly css: string
}

/** Reads the official style sheets of a framework; that of Tailwind goes through its compiler. */
export const official = async (adapter: FrameworkAdapter): Promise<Official> => {
  const [name = ''] = adapter.sheets.map(sheet => /^(?:@[^/]+\/)?[^/]+\//.exec(sheet)?.[0])
  const sheets = await Promise.all(adapter.sheets.map(sheet => readFile(new URL(sheet, modules), 'utf8')))
  const css = sheets.join('\n')
  return { folder: new URL(name, modules), css: name === 'tailwindcss/' ? await compiled(css, adapter) : css }
}
