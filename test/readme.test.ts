// README: every command runs as it stands, links lead somewhere, and the README has at most 800 words.
// And the whole job with real parts: picture → style → page → script → a browser → a picture → its style again.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { differenceCiede2000 } from 'culori'
import sharp from 'sharp'
import t from 'tap'
import { operations } from '../schemas/index.ts'
import { filmFormats, pictureFormats } from '../schemas/media.ts'
import { pathOfOperation } from '../schemas/operation.ts'
import { frameworks } from '../schemas/sparkpage.ts'
import { providers } from '../schemas/vision.ts'
import { runScript } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
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

t.test('the README has at most 800 words, and commands that every shell takes', async t => {
  const words = readme.split(/\s+/).filter(Boolean)
  t.ok(words.length <= 800, `${words.length} words`)
  // Without its option interactive_comments zsh takes a comment for words of the command.
  for (const block of blocks) t.notMatch(block, '#')
})

t.test('lists of names are complete', async t => {
  for (const name of [...frameworks.filter(name => name !== 'none'), ...providers]) t.match(readme.toLowerCase(), name)
  for (const { method, url } of operations) t.match(readme, `| \`${method} ${pathOfOperation({ url })}\` |`)
  const playground = readFileSync(join(root, 'web/service.js'), 'utf8')
  t.match(playground, `Choose a picture as ${pictureFormats}, or a film as ${filmFormats}.`)
})

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

const difference = differenceCiede2000()

/** A picture that looks like a photograph: a sky of soft gradients, a blurred ridge and a lit window. */
const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#1B2A49"/><stop offset=".7" stop-color="#C8553D"/><stop offset="1" stop-color="#F2C14E"/></linearGradient>
  <filter id="soft"><feGaussianBlur stdDeviation="3"/></filter></defs>
  <path fill="url(#sky)" d="M0 0h1200v800H0z"/><g filter="url(#soft)"><path fill="#14342B" d="M0 620 300 480 620 640 900 520 1200 660V800H0z"/><circle cx="860" cy="300" r="70" fill="#F9E9C8"/></g></svg>`

t.test('a picture of a page shows the colours of the page, built from a picture', needs('chromium'), async t => {
  const post = async (operation: string, body: unknown) => {
    const response = await app.post(`/api/v1/${operation}`, body)
    t.equal(response.statusCode, 200, `${operation}: ${response.body.slice(0, 500)}`)
    return response.json()
  }
  const jpeg = await sharp(Buffer.from(scene)).jpeg({ quality: 90 }).toBuffer()
  const { style_metadata } = await post('analyze-vibe', {
    source_url: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
  })
  const content = {
    headline: 'Evenings by the ridge',
    sub_headline: 'Dinner in the last light.',
    cta_button_text: 'Reserve a table',
  }
  const page = { style_metadata, content, export_settings: { framework: 'none', direction: 'studio', scheme: 'light' } }
  const { generated_html, css_variables } = await post('build-sparkpage', page)
  const server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(generated_html),
  )
  const { url: target_url } = await listen(t, server)
  const [width, height] = [1280, 720]
  const viewport = { width, height, deviceScaleFactor: 1 }
  const capture = { target_url, viewport, output_format: 'png', wait_until: 'networkidle' }
  const { playwright_script } = await post('capture-media', capture)
  const { code, stdout, stderr, folder } = await runScript(t, playwright_script, { args: ['page.png'], env: browser })
  t.equal(code, 0, stderr)
  t.match(JSON.parse(stdout), { width, height })

  const png = await readFile(join(folder, 'page.png'))
  t.match(await sharp(png).metadata(), { format: 'png', width, height })
  const source_url = `data:image/png;base64,${png.toString('base64')}`
  const again = await post('analyze-vibe', { source_url, analysis_depth: 'high' })
  const found: string[] = again.style_metadata.palette.map(({ hex }: { hex: string }) => hex)
  for (const name of ['--sp-paper', '--sp-ink', '--sp-fill']) {
    const [expected = ''] = /#\w+/.exec(css_variables[name]) ?? []
    const nearest = Math.min(...found.map(hex => difference(expected, hex)))
    t.ok(nearest < 5, `${name} ${expected} in ${found.join(' ')} at ΔE00 ${nearest.toFixed(2)}`)
  }
})
