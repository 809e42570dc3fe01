// What the W3C's checker says of documents and style sheets.
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface Validity {
  readonly errors: number
  readonly warnings: number
  /** The first of them, in words. */
  readonly first: readonly string[]
}

interface Message {
  readonly type: string
  readonly subType?: string
  readonly url?: string
  readonly message?: string
}

const run = promisify(execFile)
const vnu = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
const mostOutput = 256 * 1024 * 1024
const shown = 5

const check = async (files: readonly string[], words: readonly string[]): Promise<readonly Message[]> => {
  if (files.length === 0) return []
  const options = { maxBuffer: mostOutput }
  const { stdout } = await run(
    'java',
    ['-jar', vnu, '--format', 'json', '--stdout', '--exit-zero-always', ...words, ...files],
    options,
  )
  const report: { readonly messages: readonly Message[] } = JSON.parse(stdout)
  return report.messages
}

/** @param files documents and style sheets. @returns what was found in each, in their order. */
export const validityOf = async (files: readonly string[]): Promise<ReadonlyMap<string, Validity>> => {
  const sheets = files.filter(file => file.endsWith('.css'))
  const documents = files.filter(file => !file.endsWith('.css'))
  const messages = [...(await check(documents, ['--html'])), ...(await check(sheets, ['--css']))]
  const of = (file: string): Validity => {
    const own = messages.filter(({ url }) => url !== undefined && fileURLToPath(url) === file)
    const warnings = own.filter(({ type, subType }) => type === 'info' && subType === 'warning')
    const errors = own.filter(({ type }) => type !== 'info')
    return {
      errors: errors.length,
      warnings: warnings.length,
      first: [...errors, ...warnings].slice(0, shown).map(({ message = '' }) => message),
    }
  }
  return new Map(files.map(file => [file, of(file)]))
}
