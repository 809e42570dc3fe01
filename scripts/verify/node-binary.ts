// Node of any version as a program, out of its npm package.
import { join } from 'node:path'
import { run } from './run.ts'

/** @param folder where it is installed @returns the path of the program */
export const nodeBinary = async (major: string, folder: string): Promise<string> => {
  const name = `node-${process.platform}-${process.arch}`
  const place = join(folder, `node-${major}`)
  await run('npm', ['install', '--prefix', place, '--no-save', '--no-package-lock', `${name}@${major}`])
  return join(place, 'node_modules', name, 'bin/node')
}
