// Palettes and texts for test pages, and random combinations of them.
import fc from 'fast-check'
import { frameworks, type PageContent, responsiveTypes } from '../../schemas/sparkpage.ts'
import type { PageInput } from '../../src/sparkpage/build.ts'

function text(headline: string, sub_headline: string, cta_button_text: string): PageContent {
  return { headline, sub_headline, cta_button_text }
}

export const texts: Readonly<Record<string, PageContent>> = {
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
}

export const palettes: Readonly<Record<string, readonly string[]>> = {
  brand: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'],
  greys: ['#808080', '#777777', '#8a8a8a'],
  neon: ['#39FF14', '#FF00E5', '#FAFF00', '#00FFF0'],
  pastel: ['#FFD1DC', '#C1E1C1', '#AEC6CF', '#FDFD96', '#CFCFC4'],
  night: ['#02030a', '#0a0512', '#120a02'],
  one: ['#C81D25'],
  'sixty-four': Array.from(
    { length: 64 },
    (_, index) => `#${((index * 2_654_435_761) % 0xffffff).toString(16).padStart(6, '0')}`,
  ),
  none: [],
}

interface Sample {
  readonly name: string
  readonly input: PageInput
}

const styles = fc.record({
  mood: fc.constantFrom('neutral', 'calm', 'bold', 'elegant', 'playful'),
  typography: fc.constantFrom('sans', 'serif', 'mono', 'slab', 'round', 'script', 'condensed'),
  corners: fc.constantFrom('sharp', 'soft', 'round'),
  density: fc.constantFrom('compact', 'regular', 'airy'),
  scheme: fc.constantFrom('light', 'dark'),
})

/**
 * Every framework with every responsive type, `times` over, each time with a random style, palette and text; the same ones in every
 * run.
 */
export function samplesOf(times: number, named: readonly string[] = Object.keys(texts)): readonly Sample[] {
  const choice = fc.record({
    style: styles,
    palette: fc.constantFrom(...Object.keys(palettes)),
    text: fc.constantFrom(...named),
  })
  const choices = fc.sample(choice, { seed: 20261121, numRuns: times * frameworks.length * responsiveTypes.length })
  return choices.map(({ style, palette, text }, index) => {
    const framework = frameworks[index % frameworks.length] ?? 'none'
    const responsiveType = responsiveTypes[Math.floor(index / frameworks.length) % responsiveTypes.length] ?? 'fluid'
    const colors = [...(palettes[palette] ?? [])]
    const content = texts[text] ?? { headline: '', sub_headline: '', cta_button_text: '' }
    return {
      name: [framework, responsiveType, palette, text, ...Object.values(style)].join(' '),
      input: { style: { ...style, colors }, content, framework, responsiveType },
    }
  })
}
