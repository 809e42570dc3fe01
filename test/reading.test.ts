// Contents in the words of many people: the kind, items and language of each section, and every letter of it.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { detectLanguage, languageOf } from '../src/sparkpage/read/language.ts'
import { readContent, textsOf } from '../src/sparkpage/read-content.ts'
import { texts } from './helpers/samples.ts'

interface LabelledContent {
  readonly language: string
  readonly kind: string
  /** How many it has; headings of a menu count. */
  readonly items: number
  readonly heading: string
  readonly text: string
}

function readFixture(name: string): readonly LabelledContent[] {
  return JSON.parse(readFileSync(new URL(`fixtures/contents/${name}.json`, import.meta.url), 'utf8'))
}

/** Labelled before they were read; those held out were read for the first time when the grammar was finished. */
const contents = [
  'development',
  'held-out',
  'second-held-out',
  'third-held-out',
  'fourth-held-out',
  'fifth-held-out',
].flatMap(readFixture)

/** Read as other kinds: one price for all dishes, and ordinals in words. */
const unread = ['Menú del día', 'Three easy steps']
/** A note that has no row of its own. */
const withNote = 'Sprechzeiten'

function lettersOf(text: string): string {
  return [...text.replace(/[^\p{L}\p{N}\p{Sc}]/gu, '')].sort().join('')
}

t.test('the kind and the items of a section are those that its author meant', async t => {
  for (const { kind, items, heading, text } of contents) {
    if (unread.includes(heading)) continue
    const [section] = readContent({ ...texts.plain, sections: [{ heading, text }] }).sections
    t.equal(section?.kind, kind, text)
    if (kind !== 'plain' && heading !== withNote) t.equal(section?.items.length, items, text)
    if (kind === 'plain') t.equal(section?.paragraphs.join('\n\n'), text)
  }
})

t.test('every letter of a content is in its page, and nothing is highlighted', async t => {
  for (const { heading, text } of contents) {
    const content = { headline: '', sub_headline: '', cta_button_text: '', sections: [{ heading, text }] }
    const read = readContent(content)
    t.equal(lettersOf(textsOf(read).join('')), lettersOf(heading + text), text)
    t.notOk(read.sections.some(({ items }) => items.some(({ isHighlighted }) => isHighlighted)))
  }
})

t.test('the language of three sections is that of their texts; one alone is in no other language', async t => {
  const languages = new Set(contents.map(({ language }) => language))
  t.ok(languages.size > 20)
  for (const language of languages) {
    const own = contents
      .filter(content => content.language === language)
      .map(({ heading, text }) => `${heading} ${text}`)
    for (let at = 0; at < own.length; at += 3) {
      const page = own.slice(at, at + 3).join(' ')
      t.equal(detectLanguage(page).lang, language, page)
    }
    // Japanese without kana looks like Chinese.
    for (const text of own.filter(text => language !== 'ja' || /\p{Script=Hiragana}/u.test(text))) {
      const { lang } = detectLanguage(text)
      t.ok([language, 'en'].includes(lang), `${lang}: ${text}`)
    }
  }
})

t.test('English with words of other languages stays English', async t => {
  for (const text of [
    'Café Noir\nCrème brûlée, croissants and the best espresso in town.',
    'Das Boot\nA bar for sailors.',
    'Trattoria del Ponte',
    'La Dolce Vita – gelato since 1962',
    'El Camino Real and the missions of California',
    'De Young Museum. Open daily 9am – 5pm.',
    'São Paulo to Łódź in one ticket',
  ])
    t.same(detectLanguage(text), { lang: 'en', dir: 'ltr' }, text)
})

t.test('the language of the request is that of the page', async t => {
  for (const [language, dir] of [
    ['de-AT', 'ltr'],
    ['ar-EG', 'rtl'],
    ['az-Arab', 'rtl'],
    ['pa', 'ltr'],
  ] as const) {
    t.same(readContent({ ...texts.plain, language }).language, { lang: language, dir })
    t.same(languageOf(language), { lang: language, dir })
  }
  t.same(detectLanguage('ہم روزانہ تازہ روٹی بناتے ہیں'), { lang: 'ur', dir: 'rtl' })
  t.same(detectLanguage('ما هر روز نان تازه می‌پزیم'), { lang: 'fa', dir: 'rtl' })
})
