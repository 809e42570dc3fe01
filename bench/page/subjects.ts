// What is compared: our pages and templates that many people start from, and the host that serves them alike.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { frameworks, type PageContent, responsiveTypes } from '../../schemas/sparkpage.ts'
import { buildPage, type PageInput } from '../../src/sparkpage/build.ts'

export interface Subject {
  /** Also the first step of its address. */
  readonly name: string
  readonly ours: boolean
  /** What is served. */
  readonly folder: string
  /** The page in it. */
  readonly entry: string
}

const content: PageContent = {
  headline: 'Ship your story',
  sub_headline: 'From one picture to a page people remember, wherever they happen to open it.',
  cta_button_text: 'Start free',
}
const plain = { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] }
const usual: PageInput = { style: plain, content, framework: 'none', responsiveType: 'mobile-first' }

/** A kilobyte of text. */
const long: PageContent = {
  headline: 'Everything that a small bakery by the river has to tell about its bread',
  sub_headline: 'We begin at three in the morning, when the town is quiet and the ovens are warm. '.repeat(11).trim(),
  cta_button_text: 'Order a loaf',
}
const arabic: PageContent = {
  headline: 'ابدأ قصتك اليوم',
  sub_headline: 'من صورة واحدة إلى صفحة يتذكرها الناس أينما فتحوها.',
  cta_button_text: 'ابدأ مجانا',
}

const pages: Readonly<Record<string, PageInput>> = {
  ...Object.fromEntries(frameworks.map(framework => [framework, { ...usual, framework }])),
  ...Object.fromEntries(
    responsiveTypes.slice(1).map(responsiveType => [`none-${responsiveType}`, { ...usual, responsiveType }]),
  ),
  'none-dark-bold': {
    ...usual,
    style: { colors: ['#0B1020', '#FF3366', '#00E5FF'], mood: 'bold', scheme: 'dark', corners: 'sharp' },
  },
  'none-elegant-airy': {
    ...usual,
    style: { colors: ['#F7F3EC', '#8C6A3F', '#2B2A28'], mood: 'elegant', density: 'airy', typography: 'serif' },
  },
  'none-playful-64': {
    ...usual,
    style: {
      colors: Array.from(
        { length: 64 },
        (_, index) => `#${((index * 2654435761) % 0xffffff).toString(16).padStart(6, '0')}`,
      ),
      mood: 'playful',
      corners: 'round',
    },
  },
  'none-1-kb-of-text': { ...usual, content: long },
  'none-arabic': { ...usual, content: arabic },
}

const packages = fileURLToPath(new URL('./node_modules', import.meta.url))
const startBootstrap = ['landing-page', 'creative', 'agency', 'new-age', 'grayscale', 'stylish-portfolio']
const templates: readonly Subject[] = [
  { name: 'html5-boilerplate', ours: false, folder: join(packages, 'html5-boilerplate/dist'), entry: 'index.html' },
  ...startBootstrap.map(name => ({
    name: `startbootstrap-${name}`,
    ours: false,
    folder: join(packages, `startbootstrap-${name}`, 'dist'),
    entry: 'index.html',
  })),
  { name: 'material-kit', ours: false, folder: join(packages, 'material-kit'), entry: 'examples/landing-page.html' },
]

/** Builds our pages into a folder. @returns them and the templates. */
export async function subjectsIn(folder: string): Promise<readonly Subject[]> {
  const ours = Object.entries(pages).map(async ([name, input]) => {
    const place = join(folder, name)
    await mkdir(place)
    await writeFile(join(place, 'index.html'), buildPage(input).html)
    return { name, ours: true, folder: place, entry: 'index.html' }
  })
  return [...(await Promise.all(ours)), ...templates]
}

export interface Host {
  readonly addressOf: (subject: Subject) => string
  /** The file behind an address; undefined if the address is not one of ours. */
  readonly fileOf: (address: string) => string | undefined
  readonly close: () => void
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.mp4': 'video/mp4',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const textual = /^text|json|svg/

/** The port is 0 until the operating system has given one. */
function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

export async function startHost(subjects: readonly Subject[]): Promise<Host> {
  const fileAt = (path: string): string | undefined => {
    const [, name, ...rest] = decodeURIComponent(path).split('/')
    const subject = subjects.find(one => one.name === name)
    const file = subject && normalize(join(subject.folder, ...rest))
    return file?.startsWith(`${subject?.folder}${sep}`) ? file : undefined
  }
  const server = createServer(async (request, response) => {
    const file = fileAt(new URL(request.url ?? '/', 'http://host').pathname)
    const bytes = file && (await readFile(file).catch(() => undefined))
    if (!file || !bytes) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.')
    const type = types[extname(file)] ?? 'application/octet-stream'
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000' }
    return textual.test(type)
      ? response.writeHead(200, { ...headers, 'content-encoding': 'br' }).end(brotliCompressSync(bytes))
      : response.writeHead(200, headers).end(bytes)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${portOf(server.address())}`
  return {
    addressOf: ({ name, entry }) => `${origin}/${name}/${entry}`,
    fileOf: address => (address.startsWith(`${origin}/`) ? fileAt(new URL(address).pathname) : undefined),
    close: () => server.close(),
  }
}
