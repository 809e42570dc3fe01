// Numbers with a label: "98 % come back", "Founded in 1962".
import { monthNames } from './dates.ts'
import { isTitle, maxLineLength, numberPattern, separatorPattern } from './text-parts.ts'
import { aboutWords, ofWords, otherLabels, sinceWords, units } from './words.ts'

const valuePattern = String.raw`(?:[~≈<>+≥#−-]|(?:${aboutWords})\s)?\s?(?:\p{Sc}\s?)?(?:24\s?/\s?7|(?:${sinceWords})\s(?:1[5-9]|20)\p{Nd}\p{Nd}|\p{Nd}{1,2}:\p{Nd}{2}(?=\s[–—]\s)|(?:${numberPattern})(?:\s?/\s?|\s(?:${ofWords})\s)(?:5|10)(?!\p{N})|(?:(?:${numberPattern})\s?[×x]\s?)?(?:${numberPattern})${units}\+?)`
const figure = new RegExp(
  String.raw`^(?<value>${valuePattern})(?:${separatorPattern}|\s+|\s*\n|(?<=\P{Nd})(?=\p{Script=Han}))(?<title>\S.*)$`,
  'iu',
)
/** A number with what it counts, and its label behind a sign: "5 weeks – from order to delivery". */
const countedFigure = new RegExp(
  String.raw`^(?<value>${valuePattern}(?:\s\p{L}+){1,2})${separatorPattern}(?<title>\S.*)$`,
  'iu',
)
const labelFirst = new RegExp(
  String.raw`^(?<title>[^\p{N}]*?[^\p{N}\s:：–—])(?<gap>${separatorPattern}|\s+|(?<=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]))(?<value>${valuePattern})$`,
  'u',
)
const otherLabel = new RegExp(otherLabels, 'iu')
const labelLimits = { characters: 60, words: 10 } as const

/** Reads a number with its label behind it or in front of it; `isSure` where no other reading is likely. */
export function readFigure(text: string): Readonly<{ title: string; value: string; isSure: boolean }> | undefined {
  if (text.length > maxLineLength) return undefined
  const ahead = (countedFigure.exec(text) ?? figure.exec(text))?.groups
  const { title = '', value = '', gap = '' } = ahead ?? labelFirst.exec(text)?.groups ?? {}
  const isOther = otherLabel.test(title) || monthNames.has(/^\p{L}+/u.exec(title.toLowerCase())?.[0] ?? '')
  if (!isTitle(title, labelLimits) || isOther) return undefined
  // "Founded in 1962"
  const isYear = /^(?:1[5-9]|20)\d\d$/.test(value)
  const isSure = ahead !== undefined || isYear || /\S/.test(gap) || /\p{Lo}/u.test(text)
  return { title, value: value.trim(), isSure }
}
