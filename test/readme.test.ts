// README: every command runs as it stands, from a picture to a screenshot and a film of its page, and links lead somewhere.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t from 'tap'
import { startService } from './helpers/service.ts'
import { chromiumPath, needs, shellPath } from './helpers/tools.ts'

t.setTimeout(300_000)

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Playwright too takes the headless shell if both are installed. */
const browser = { CHROMIUM_PATH: shellPath ?? chromiumPath ?? '' }
const app = await startService(t, { ...browser, RENDER: browser.CHROMIUM_PATH ? 'on' : 'off', RENDER_SANDBOX: '0' })
const service = await app.listen()

/** The shell blocks, whose commands may need what those before them set. */
const blocks = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)

const photograph = join(root, 'test/fixtures/pictures/landscape-jared-evans-119758.jpg')

t.test('the links and scripts of the README and docs/operation.md exist', async t => {
  for (const file of ['README.md', 'docs/operation.md']) {
    const text = readFileSync(join(root, file), 'utf8')
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    t.ok(links.length > 5, file)
    for (const link of links)
      if (!link.startsWith('https://')) t.ok(existsSync(join(root, dirname(file), link.replace(/#.*/, ''))), link)
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g)) t.ok(scripts[name], name)
  }
})

t.test('the commands of the README run', needs('curl', 'jq', 'chromium', 'ffmpeg'), async t => {
  // The others run elsewhere: the build in built.test.ts, the container in `npm run verify`, npm ci and npm test before this line.
  const tried = blocks.filter(block => /curl|capture/.test(block))
  t.equal(tried.length, 5)
  const cwd = t.testdir()
  await copyFile(photograph, join(cwd, 'photo.jpg'))
  // The installed browser replaces the one that the command would download, and six frames are enough.
  const env = { ...process.env, ...browser, CAPTURE_NO_SANDBOX: '1', NODE_OPTIONS: '' }
  // Playwright is installed, and its download of Chromium needs the network.
  const script = tried
    .join('')
    .replaceAll(/^(?:npm install|npx playwright) .*\n/gm, '')
    .replaceAll('localhost:3000', new URL(service).host)
    .replaceAll('curl -sS ', 'curl -sSf ')
    .replaceAll('npm run', `npm --prefix '${root}' run -s`)
    .replace('--motion story', '--motion story --duration 0.1s')
  const { stdout } = await run('sh', ['-ec', script], { cwd, env })
  const address = /^http:.*$/m.exec(stdout)?.[0] ?? ''
  t.match(address, `http://${new URL(service).host}/api/v1/pages/page_`)
  const page = await (await fetch(address)).text()
  const [, shown = ''] = /^```json\n(.*?)^```$/ms.exec(readme) ?? []
  t.hasStrict(JSON.parse(readFileSync(join(cwd, 'style.json'), 'utf8')), JSON.parse(shown))
  t.match(page, /^<!doctype html>.*Evenings by the sea/is)
  t.match(page, /<img [^>]*srcset="[^"]*\/pictures\/0-\d+\.webp/, 'with the picture')
  const files = readdirSync(cwd)
  const named = (extension: string) => readFileSync(join(cwd, files.find(name => name.endsWith(extension)) ?? ''))
  t.match(await sharp(named('.png')).metadata(), { width: 3840, height: 2160 })
  t.equal(named('.mp4').toString('latin1', 4, 8), 'ftyp')
})
