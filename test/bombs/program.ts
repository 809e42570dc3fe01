// Writes every hostile file into a folder, with manifest.json, for other programs: `program.ts <folder>`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bombs } from './index.ts'

const [folder = ''] = process.argv.slice(2)
const manifest = []
for (const [index, { name, format, expect, bytes }] of bombs.entries()) {
  const file = join(folder, `${index}`)
  writeFileSync(file, await bytes())
  manifest.push({ name, format, expect, file })
}
writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
