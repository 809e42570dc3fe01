// Questions with answers, figures with labels, and numbered steps.
import type { SectionItem } from '../page-parts.ts'
import {
  countWords,
  hasBullet,
  hasSentenceEnd,
  isTitle,
  itemOf,
  joinLines,
  maxLineLength,
  numberPattern,
  type Reading,
  readEvery,
  readKnown,
  readTitled,
  separatorPattern,
  splitLines,
  toAsciiDigits,
  withoutBullet,
} from './reading.ts'

/** A text up to its first question mark; the Greek one looks like a semicolon. */
const question = /^[^\n]*?(?:(?:[?؟፧]|(?<=\p{Script=Greek})[;\u037E])[?!؟]*["”»」）)]*(?=\s|$)|？[？！]*)/u
const maxQuestionLength = 160
/** A single word is a rhetorical question. */
const minQuestion = { words: 2, unspacedCharacters: 5 } as const

/**
 * @returns the questions of a text in which every paragraph or line begins with one that is answered in it, or in which questions and
 *   answers alternate.
 */
export function readQuestions(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const answered = readEvery(paragraphs, lines => {
    const item = readQuestion(lines.join('\n'))
    const [answer] = item?.paragraphs ?? []
    return answer === undefined || question.test(answer) ? undefined : item
  })
  if (answered) return answered
  const { items, paragraphs: rest } = readKnownQuestions(paragraphs)
  const blocks = blocksOf(paragraphs)
  const alternate = blocks.every(block => (readQuestion(block)?.paragraphs ?? []).length === 0)
  const isAnswered = items.every(item => item.paragraphs.length > 0)
  return rest.length === 0 && items.length > 1 && alternate && isAnswered ? items : undefined
}

/** Reads a text that is known to be questions: what follows one is its answer. */
export function readKnownQuestions(paragraphs: readonly string[]): Reading {
  const items: SectionItem[] = []
  const before: string[] = []
  for (const block of blocksOf(paragraphs)) {
    const item = readQuestion(block)
    const last = items.at(-1)
    if (item) items.push(item)
    else if (last) items.splice(-1, 1, { ...last, paragraphs: [...last.paragraphs, block] })
    else before.push(block)
  }
  return { items, paragraphs: before }
}

/** Paragraphs, or the lines of a text that has only one or that holds a question in each. */
function blocksOf(paragraphs: readonly string[]): readonly string[] {
  const lines = paragraphs.flatMap(splitLines)
  return paragraphs.length === 1 || lines.every(line => readQuestion(line) !== undefined) ? lines : paragraphs
}

/** Whether a text is a question and nothing else. */
export function isQuestion(text: string): boolean {
  return question.exec(text)?.[0] === text
}

function readQuestion(text: string): SectionItem | undefined {
  const asked = question.exec(text)?.[0] ?? ''
  const unspaced = asked.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu) ?? []
  const isLong = countWords(asked) >= minQuestion.words || unspaced.length >= minQuestion.unspacedCharacters
  const sentence = asked.replace(/[^\p{L}\p{N}]+$/u, '')
  if (!isLong || asked.length > maxQuestionLength || hasSentenceEnd(sentence)) return undefined
  return itemOf({ title: asked, paragraphs: [text.slice(asked.length).trim()].filter(Boolean) })
}

/** Units and words of magnitude; those of East Asian languages follow without a space. */
const unitPattern = String.raw`(?:\s?(?:[%％‰٪×+]|[kKmMxX]|bn|Mio\.?|Mrd\.?|million|millions|billion|Millionen|Milliarden|millones|milhões|milioni|тыс\.?|млн\.?|млрд\.?|m²|m2|km²|km|ha|GB|TB|MW|kWh|°C|h|लाख|करोड़|ألف|مليون)(?![\p{L}\p{N}])|[万億亿千만억천]?(?:社|人|名様?|件|店舗?|[かヶカ]?国|年|室|台|本|回|軒|席|家|位|座|间|個|个|명|개국|개|곳|년|건)?)`
const valuePattern = String.raw`[~≈<>+≥]?\s?\p{Sc}?(?:24\s?/\s?7|(?:${numberPattern})\s?/\s?(?:5|10)(?!\p{N})|(?:${numberPattern})${unitPattern}\+?)`
const figure = new RegExp(String.raw`^(?<value>${valuePattern})(?:${separatorPattern}|\s+|\s*\n)(?<title>\S.*)$`, 'u')
const labelFirst = new RegExp(
  String.raw`^(?<title>[^\p{N}]*?[^\p{N}\s:：–—])(?:\s*[:：]\s*|\s+)(?<value>${valuePattern})$`,
  'u',
)
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const maxLabel = { characters: 40, words: 5 } as const
const months =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|s)?|märz|april?|avril|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember)?|septembre|septiembre|o[ck]t(?:ober)?|octobre|octubre|nov(?:ember)?|novembre|noviembre|de[cz](?:ember)?|décembre|diciembre'
/** What numbers count in timetables, recipes and price lists, and what follows them in addresses. */
const otherNumbers = new RegExp(
  String.raw`^(?:[ap]\.?m\b|uhr|o['’]clock|時|时|点|시|分|${months}|g|kg|ml|cl|dl|tbsp|tsp|cups?|EL|TL|kr|zł|Kč|Ft|руб|р|EUR|USD|GBP|CHF|euros?|dollars?|rue|calle|via|viale|piazza|avenue|boulevard|ul|ulica|улица|ул)(?![\p{L}])|^\p{Sc}|(?<![\p{L}])(?:st|str|street|road|rd|avenue|ave|lane|boulevard|platz|weg|allee)\.?$|(?:straße|strasse|gasse|gade|vej|gatan|straat)$`,
  'iu',
)

