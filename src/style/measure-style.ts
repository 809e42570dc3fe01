// The analysis of a decoded picture: one ordered list of steps, each run once.
import type { Platform } from '../../schemas/platform.ts'
import type { Depth } from '../../schemas/provenance.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import { maxPaletteSize, type Region } from '../../schemas/types.ts'
import { nameColor } from '../color/color-names.ts'
import { sampleHex } from '../color/color-sample.ts'
import { isDark } from '../color/contrast.ts'
import type { DecodedImage, MissingPictures } from '../image/raster.ts'
import { analyserVersion } from '../version.ts'
import { measureProminence } from './composition/crop.ts'
import { boxAround, clipBox, focusOfFaces, headAround, mainFaces } from './composition/heads.ts'
import { buildLabPlanes } from './composition/lab-planes.ts'
import { classifyCorners, classifyDensity, type FocalPoint, measureComposition } from './composition/layout.ts'
import { encodePlaceholder } from './composition/placeholder.ts'
import { fitPlatform } from './composition/platform-fit.ts'
import { findSalientContent } from './composition/salient-objects.ts'
import { findSubject, type Subject } from './composition/subject.ts'
import { type DetectedFace, detectFaces } from './faces/detect-faces.ts'
import { round } from './numbers.ts'
import { buildTokens, describePalette } from './palette/palette.ts'
import { quantize, recount } from './palette/quantize.ts'
import { assignRoles, deriveRoles } from './palette/roles.ts'
import { limitSelection, selectColors } from './palette/select.ts'
import { measureComplexity, measureDetail, measureSharpness } from './perception/complexity.ts'
import { fitHarmony } from './perception/harmony.ts'
import {
  measureAverage,
  measureBrightness,
  measureColorfulness,
  measureContrast,
  measureSaturation,
} from './perception/measures.ts'
import { describeMood, measureTemperature } from './perception/mood.ts'
import { pickKeywords, summarize } from './perception/summary.ts'
import { buildGrid } from './sampling/grid.ts'
import { buildHistogram, type Cell } from './sampling/histogram.ts'
import { flatten, middleFrame } from './sampling/pixels.ts'

interface StyleRequest {
  /** Id of the analysis record. */
  readonly id: StyleMetadata['analysis']['id']
  readonly depth: Depth
  readonly platform: Platform
  /** Colours of the palette at most; default: all. */
  readonly paletteSize?: number | undefined
  /** The part of the picture that the sample shows; default: all of it. */
  readonly region?: Region | undefined
}

const wholePicture: Region = { x: 0, y: 0, width: 1, height: 1 }

/**
 * Measures the style of a picture. Deterministic: equal samples and requests give equal bytes.
 *
 * @param sample the decoded picture.
 * @returns style_metadata, members in the order of its schema; `low` has the required ones only.
 */
export function measureStyle(sample: DecodedImage, request: StyleRequest): StyleMetadata {
  const { id, depth, platform, paletteSize, region } = request
  const features = extractFeatures(sample, depth, paletteSize)
  const frame = boxIn(region ?? wholePicture, sample.presentPart ?? wholePicture)
  const focus = locateIn(frame, features.focus)
  const heads = features.faces.map(face => boxIn(frame, headAround(face)))
  const content = {
    focus,
    heads,
    subject: features.subject && boxIn(frame, features.subject.box),
    prominence: measureProminence(features.objects, features.grid, frame),
  }
  const basics = basicsOf(sample, features, fitPlatform(sample.media, platform, content))
  return {
    ...basics,
    analysis: {
      id,
      engine: 'builtin',
      depth,
      ...(paletteSize === undefined ? {} : { palette_size: paletteSize }),
      ...(region === undefined ? {} : { region }),
      sampled: { width: sample.width, height: sample.height / (sample.frames ?? 1) },
      version: analyserVersion,
      warnings: warningsOf(sample, features),
    },
    ...(depth === 'low' ? {} : detailsOf(features, basics, { frame, focus })),
    ...(sample.video === undefined ? {} : { video: sample.video }),
  }
}

/** A point of a region in the frame of the whole picture. */
function locateIn({ x, y, width, height }: Region, point: FocalPoint): FocalPoint {
  return { x: x + point.x * width, y: y + point.y * height }
}

function warningsOf(
  { truncated, missing, omissions = [] }: DecodedImage,
  { isVisible }: { readonly isVisible: boolean },
): string[] {
  return [
    ...(isVisible ? [] : [invisible]),
    ...(truncated ? [endsEarly] : []),
    ...(missing ? [fewPictures(missing)] : []),
    ...(omissions.length > 0
      ? [`The SVG renderer does not support ${omissions.join(', ')}; colours of these parts may be missing.`]
      : []),
  ]
}

/** A box of a region in the frame of the whole picture. */
function boxIn(frame: Region, { width, height, ...corner }: Region): Region {
  return { ...locateIn(frame, corner), width: width * frame.width, height: height * frame.height }
}

const invisible = 'The picture is completely transparent; it was measured as white.'
const endsEarly = 'The file is incomplete; only the part of the picture that it contains was measured.'

function fewPictures({ measured, wanted }: MissingPictures): string {
  return `${measured} of ${wanted} frames of the video were measured, because the others take too long to decode or are damaged; changes between them may be missing.`
}

