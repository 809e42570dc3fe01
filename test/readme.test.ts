// The README as a newcomer takes it: its commands run as they stand, its links lead somewhere, and it stays short.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t from 'tap'
import { start } from './helpers/process.ts'
import { chromiumPath, needs } from './helpers/tools.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const lines = readme.split('\n')

/** The commands of all shell blocks: one that is quoted may stand on several lines. */
const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, block = '']) => block.split(/\n(?=(?:curl|npm|docker|#) ?)/))
  .map(command => command.trim())
  .filter(command => command !== '' && !command.startsWith('#'))

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)

t.test('it is short, and begins with what it is, a picture and two commands', async t => {
  t.ok(lines.length <= 121, `${lines.length - 1} lines`)
  t.match(lines[0], /^# automation-service$/)
  const second = lines.findIndex(line => line.startsWith('npm ci && npm test'))
  t.ok(second > 0 && second < 12, 'both commands by line 12')
  t.ok(
    lines.slice(0, second).some(line => line.startsWith('![')),
    'a picture before them',
  )
})

t.test('no link leads nowhere', async t => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
  t.ok(links.length > 8)
  for (const link of links) if (!link.startsWith('https://')) t.ok(existsSync(join(root, link)), link)
})

t.test('every script that it names is there', async t => {
  for (const [, name = ''] of readme.matchAll(/npm run ([\w:-]+)/g)) t.ok(scripts[name], name)
  for (const [, name = ''] of readme.matchAll(/`(bench:[\w-]+)`/g)) t.ok(scripts[name], name)
})

t.test('its commands do what they say', { ...needs('curl', 'chromium'), timeout: 120_000 }, async t => {
  // Of the others, npm ci, npm start and npm test have run before this line is read, or run elsewhere: the build in built.test.ts, the
  // container by npm run verify.
  const asked = commands.filter(command => /^(?:curl|npm install playwright)/.test(command))
  t.equal(asked.length, 8)
  const folder = t.testdir()
  const service = start(t, [], { PORT: '0', DATA_DIR: t.testdirName, DRAIN_MS: '0', LOG_LEVEL: 'warn' })
  const { host } = new URL(await service.listening())
  const env = { ...process.env, CHROMIUM_PATH: chromiumPath, CAPTURE_NO_SANDBOX: '1' }
  for (const command of asked) {
    // The browser is the one of this machine: what is left of the line is the run of the script.
    const line = command
      .replaceAll('localhost:3000', host)
      .replace(/^npm install .* && (?=node )/, '')
      .replace('curl -s', 'curl -sf')
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: folder, env })
    t.ok(command.includes('>') || stdout.length > 50, command.slice(0, 60))
  }
  t.match(readFileSync(join(folder, 'page.html'), 'utf8'), /^<!doctype html>/i)
  t.match(readFileSync(join(folder, 'projects.html'), 'utf8'), /^<!doctype html>/i)
  const [taken] = readdirSync(folder).filter(name => name.endsWith('.png'))
  t.match(await sharp(readFileSync(join(folder, taken ?? ''))).metadata(), { width: 3840, height: 2160 })
  service.child.kill('SIGTERM')
  t.match(await service.ended, { code: 0 })
})