/** @returns the figures of a text in which every line is a number with a short label. */
export function readFigures(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const items = readEvery(paragraphs, lines => {
    const item = readFigure(lines)
    const isSure = figure.test(lines.join('\n')) || eastAsian.test(lines.join(''))
    return isSure && item?.paragraphs.length === 0 ? item : undefined
  })
  const values = items?.map(item => item.value) ?? []
  const isList = values.every((text, index) => text === String(index + 1))
  const areYears = values.every(text => /^(?:1[5-9]|20)\d\d$/.test(text))
  const isCertain = values.length > 2 || values.some(text => /[^\p{Nd}]/u.test(text))
  const hasPrice = values.some(text => /^\p{Sc}[\p{Nd}.,\s]+$/u.test(text))
  return isList || areYears || hasPrice || !isCertain ? undefined : items
}

export function readKnownFigures(paragraphs: readonly string[]): Reading {
  return readKnown(paragraphs, readFigure)
}

/** A number with its label behind it, below it or, with a colon or in East Asian languages, in front of it. */
function readFigure(lines: readonly string[]): SectionItem | undefined {
  const [first = '', second = '', ...others] = lines.map(withoutBullet)
  if (first.length > maxLineLength) return undefined
  const own = figure.exec(first) ?? labelFirst.exec(first)
  const below = own ? undefined : figure.exec(`${first}\n${second}`)
  const { value = '', title = '' } = (own ?? below)?.groups ?? {}
  if (!isLabel(title)) return undefined
  const rest = [...(own && second !== '' ? [second] : []), ...others]
  return itemOf({ value, title, paragraphs: joinLines(rest) })
}

function isLabel(text: string): boolean {
  return (
    isTitle(text) &&
    text.length <= maxLabel.characters &&
    countWords(text) <= maxLabel.words &&
    !/[\p{N}:;|.!?]|\s[–—-]\s|^[のはがを]/u.test(text) &&
    !otherNumbers.test(text)
  )
}

const stepWord = `(?:step|schritt|étape|etape|paso|passo|pasul|krok|steg|trinn?|stap|шаг|крок|βήμα|الخطوة|خطوة|שלב|चरण|ステップ|步骤|步驟|단계|bước|adım)`
const ordinal = new RegExp(
  String.raw`^(?<mark>(?:[①-⑳❶-❿]|\p{Nd}\uFE0F?\u20E3)|(?:${stepWord}\s*)?(?<number>\p{Nd}{1,2})(?:\s?(?:단계|番目))?|第\s?[一二三四五六七八九十]\s?步)(?<sign>[.):．）：、]|\s?[–—-](?=\s))?(?<gap>\s*)(?<text>\S.*)$`,
  'iu',
)

/** @returns the steps of a text in which every line or paragraph begins with an ordinal, counted from one. */
export function readSteps(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const items = readEvery(paragraphs, readNumbered)
  return items?.every(({ value }, index) => numberOf(value) === index + 1) ? items : undefined
}

/** Reads a text that is known to be steps, with ordinals or without. */
export function readKnownSteps(paragraphs: readonly string[]): Reading {
  const numbered = readKnown(paragraphs, readNumbered)
  return numbered.items.length > 1 ? numbered : readKnownFeatures(paragraphs)
}

/** The ordinal is the value of a step. */
function readNumbered(lines: readonly string[]): SectionItem | undefined {
  const [first = '', ...others] = lines
  const { mark, text } = ordinalOf(first) ?? {}
  return mark && text ? { ...readTitled([text, ...others]), value: mark } : undefined
}

/** Fewer may be prose with a colon. */
const minFeatures = 3
const sentence = /\S\s+\S+\s+\S.*[.!?…؟。！？।]$/u

/** @returns the features of a text in which every paragraph or line is a name with a sentence about it: "Repairs: we mend it for life." */
export function readFeatures(paragraphs: readonly string[]): readonly SectionItem[] | undefined {
  const items = readEvery(paragraphs, lines => {
    const item = readTitled(lines)
    const isNamed = lines.length === 1 && item.title !== '' && item.paragraphs.some(text => sentence.test(text))
    return isNamed ? item : undefined
  })
  return items && items.length >= minFeatures ? items : undefined
}

/** Reads a text that is known to be features: the items of its list, else its paragraphs, or the lines of the only one. */
export function readKnownFeatures(paragraphs: readonly string[]): Reading {
  const listed = readKnown(paragraphs, lines => (hasBullet(lines[0]) ? readTitled(lines) : undefined))
  if (listed.items.length > 1) return listed
  const [only = '', ...others] = paragraphs
  const units = others.length > 0 ? paragraphs.map(splitLines) : splitLines(only).map(line => [line])
  return units.length > 1 ? { items: units.map(readTitled), paragraphs: [] } : { items: [], paragraphs }
}

function ordinalOf(line: string) {
  const found = ordinal.exec(line)?.groups
  const { mark = '', number = '', sign = '', gap = '', text = '' } = found ?? {}
  const isBare = mark === number
  // A number alone needs a sign behind it, and space or a wide sign: 1.5 is no ordinal.
  const isNumber = isBare && (sign === '' || (gap === '' && /^[.):]$/.test(sign)))
  return found && !isNumber ? { mark, text } : undefined
}

const hanNumbers = '一二三四五六七八九十'

function numberOf(mark: string): number {
  const circled = '①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳'.indexOf(mark)
  const black = '❶❷❸❹❺❻❼❽❾❿'.indexOf(mark)
  const han = hanNumbers.indexOf(/第\s?(.)/u.exec(mark)?.[1] ?? '-')
  const [digits = ''] = /\p{Nd}+/u.exec(mark) ?? []
  return Math.max(circled, black, han) + 1 || Number(toAsciiDigits(digits))
}
