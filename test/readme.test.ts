// README and code samples: every command and sample runs as it stands, links lead somewhere, and the README stays short.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import { operations } from '../schemas/index.ts'
import { pathOf } from '../schemas/operation.ts'
import { start } from './helpers/process.ts'
import { stripes } from './helpers/service.ts'
import { chromiumPath, needs, ownProcess } from './helpers/tools.ts'

t.setTimeout(300_000)

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { paths } = parse(readFileSync(join(root, 'openapi.yaml'), 'utf8'))

const running = start(t, [], { PORT: '0', DATA_DIR: t.testdir(), DRAIN_MS: '0', LOG_LEVEL: 'error' })
const service = await running.listening()

/** The commands of all shell blocks: one that is quoted may stand on several lines. */
const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.split(/\n(?=(?:curl|npm|docker|#) ?)/))
  .map(command => command.trim())
  .filter(command => command !== '' && !command.startsWith('#'))

t.test('the README is short and begins with a picture and two commands', async t => {
  const lines = readme.split('\n')
  t.ok(lines.length <= 121, `${lines.length - 1} lines`)
  t.match(lines[0], /^# automation-service$/)
  const second = lines.findIndex(line => line.startsWith('npm ci && npm test'))
  t.ok(second > 0 && second < 12, 'both commands by line 12')
  const picture = lines.findIndex(line => line.startsWith('!['))
  t.ok(picture > 0 && picture < second, 'a picture before them')
})

t.test('the links and scripts of the README exist', async t => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  t.ok(links.length > 8)
  for (const link of links) if (!link.startsWith('https://')) t.ok(existsSync(join(root, link)), link)
  for (const [, name = ''] of readme.matchAll(/npm run ([\w:-]+)/g)) t.ok(scripts[name], name)
  for (const [, name = ''] of readme.matchAll(/`(bench:[\w-]+)`/g)) t.ok(scripts[name], name)
})

t.test('the commands of the README run', needs('curl', 'chromium'), async t => {
  // The others run elsewhere: the build in built.test.ts, the container in `npm run verify`, npm ci and npm test before this line.
  const tested = commands.filter(command => /^(?:curl|npm install playwright)/.test(command))
  t.equal(tested.length, 8)
  const cwd = t.testdir()
  const env = { ...process.env, CHROMIUM_PATH: chromiumPath, CAPTURE_NO_SANDBOX: '1' }
  for (const command of tested) {
    // The installed browser replaces the one that the command would download.
    const line = command
      .replaceAll('localhost:3000', new URL(service).host)
      .replace(/^npm install .* && (?=node )/, '')
      .replace('curl -s', 'curl -sf')
    const { stdout } = await run('sh', ['-c', line], { cwd, env })
    t.ok(command.includes('>') || stdout.length > 50, command.slice(0, 60))
  }
  for (const name of ['page.html', 'projects.html']) t.match(readFileSync(join(cwd, name), 'utf8'), /^<!doctype html>/i)
  const [screenshot = ''] = readdirSync(cwd).filter(name => name.endsWith('.png'))
  t.match(await sharp(readFileSync(join(cwd, screenshot))).metadata(), { width: 3840, height: 2160 })
})

/** Runs a sample, whose source is in a file. */
const languages = {
  curl: (file: string) => run('sh', [file]),
  JavaScript: (file: string) => run(process.execPath, [file], { env: { PATH: process.env.PATH } }),
  Python: (file: string) => run('python3', [file]),
} as const

/** A text in the answer of each operation. */
const expected: Readonly<Record<string, string>> = {
  analyzeVibe: 'style_metadata',
  buildSparkpage: 'generated_html',
  captureMedia: 'playwright_script',
  exportTxt: 'POST /api/v1/analyze-vibe',
  exportPdf: '<!DOCTYPE html>',
  getHealth: 'automation-service',
  getStats: 'event_loop_delay_ms',
}

/** Writes the sample of an operation to a file. @returns its path */
async function writeSample(
  t: Test,
  { url, method }: (typeof operations)[number],
  language: string,
  change = (source: string) => source,
): Promise<string> {
  const samples: readonly { readonly label: string; readonly source: string }[] =
    paths[pathOf({ url })][method.toLowerCase()]['x-codeSamples']
  const { source = '' } = samples.find(({ label }) => label === language) ?? {}
  const file = join(t.testdirName, language === 'JavaScript' ? 'sample.mjs' : 'sample.txt')
  await writeFile(file, change(source.replaceAll('http://127.0.0.1:3000', service)))
  return file
}

for (const [language, runSample] of Object.entries(languages)) {
  const tools = { curl: needs('curl'), JavaScript: {}, Python: needs('python3') }[language] ?? {}
  t.test(`every code sample in ${language} runs and prints the answer`, tools, async t => {
    t.testdir()
    for (const operation of operations) {
      const { operationId } = operation.schema
      const { stdout, stderr } = await runSample(await writeSample(t, operation, language))
      t.match(stdout.replace(/ +/g, ' '), expected[operationId] ?? 'never', `${operationId}: ${stderr}`)
    }
  })
}

t.test('a code sample whose request fails prints the reason', async t => {
  t.testdir()
  const capture = operations.find(({ schema }) => schema.operationId === 'captureMedia') ?? operations[0]
  const file = await writeSample(t, capture, 'JavaScript', source => source.replace('https://example.com/', 'nothing'))
  await t.rejects(languages.JavaScript(file), { message: /target_url: Send an http or https address/ })
})

t.test('the typed client goes from a picture to a page to a script', async t => {
  const cwd = t.testdir({ 'words.txt': 'no picture' })
  const [, data = ''] = (await stripes(['#6D28D9', '#F59E0B', '#0F172A'])).split(',')
  await writeFile(join(cwd, 'picture.png'), Buffer.from(data, 'base64'))
  const program = join(root, 'docs/client/tour.ts')
  const words = ownProcess.words.map(word => (word === 'tsx' ? import.meta.resolve('tsx') : word))
  const client = (file: string) => run(ownProcess.command, [...words, program, file, service], { cwd })
  const { stdout } = await client('picture.png')
  t.match(stdout, /#6D28D9 [\w ]+ \d+ %/)
  t.match(stdout, 'page.html and capture.mjs, which makes')
  t.match(await readFile(join(cwd, 'page.html'), 'utf8'), /<h1[^>]*>[\s\S]*Ship/)
  t.match(await readFile(join(cwd, 'capture.mjs'), 'utf8'), /const CONFIG = \{/)
  await t.rejects(client('words.txt'), { message: /problems\/source_not_picture/ })
})
