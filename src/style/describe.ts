// The analysis: one decoded sample goes through every step once, and nothing is read or measured twice.

import type { Platform } from '../../schemas/platform.ts'
import type { Depth } from '../../schemas/provenance.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import { contrast as ratio } from '../color/contrast.ts'
import type { DecodedImage } from '../image/raster.ts'
import { type Artifacts, artifactsOf } from './artifacts.ts'
import { composition } from './composition/composition.ts'
import { corners } from './composition/corners.ts'
import { density } from './composition/density.ts'
import { placeholder } from './composition/placeholder.ts'
import { platformFit } from './composition/platform.ts'
import { tokens } from './palette/tokens.ts'
import { colorfulness } from './perception/colorfulness.ts'
import { complexity } from './perception/complexity.ts'
import { harmony } from './perception/harmony.ts'
import { brightness, contrast, saturation } from './perception/light.ts'
import { describeMood } from './perception/mood.ts'
import { temperature } from './perception/temperature.ts'
import { keywordsOf, summaryOf } from './perception/wording.ts'
import { round } from './round.ts'
import { analyserVersion } from './version.ts'

interface Request {
  /** Id of the analysis record. */
  readonly id: StyleMetadata['analysis']['id']
  readonly depth: Depth
  readonly platform: Platform
}

/** Members of every depth, in the order of the answer. */
type Basics = Omit<StyleMetadata, 'analysis' | keyof Details>
/** Members from medium on. */
type Details = Pick<
  Required<StyleMetadata>,
  | 'tokens'
  | 'saturation'
  | 'harmony'
  | 'scheme'
  | 'mood'
  | 'typography'
  | 'corners'
  | 'density'
  | 'complexity'
  | 'sharpness'
  | 'composition'
  | 'focal_point'
  | 'transparency'
  | 'placeholder'
  | 'summary'
  | 'keywords'
>

const invisible = 'The picture is wholly transparent; it was measured as white.'
const cutOff = 'The file ends early; what it holds of the picture was measured.'

const basicsOf = ({ media }: DecodedImage, found: Artifacts, platform: Platform): Basics => ({
  colors: found.selection().selected.map(({ hex }) => hex),
  palette: found.palette(),
  roles: found.roles(),
  brightness: brightness(found.cells()),
  contrast: contrast(found.cells()),
  colorfulness: colorfulness(found.cells()),
  temperature: temperature(found.swatches()),
  media,
  platform: platformFit(media, platform, found.focus()),
})

const schemeOf = (background: string): Details['scheme'] =>
  ratio(background, '#000000') >= ratio(background, '#FFFFFF') ? 'light' : 'dark'

/** What other members are told by. */
const findingsOf = (found: Artifacts, basics: Basics) => {
  const details = complexity(found.detail())
  const layout = composition(found.grid(), found.objects(), found.focus())
  const { words, typeface, axes } = describeMood({
    swatches: found.swatches(),
    heat: basics.temperature.value,
    colorfulness: basics.colorfulness.value,
    contrast: basics.contrast,
    brightness: basics.brightness,
    edgeDensity: details.edge_density,
    negativeSpace: layout.negative_space,
  })
  return {
    ...basics,
    axes,
    words,
    typeface,
    scheme: schemeOf(basics.roles.background),
    complexity: details,
    composition: layout,
    colorNames: basics.palette.slice(0, basics.colors.length).map(({ name }) => name),
    subject: found.subject(),
  }
}

const detailsOf = (found: Artifacts, basics: Basics): Details => {
  const findings = findingsOf(found, basics)
  const { x, y } = found.focus()
  return {
    tokens: tokens(basics.roles, basics.palette),
    saturation: saturation(found.cells()),
    harmony: harmony(found.swatches()),
    scheme: findings.scheme,
    mood: { ...findings.axes, words: findings.words },
    typography: { category: findings.typeface },
    corners: corners(found.planes()),
    density: density(findings.complexity, findings.composition),
    complexity: findings.complexity,
    sharpness: round(found.detail().sharpness),
    composition: findings.composition,
    focal_point: { x: round(x), y: round(y) },
    transparency: round(found.transparency()),
    placeholder: placeholder(found.grid()),
    summary: summaryOf(findings),
    keywords: keywordsOf(findings),
  }
}

const analysisOf = (sample: DecodedImage, found: Artifacts, { id, depth }: Request): StyleMetadata['analysis'] => ({
  id,
  engine: 'builtin',
  depth,
  sampled: { width: sample.width, height: sample.height / (sample.frames ?? 1) },
  version: analyserVersion,
  warnings: [...(found.isVisible() ? [] : [invisible]), ...(sample.truncated ? [cutOff] : [])],
})

/**
 * Measures the style of a picture. Deterministic: equal samples and requests give equal bytes.
 *
 * @param sample what `decode` gave.
 * @returns style_metadata, members in the order of its schema; `low` has the required ones only.
 */
export const describe = (sample: DecodedImage, request: Request): StyleMetadata => {
  const found = artifactsOf(sample, request.depth)
  const basics = basicsOf(sample, found, request.platform)
  const analysis = analysisOf(sample, found, request)
  return {
    ...basics,
    analysis,
    ...(request.depth === 'low' ? {} : detailsOf(found, basics)),
    ...(sample.video === undefined ? {} : { video: sample.video }),
  }
}
