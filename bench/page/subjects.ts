// What is compared: our pages, and popular templates; and the server that serves them all in the same way.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import serveFiles from '@fastify/static'
import fastify from 'fastify'
import type { PageContent } from '../../schemas/page-content.ts'
import { frameworks, responsiveTypes } from '../../schemas/sparkpage.ts'
import { buildPage, type PageInput } from '../../src/sparkpage/build.ts'

export interface Subject {
  /** Also the first segment of its path. */
  readonly name: string
  readonly isOurs: boolean
  readonly folder: string
  /** The page in the folder. */
  readonly entry: string
}

const content: PageContent = {
  headline: 'Ship your story',
  sub_headline: 'From one picture to a page people remember, wherever they happen to open it.',
  cta_button_text: 'Start free',
}
const style = { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] }
const base: PageInput = { style, content, framework: 'none', responsiveType: 'mobile-first' }

const oneKilobyte: PageContent = {
  headline: 'Everything that a small bakery by the river has to tell about its bread',
  sub_headline: 'We begin at three in the morning, when the town is quiet and the ovens are warm. '.repeat(11).trim(),
  cta_button_text: 'Order a loaf',
}
const arabic: PageContent = {
  headline: 'ابدأ قصتك اليوم',
  sub_headline: 'من صورة واحدة إلى صفحة يتذكرها الناس أينما فتحوها.',
  cta_button_text: 'ابدأ مجانا',
}
const manyColors = Array.from(
  { length: 64 },
  (_, index) => `#${((index * 2654435761) % 0xffffff).toString(16).padStart(6, '0')}`,
)

const pages: Readonly<Record<string, Partial<PageInput>>> = {
  ...Object.fromEntries(frameworks.map(framework => [framework, { framework }])),
  ...Object.fromEntries(responsiveTypes.slice(1).map(responsiveType => [`none-${responsiveType}`, { responsiveType }])),
  'none-dark-bold': { style: { colors: ['#0B1020', '#FF3366', '#00E5FF'], mood: 'bold', scheme: 'dark' } },
  'none-elegant': { style: { colors: ['#F7F3EC', '#8C6A3F', '#2B2A28'], mood: 'elegant' } },
  'none-playful-64': { style: { colors: manyColors, mood: 'playful' } },
  'none-1-kb-of-text': { content: oneKilobyte },
  'none-arabic': { content: arabic },
}

const packages = fileURLToPath(new URL('./node_modules', import.meta.url))
const startBootstrap = ['landing-page', 'creative', 'agency', 'new-age', 'grayscale', 'stylish-portfolio']
/** Popular templates. */
export const templates: readonly Subject[] = [
  template('html5-boilerplate', 'html5-boilerplate/dist'),
  ...startBootstrap.map(name => template(`startbootstrap-${name}`, `startbootstrap-${name}/dist`)),
  template('material-kit', 'material-kit', 'examples/landing-page.html'),
]

function template(name: string, folder: string, entry = 'index.html'): Subject {
  return { name, isOurs: false, folder: join(packages, folder), entry }
}

/** Builds our pages into a folder. @returns them and the templates. */
export async function createSubjects(folder: string): Promise<readonly Subject[]> {
  const ours = Object.entries(pages).map(async ([name, changes]) => {
    const place = join(folder, name)
    await mkdir(place)
    await writeFile(join(place, 'index.html'), (await buildPage({ ...base, ...changes })).html)
    return { name, isOurs: true, folder: place, entry: 'index.html' }
  })
  return [...(await Promise.all(ours)), ...templates]
}

/** Serves every subject under its name, with Brotli for text, cached for a year. */
export async function startServer(subjects: readonly Subject[]) {
  const app = fastify()
  await app.register(compress, { encodings: ['br'], threshold: 0 })
  for (const [index, { name, folder }] of subjects.entries()) {
    await app.register(serveFiles, { root: folder, prefix: `/${name}/`, maxAge: '365d', decorateReply: index === 0 })
  }
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}
