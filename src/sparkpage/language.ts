// The language that the script of a text suggests.

export interface Language {
  /** BCP 47. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** For each script its most widely read language; kana makes Japanese of any text. */
const scripts: readonly (readonly [string, RegExp, Language['dir']])[] = [
  ['en', /\p{Script=Latin}/gu, 'ltr'],
  ['zh', /\p{Script=Han}/gu, 'ltr'],
  ['ko', /\p{Script=Hangul}/gu, 'ltr'],
  ['ru', /\p{Script=Cyrillic}/gu, 'ltr'],
  ['ar', /\p{Script=Arabic}/gu, 'rtl'],
  ['he', /\p{Script=Hebrew}/gu, 'rtl'],
  ['el', /\p{Script=Greek}/gu, 'ltr'],
  ['hi', /\p{Script=Devanagari}/gu, 'ltr'],
  ['bn', /\p{Script=Bengali}/gu, 'ltr'],
  ['ta', /\p{Script=Tamil}/gu, 'ltr'],
  ['te', /\p{Script=Telugu}/gu, 'ltr'],
  ['th', /\p{Script=Thai}/gu, 'ltr'],
  ['hy', /\p{Script=Armenian}/gu, 'ltr'],
  ['ka', /\p{Script=Georgian}/gu, 'ltr'],
  ['am', /\p{Script=Ethiopic}/gu, 'ltr'],
  ['dv', /\p{Script=Thaana}/gu, 'rtl'],
  ['syr', /\p{Script=Syriac}/gu, 'rtl'],
]
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** @returns the language of the script with most letters, and its direction; English where there are none. */
export const languageOf = (text: string): Language => {
  if (kana.test(text)) return { lang: 'ja', dir: 'ltr' }
  const counts = scripts.map(([lang, letters, dir]) => ({ lang, dir, count: text.match(letters)?.length ?? 0 }))
  const { lang, dir } = counts.reduce((most, one) => (one.count > most.count ? one : most))
  return { lang, dir }
}
