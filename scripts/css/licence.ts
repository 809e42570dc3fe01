// The line that a copy of a framework carries.
import { readdir, readFile } from 'node:fs/promises'

/** @param folder of the package, with a slash at its end. */
export const licenceOf = async (folder: URL): Promise<string> => {
  const { name, version, license } = JSON.parse(await readFile(new URL('package.json', folder), 'utf8'))
  const file = (await readdir(folder)).filter(one => /^licen[cs]e/i.test(one)).join()
  const lines = (await readFile(new URL(file, folder), 'utf8')).split('\n').map(line => line.trim())
  const owners = lines.filter(line => /^copyright /i.test(line)).join(', ')
  return `/*! ${name} ${version} | ${license} License | ${owners} */\n`
}
