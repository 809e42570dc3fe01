// The frameworks as their makers publish them.
import { readFile } from 'node:fs/promises'
import { compile } from 'tailwindcss'
import type { Framework } from '../../schemas/sparkpage.ts'
import { dresses } from '../../src/page/frameworks/index.ts'

const modules = new URL('../../node_modules/', import.meta.url)

const read = (path: string): Promise<string> => readFile(new URL(path, modules), 'utf8')

/** What the compiler of Tailwind gives for the classes of a page. */
const tailwindCss = async (): Promise<string> => {
  const compiler = await compile('@import "tailwindcss";', {
    loadStylesheet: async () => ({ path: 'tailwindcss', base: '', content: await read('tailwindcss/index.css') }),
  })
  return compiler.build(Object.values(dresses.tailwind.classes).flatMap(classes => classes.split(' ')))
}

interface Official {
  /** Folder of its package. */
  readonly folder: URL
  /** Its whole style sheet. */
  readonly css: () => Promise<string>
}

const official = (name: string, ...files: readonly string[]): Official => ({
  folder: new URL(`${name}/`, modules),
  css: async () => (await Promise.all(files.map(file => read(`${name}/${file}`)))).join('\n'),
})

export type WithRules = Exclude<Framework, 'none'>

export const officials: Readonly<Record<WithRules, Official>> = {
  tailwind: { ...official('tailwindcss'), css: tailwindCss },
  bootstrap: official('bootstrap', 'dist/css/bootstrap.css'),
  bulma: official('bulma', 'css/bulma.css'),
  pico: official('@picocss/pico', 'css/pico.css'),
  'open-props': official('open-props', 'open-props.min.css', 'normalize.min.css', 'buttons.min.css'),
}
