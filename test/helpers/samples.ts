// Texts for test pages, and pages with every text, framework, responsive type and kind of palette.

import type { PageContent } from '../../schemas/page-content.ts'
import { directions, frameworks, pageSchemes, responsiveTypes } from '../../schemas/sparkpage.ts'
import { colorSchemes } from '../../schemas/style.ts'
import type { PageInput } from '../../src/sparkpage/build.ts'
import { moods } from '../../src/sparkpage/style-keywords.ts'
import { palettesOf } from './palettes.ts'
import { random } from './random.ts'

const text = (headline: string, sub_headline: string, cta_button_text: string): PageContent => ({
  headline,
  sub_headline,
  cta_button_text,
})

export const texts = {
  plain: text(
    'Ship your story',
    'From one picture to a page people remember, wherever they happen to open it.',
    'Start free',
  ),
  'of the maximum promised length': text(
    'Everything that your team needs in order to plan, write and publish its stories.',
    'One picture gives the colours, the letters and the shapes; three sentences of yours give the words, and what comes out is a page that loads before anybody waits.',
    'Start your free month today',
  ),
  Arabic: text('ابدأ قصتك اليوم', 'من صورة واحدة إلى صفحة يتذكرها الناس أينما فتحوها.', 'ابدأ مجانا'),
  Hebrew: text('התחילו את הסיפור שלכם', 'מתמונה אחת לדף שאנשים זוכרים, בכל מקום שבו יפתחו אותו.', 'התחילו בחינם'),
  Chinese: text('讲好你的故事', '从一张照片到一个令人难忘的页面，无论人们在哪里打开它。', '免费开始'),
  Japanese: text(
    'あなたの物語を届けよう',
    '一枚の写真から、どこで開いても心に残るページが生まれます。',
    '無料で始める',
  ),
  Korean: text('당신의 이야기를 시작하세요', '한 장의 사진에서 어디서 열어도 기억에 남는 페이지까지.', '무료로 시작'),
  Thai: text('เริ่มต้นเรื่องราวของคุณ', 'จากภาพเดียวสู่หน้าเว็บที่ผู้คนจดจำ ไม่ว่าจะเปิดที่ไหนก็ตาม', 'เริ่มต้นฟรี'),
  emoji: text('🚀🎉👩‍👩‍👧‍👦 🏳️‍🌈', '📸 → 🎨 → 📄 ✨', '👉 🆓'),
  'very long': text(
    'unbreakable'.repeat(28).slice(0, 300),
    'Long words for a long page. '.repeat(200).slice(0, 5000),
    'w'.repeat(300),
  ),
  'a long headline': text('Ordinary words, little ones in it, and many of them. '.repeat(12), 'Short.', 'Go'),
  hostile: text(
    '<script>hit=1</script></title></style></h1>"\'`\u0000\u202e\ud800',
    '--><img src=x onerror=hit=1><!--\ufdd0 ]]> {{1}} &lt; &amp',
    '</a></main><svg onload=hit=1> javascript:hit=1',
  ),
  'a kilobyte': text(
    'Word for word, and then a few more.',
    Array.from({ length: 160 }, (_, index) => (index * 7919).toString(36))
      .join(' ')
      .slice(0, 960),
    'Start free',
  ),
  'only a sentence': text('', 'Hello', ''),
  'only a button': text('', '', 'Go'),
} satisfies Readonly<Record<string, PageContent>>

const picture = { src: 'https://example.com/sea.jpg', alt: 'The sea' }
/** A page with every part, and a section without any. */
export const completePage: PageContent = {
  headline: 'Mornings by the sea',
  sub_headline: 'Breakfast until noon.',
  cta_button_text: 'Book a suite',
  cta_url: 'https://example.com/book',
  secondary_cta: { text: 'See the suites', url: '#sections' },
  brand: { name: 'Sea Hotel', url: 'https://example.com/' },
  image: picture,
  sections: [
    { heading: 'Suites', text: 'Twelve.' },
    { heading: 'Breakfast', text: 'Bread.\n\nEggs.' },
    { heading: 'How to find us', text: 'The coast road.', image: picture },
    { heading: '', text: ' ' },
  ],
  footer: '© Sea Hotel',
}

/** BlurHashes: sunset, snow and night. */
export const placeholders = [
  'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
  'L6PZfSi_.AyE_3t7t7R**0o#DgR4',
  'L35OW3xa00Rj~qofRjay00WB?bt7',
] as const

export interface Sample {
  readonly name: string
  readonly input: PageInput
}

/**
 * @returns pages with the texts, frameworks, responsive types and kinds of palettes in turn, in other combinations each
 *   time, and a random style; the same pages in every run.
 */
export function samplesOf(count: number, contents: Readonly<Record<string, PageContent>> = texts): readonly Sample[] {
  const allContents = Object.entries(contents)
  return palettesOf(20261121, count).flatMap(({ kind, palette }, index) => {
    const { of } = random(index)
    const framework = frameworks[index % frameworks.length]
    const responsiveType = responsiveTypes[index % responsiveTypes.length]
    // The offset grows: numbers of texts, frameworks and types have common divisors.
    const offset = Math.floor(index / (frameworks.length * responsiveTypes.length))
    const [text, content] = allContents[(index + offset) % allContents.length] ?? []
    if (!framework || !responsiveType || !content) return []
    const style = { mood: of(...moods), scheme: of(...colorSchemes), placeholder: of('', ...placeholders) }
    const [direction, scheme] = [of('auto', ...directions), of(...pageSchemes)]
    const shown = [framework, responsiveType, text, kind, palette.slice(0, 8), direction, scheme]
    return {
      name: [...shown, ...Object.values(style)].join(' '),
      input: { style: { ...style, colors: [...palette] }, content, framework, responsiveType, direction, scheme },
    }
  })
}
