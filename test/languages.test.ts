// The samples of the documents, run as anybody would who copies them, against the service as a process.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { parse } from 'yaml'
import { operations } from '../schemas/index.ts'
import { start } from './helpers/process.ts'
import { stripes } from './helpers/service.ts'
import { needs, ownProcess } from './helpers/tools.ts'

t.setTimeout(300_000)

const root = join(import.meta.dirname, '..')
const document = await readFile(join(root, 'openapi.yaml'), 'utf8')
const { paths } = parse(document)

const run = promisify(execFile)
const running = start(t, [], { PORT: '0', DATA_DIR: t.testdir(), LOG_LEVEL: 'error' })
const service = await running.listening()

/** What runs a sample of a language; `file` holds its source. */
const programs = {
  curl: (file: string) => run('sh', [file]),
  JavaScript: (file: string) => run(process.execPath, [file], { env: { PATH: process.env.PATH } }),
  Python: (file: string) => run('python3', [file]),
} as const

/** A word that the answer of each operation has in it. */
const telling: Readonly<Record<string, string>> = {
  analyzeVibe: 'style_metadata',
  buildSparkpage: 'generated_html',
  captureMedia: 'playwright_script',
  exportTxt: 'POST /api/v1/analyze-vibe',
  exportPdf: '<!DOCTYPE html>',
  getHealth: 'automation-service',
  getStats: 'event_loop_delay_ms',
}

for (const [language, program] of Object.entries(programs)) {
  const tools = { curl: needs('curl'), JavaScript: {}, Python: needs('python3') }[language] ?? {}
  t.test(`every sample in ${language} runs and prints the answer`, tools, async t => {
    const folder = t.testdir()
    for (const { url, method, schema } of operations) {
      const samples: readonly { readonly label: string; readonly source: string }[] =
        paths[url.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]['x-codeSamples']
      const { source = '' } = samples.find(({ label }) => label === language) ?? {}
      const file = join(folder, `${schema.operationId}.${language === 'JavaScript' ? 'mjs' : 'txt'}`)
      await writeFile(file, source.replaceAll('http://127.0.0.1:3000', service))
      const { stdout, stderr } = await program(file)
      t.match(stdout.replace(/ +/g, ' '), telling[schema.operationId] ?? 'never', `${schema.operationId}: ${stderr}`)
    }
  })
}

t.test('a sample of a request that fails tells it', async t => {
  const file = join(t.testdir(), 'sample.mjs')
  const samples: readonly { readonly label: string; readonly source: string }[] =
    paths['/api/v1/capture-media'].post['x-codeSamples']
  const { source = '' } = samples.find(({ label }) => label === 'JavaScript') ?? {}
  await writeFile(file, source.replaceAll('http://127.0.0.1:3000', service).replace('https://example.com/', 'nothing'))
  await t.rejects(programs.JavaScript(file), { message: /target_url: Send an http or https address/ })
})

t.test('the typed client goes from a picture to a page to a script', async t => {
  const cwd = t.testdir()
  const [, data = ''] = (await stripes(['#6D28D9', '#F59E0B', '#0F172A'])).split(',')
  await writeFile(join(cwd, 'picture.png'), Buffer.from(data, 'base64'))
  const program = join(root, 'docs/client/tour.ts')
  const loader = import.meta.resolve('tsx')
  const words = ownProcess.words.map(word => (word === 'tsx' ? loader : word))
  const client = (file: string) => run(ownProcess.command, [...words, program, file, service], { cwd })
  const { stdout } = await client('picture.png')
  t.match(stdout, /#6D28D9 [\w ]+ \d+ %/)
  t.match(stdout, 'page.html and capture.mjs, which makes')
  t.match(await readFile(join(cwd, 'page.html'), 'utf8'), /<h1[^>]*>[\s\S]*Ship/)
  t.match(await readFile(join(cwd, 'capture.mjs'), 'utf8'), /const CONFIG = \{/)
  await writeFile(join(cwd, 'words.txt'), 'no picture')
  await t.rejects(client('words.txt'), { message: /problems\/source_not_picture/ })
})
