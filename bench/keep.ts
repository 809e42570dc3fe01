// Puts a table in its place in docs/benchmarks.md.
import { readFile, writeFile } from 'node:fs/promises'

/** @param name of the place: it stands in the comments before and behind the table. */
export const keep = async (name: string, report: string): Promise<void> => {
  const page = new URL('../docs/benchmarks.md', import.meta.url)
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const text = await readFile(page, 'utf8')
  const [before] = text.split(begin)
  const [, after = ''] = text.split(end)
  await writeFile(page, `${before}${begin}\n\n${report}\n\n${end}${after}`)
}
