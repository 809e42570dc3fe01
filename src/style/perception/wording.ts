// A style in words: one sentence, and a few to find it by.
import type { StyleMetadata } from '../../../schemas/style.ts'

type Told = 'brightness' | 'colorfulness' | 'temperature' | 'complexity' | 'composition' | 'scheme' | 'media'

/** What was measured, as far as it is told in words. */
interface Findings extends Readonly<Required<Pick<StyleMetadata, Told>>> {
  /** Names of the selected colours, the most important first. */
  readonly colorNames: readonly string[]
  /** What they feel like. */
  readonly words: readonly string[]
  /** Where the subject lies; undefined: there is none. */
  readonly subject: StyleMetadata['focal_point'] | undefined
}

const bright = 0.78
const dim = 0.38
const mostColors = 3
const mostKeywords = 8
/** Nearer to the middle than this a subject is in it, part of the frame. */
const middle = 0.12

const colorAdjectives: Readonly<Record<StyleMetadata['colorfulness']['label'], string>> = {
  none: '',
  slight: 'muted',
  moderate: '',
  average: '',
  quite: 'colourful',
  high: 'colourful',
  extreme: 'very colourful',
}

const roomFor: Readonly<Record<Findings['composition']['clear_side'], string>> = {
  none: '',
  left: ', with room for text on the left',
  right: ', with room for text on the right',
  top: ', with room for text at the top',
  bottom: ', with room for text at the bottom',
}

const unique = (words: readonly string[]): readonly string[] => [...new Set(words.filter(word => word !== ''))]

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.slice(-1).join('')}`

const lightWord = (brightness: number): string => {
  if (brightness >= bright) return 'bright'
  return brightness <= dim ? 'dark' : ''
}

const placeOf = ({ x, y }: NonNullable<Findings['subject']>): string => {
  const across = Math.abs(x - 0.5) <= middle ? '' : x < 0.5 ? 'left' : 'right'
  const down = Math.abs(y - 0.5) <= middle ? '' : y < 0.5 ? 'upper' : 'lower'
  if (across === '' && down === '') return 'in the middle'
  if (across === '') return `in the ${down} part`
  return down === '' ? `on the ${across}` : `in the ${down} ${across}`
}

const colorsOf = ({ colorNames }: Findings): readonly string[] => colorNames.slice(0, mostColors)

/** @returns one sentence, at most 256 characters. */
export const summaryOf = (findings: Findings): string => {
  const { brightness, colorfulness, words, composition, subject, media } = findings
  const adjectives = unique([lightWord(brightness), colorAdjectives[colorfulness.label]])
  const noun = media.type === 'video' ? 'video' : 'picture'
  const where = subject === undefined ? 'without a single subject' : `its subject ${placeOf(subject)}`
  return `A ${[adjectives.join(', '), noun].filter(part => part !== '').join(' ')} in ${listed(colorsOf(findings))} that feels ${listed(words)}, ${where}${roomFor[composition.clear_side]}.`
}

/** @returns 1 to 8 words, those that say most first. */
export const keywordsOf = (findings: Findings): string[] => {
  const { brightness, colorfulness, temperature, complexity, scheme, words } = findings
  const rest = [
    colorAdjectives[colorfulness.label],
    temperature.label === 'neutral' ? '' : temperature.label,
    lightWord(brightness) || scheme,
    complexity.label,
  ]
  return unique([...words, ...colorsOf(findings), ...rest]).slice(0, mostKeywords)
}
