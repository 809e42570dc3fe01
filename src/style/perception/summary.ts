// A style in words: one sentence, and keywords.
import type { StyleMetadata } from '../../../schemas/style.ts'

type Described =
  | 'brightness'
  | 'colorfulness'
  | 'temperature'
  | 'complexity'
  | 'composition'
  | 'scheme'
  | 'media'
  | 'mood'

interface Findings extends Readonly<Required<Pick<StyleMetadata, Described>>> {
  /** Names of the selected colours, the most important first; several colours may share one. */
  readonly colorNames: readonly string[]
  /** Position of the subject; undefined: there is none. */
  readonly subject: StyleMetadata['focal_point'] | undefined
}

const colorAdjectives: Readonly<Record<StyleMetadata['colorfulness']['label'], string>> = {
  none: '',
  slight: 'muted',
  moderate: '',
  average: '',
  quite: 'colourful',
  high: 'colourful',
  extreme: 'very colourful',
}

const clearSideTexts: Readonly<Record<Findings['composition']['clear_side'], string>> = {
  none: '',
  left: ', with room for text on the left',
  right: ', with room for text on the right',
  top: ', with room for text at the top',
  bottom: ', with room for text at the bottom',
}

/** @returns one sentence, at most 256 characters. */
export function summarize(findings: Findings): string {
  const { brightness, colorfulness, mood, composition, subject, media } = findings
  const adjectives = unique([lightWord(brightness), colorAdjectives[colorfulness.label]]).join(', ')
  const noun = media.type === 'video' ? 'video' : 'picture'
  const feeling = mood.words.length === 0 ? '' : ` that feels ${listOf(mood.words)}`
  const where = subject === undefined ? 'without a single subject' : `its subject ${positionOf(subject)}`
  return `A ${[adjectives, noun].filter(part => part !== '').join(' ')} in ${listOf(mainColors(findings))}${feeling}, ${where}${clearSideTexts[composition.clear_side]}.`
}

const maxKeywords = 8

/** @returns 1 to 8 keywords, the most significant first. */
export function pickKeywords(findings: Findings): string[] {
  const { brightness, colorfulness, temperature, complexity, scheme, mood } = findings
  const rest = [
    colorAdjectives[colorfulness.label],
    temperature.label === 'neutral' ? '' : temperature.label,
    lightWord(brightness) || scheme,
    complexity.label,
  ]
  return unique([...mood.words, ...mainColors(findings), ...rest]).slice(0, maxKeywords)
}

const minBright = 0.78
const maxDark = 0.38

function lightWord(brightness: number): string {
  if (brightness >= minBright) return 'bright'
  return brightness <= maxDark ? 'dark' : ''
}

const maxColors = 3

function mainColors({ colorNames }: Findings): readonly string[] {
  return unique(colorNames).slice(0, maxColors)
}

/** Nearer to the middle than this share of the frame, a subject is in the middle. */
const middleRange = 0.12

function positionOf({ x, y }: NonNullable<Findings['subject']>): string {
  const across = Math.abs(x - 0.5) <= middleRange ? '' : x < 0.5 ? 'left' : 'right'
  const down = Math.abs(y - 0.5) <= middleRange ? '' : y < 0.5 ? 'upper' : 'lower'
  if (across === '' && down === '') return 'in the middle'
  if (across === '') return `in the ${down} part`
  return down === '' ? `on the ${across}` : `in the ${down} ${across}`
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.slice(-1).join('')}`
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words.filter(word => word !== ''))]
}
