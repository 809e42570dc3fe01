// What is compared: pages of ours, and templates that many people start from.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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
export const subjectsIn = async (folder: string): Promise<readonly Subject[]> => {
  const ours = Object.entries(pages).map(async ([name, input]) => {
    const place = join(folder, name)
    await mkdir(place)
    await writeFile(join(place, 'index.html'), buildPage(input).html)
    return { name, ours: true, folder: place, entry: 'index.html' }
  })
  return [...(await Promise.all(ours)), ...templates]
}