/** Most cells on the longer side of the grid: noise averages out in them, and a subject of a twentieth of the side fills some. */
const maxGridCells: Readonly<Record<Depth, number>> = { low: 32, medium: 40, high: 48 }

/** The histogram of a picture without any visible pixel. */
const white: readonly Cell[] = [{ l: 1, a: 0, b: 0, red: 255, green: 255, blue: 255, area: 1, border: 1, weight: 1 }]

const center: FocalPoint = { x: 0.5, y: 0.5 }

/** Features that several properties of the style depend on. For a video, colours come from all frames and positions from the middle one. */
export function extractFeatures(sample: DecodedImage, depth: Depth, paletteSize = maxPaletteSize) {
  const histogram = buildHistogram(sample)
  const isVisible = histogram.cells.length > 0
  const cells = isVisible ? histogram.cells : white
  const swatches = quantize(cells)
  const brightness = measureBrightness(cells)
  const assigned = assignRoles(swatches, brightness)
  const roles = deriveRoles(assigned)
  const selection = selectColors(swatches)
  const { selected, ordered } = limitSelection(selection, paletteSize)
  const isLimited = selection.ordered.length > paletteSize
  const palette = describePalette(isLimited ? recount(cells, ordered) : ordered, assigned)
  const frame = middleFrame(sample)
  // Transparent pixels show the background that the answer proposes.
  const picture = histogram.transparency === 0 ? frame : flatten(frame, sampleHex(roles.background).rgb)
  const { luma, grid } = buildGrid(picture, maxGridCells[depth])
  const detail = measureDetail(luma, picture.width, picture.height)
  const planes = buildLabPlanes(grid, detail)
  const content = findSalientContent(planes)
  const faces = depth === 'low' ? [] : detectFaces(picture, depth)
  const subject = peopleIn(faces) ?? findSubject(content, grid)
  return {
    cells,
    isVisible,
    transparency: histogram.transparency,
    brightness,
    swatches,
    selected,
    palette,
    roles,
    picture,
    luma,
    detail,
    grid,
    planes,
    objects: content.objects,
    faces,
    subject,
    focus: subject?.focus ?? center,
  }
}

/** People are the subject wherever there are any. */
function peopleIn(faces: readonly DetectedFace[]): Subject | undefined {
  const focus = focusOfFaces(faces)
  const box = boxAround(mainFaces(faces).map(headAround))
  return focus && box && { focus, box }
}

type StyleFeatures = ReturnType<typeof extractFeatures>
type Basics = ReturnType<typeof basicsOf>

/** Members of every depth, in the order of the answer. */
function basicsOf(
  { media }: DecodedImage,
  { cells, brightness, swatches, selected, palette, roles }: StyleFeatures,
  platform: StyleMetadata['platform'],
) {
  return {
    colors: selected.map(({ hex }) => hex),
    palette,
    roles,
    average: measureAverage(cells),
    brightness,
    contrast: measureContrast(cells),
    colorfulness: measureColorfulness(cells),
    temperature: measureTemperature(swatches),
    media,
    platform,
  }
}

/** The part of the picture that was measured, and the focal point in the frame of the whole. */
interface MeasuredPart {
  readonly frame: Region
  readonly focus: FocalPoint
}

/** Members from depth medium on, in the order of the answer. */
function detailsOf(features: StyleFeatures, basics: Basics, { frame, focus }: MeasuredPart) {
  const { cells, swatches, selected, picture, luma, detail, grid, planes, objects, faces, subject } = features
  const complexity = measureComplexity(luma, picture.width, picture.height)
  const contents = { heads: faces.map(headAround), focus: features.focus, subject: subject?.box }
  const composition = {
    ...measureComposition(grid, objects, contents),
    detail,
  }
  const { mood, typeface } = describeMood({
    swatches,
    heat: basics.temperature.value,
    colorfulness: basics.colorfulness.value,
    contrast: basics.contrast,
    brightness: basics.brightness,
    edgeDensity: complexity.edge_density,
    negativeSpace: composition.negative_space,
  })
  const scheme = isDark(basics.roles.background) ? ('dark' as const) : ('light' as const)
  const colorNames = selected.map(({ oklab }) => nameColor(oklab))
  const findings = { ...basics, scheme, mood, complexity, composition, colorNames, subject: subject?.focus }
  return {
    tokens: buildTokens(basics.roles, basics.palette),
    saturation: measureSaturation(cells),
    harmony: fitHarmony(swatches),
    scheme,
    mood,
    typography: { category: typeface },
    corners: classifyCorners(planes),
    density: classifyDensity(complexity, composition),
    complexity,
    sharpness: measureSharpness(luma, picture.width, picture.height),
    composition,
    focal_point: { x: round(focus.x), y: round(focus.y) },
    faces: faces.map(face => describeFace(face, frame)),
    transparency: round(features.transparency),
    placeholder: encodePlaceholder(grid),
    summary: summarize(findings),
    keywords: pickKeywords(findings),
  }
}

function describeFace(face: DetectedFace, frame: Region): NonNullable<StyleMetadata['faces']>[number] {
  const { x, y, width, height } = boxIn(frame, clipBox(face))
  return { x: round(x), y: round(y), width: round(width), height: round(height), score: round(face.score) }
}
