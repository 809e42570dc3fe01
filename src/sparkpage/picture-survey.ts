// What a picture shows and where it is worth showing: people, the object, and the interest of its parts.
import type { Region } from '../../schemas/types.ts'
import { chroma, hexToOklab, type Oklab } from '../color/oklab.ts'
import type { PaletteShare } from './light.ts'
import type { Style } from './style.ts'
import { plainGround } from './subject.ts'

/** Somebody whose face was found. */
interface Person {
  /** Head and shoulders: a view shows all of them, or nothing of the person. */
  readonly bust: Region
  /** From the head to the feet or the end of the picture. */
  readonly body: Region
  /** The bust with the arms and what they hold. */
  readonly reach: Region
}

/** Something without a background: a figure that the picture cuts stands at the edge of its box. */
export interface CutOut {
  /** Its part of the picture. */
  readonly region: Region
  readonly edges: readonly Edge[]
}

type Edge = 'left' | 'right' | 'bottom'

export interface PictureSurvey {
  /** Width divided by height. */
  readonly aspect: number
  /** As the page has it, px. */
  readonly width: number
  readonly people: readonly Person[]
  /** An object that views show whole or not at all. */
  readonly object: Region | undefined
  /** The heads and shoulders of the people, or the object. */
  readonly subjects: readonly Region[]
  /** What the first screen shows whole where its shape allows it: the main people with their arms, the object with its margin, or what stands out. */
  readonly reach: Region | undefined
  /** What the first screen shows whole. */
  readonly kept: Region | undefined
  /** What stands out. */
  readonly subject: Region | undefined
  readonly focalPoint: { readonly x: number; readonly y: number }
  /** Whether it is never cut: a product on a plain background, a drawing, an interface or a logo. */
  readonly isWhole: boolean
  /** Whether it is a drawing, an interface or a logo, or so bright and plain that it may be one. */
  readonly isGraphic: boolean
  /** Something cut out of a photograph, with the edges of the picture that it ends at. */
  readonly cutOut: CutOut | undefined
  /** Mean of its parts, 0 to 1. */
  readonly meanDetail: number
}

/** @returns undefined where the size of the picture is unknown. */
export function surveyPicture(style: Style): PictureSurvey | undefined {
  const { preview, size, focalPoint, subject } = style
  const shown = preview ?? size
  if (shown === undefined) return undefined
  const aspect = shown.width / shown.height
  const people = findPeople(style.faces, aspect)
  const object = people.length === 0 ? findObject(style) : undefined
  const isGraphic = looksDrawn(style)
  return {
    aspect,
    width: shown.width,
    people,
    object,
    subjects: object ? [object] : people.map(({ bust }) => bust),
    kept: people.length > 0 ? unionOf(mainOf(people).map(({ bust }) => bust)) : (object ?? keptOfScene(style, aspect)),
    reach:
      people.length > 0 ? unionOf(mainOf(people).map(({ reach }) => reach)) : object ? withMargin(object) : subject,
    subject,
    focalPoint,
    isWhole: isGraphic || isOnPlainGround(style),
    isGraphic,
    cutOut: findCutOut(style),
    meanDetail: meanOf(style.detail ?? []),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** A picture with less entropy is a drawing, an interface or a logo, bits; a bright one also a product or a page on white. */
const maxEntropy = { graphic: 2.6, flat: 4.1, bright: 4.4 } as const
/** OKLab lightness from which on a picture is bright, and from which on it is none of the night. */
const [minBright, minDay] = [0.75, 0.4]
/** Colours that a photograph with so few tones does not have: fog and sky have fewer. */
const minFlatColors = 9
/** Parts of an interface without any detail, part in its main colour, and its entropy at most, bits. */
const screen = { blank: 0.35, main: 0.5, maxEntropy: 5.8 } as const

function looksDrawn(style: Style): boolean {
  const { entropy, palette } = style
  if (isCutOut(style)) return true
  if (entropy === undefined) return false
  const { lightness } = measurePalette(palette)
  const isFlat = lightness >= minDay && palette.length >= minFlatColors
  const limit = lightness >= minBright ? maxEntropy.bright : isFlat ? maxEntropy.flat : maxEntropy.graphic
  return entropy < limit || (isFlat && isScreen(style, entropy))
}

function isOnPlainGround({ aspect, faces, quiet }: Style): boolean {
  // The sky around a panorama is no plain ground of an object.
  const isPanorama = aspect !== undefined && aspect > maxObjectAspect
  return faces.length === 0 && !isPanorama && plainGround(quiet) !== undefined
}

/** Letters and lines on one colour, between which nothing is: cameras give every surface some detail. */
function isScreen({ detail = [], palette }: Style, entropy: number): boolean {
  const blank = detail.filter(value => value < blankDetail).length / Math.max(1, detail.length)
  const main = Math.max(...palette.map(({ share }) => share))
  return entropy < screen.maxEntropy && blank >= screen.blank && main >= screen.main
}

const blankDetail = 0.015

/** Width by height of a picture of one object, at most. */
const maxObjectAspect = 2.2

/** Share of a picture from which on it is a logo or something cut out, not a photograph with round corners. */
const minTransparency = 0.02

export function isCutOut({ transparency }: Style): boolean {
  return transparency >= minTransparency
}

/** Detail of a part that is not empty. */
const minVisibleDetail = 0.005
/** Colours that logos do not have. */
const minCutOutColors = 9

/** @returns undefined for logos: they have few colours, and nothing of them is cut. */
function findCutOut(style: Style): CutOut | undefined {
  const { detail = [], faces, palette } = style
  if (!isCutOut(style)) return undefined
  const side = Math.sqrt(detail.length)
  const cells = detail.flatMap((value, index) =>
    value > minVisibleDetail
      ? [{ x: (index % side) / side, y: Math.floor(index / side) / side, width: 1 / side, height: 1 / side }]
      : [],
  )
  const region = unionOf(cells)
  if (region === undefined) return undefined
  const isCut = region.y > 0 && region.y + region.height > 0.99
  if (faces.length === 0 && palette.length < minCutOutColors && !isCut) return undefined
  const ends = { left: region.x, right: 1 - region.x - region.width, bottom: 1 - region.y - region.height }
  // A thin part beside a cell has too little detail to be seen.
  const around = {
    x: region.x - 1 / side,
    y: region.y - 1 / side,
    width: region.width + 2 / side,
    height: region.height + 2 / side,
  }
  return { region: clipRegion(around), edges: (['left', 'right', 'bottom'] as const).filter(edge => ends[edge] < 0.01) }
}

interface PaletteMeasures {
  readonly lightness: number
  readonly chroma: number
  /** Of hues that are far from each other, near to grey. */
  readonly mean: Oklab
}

/** Mean lightness, chroma and colour of a palette, OKLab. */
export function measurePalette(palette: readonly PaletteShare[]): PaletteMeasures {
  const isKnown = palette.some(({ share }) => share > 0)
  const total = { weight: 0, chroma: 0, l: 0, a: 0, b: 0 }
  for (const { hex, share } of palette) {
    const weight = isKnown ? share : 1
    const color = hexToOklab(hex)
    total.weight += weight
    total.chroma += weight * chroma(color)
    total.l += weight * color.l
    total.a += weight * color.a
    total.b += weight * color.b
  }
  const { weight } = total
  if (weight === 0) return { lightness: 0.7, chroma: 0.1, mean: { l: 0.7, a: 0, b: 0 } }
  const mean = { l: total.l / weight, a: total.a / weight, b: total.b / weight }
  return { lightness: mean.l, chroma: total.chroma / weight, mean }
}

/** Part of the picture from which on a subject at its edge is a scene, which has no edges to keep. */
const minScenePart = 0.55
/** Around an object, as a part of the picture. */
const minMargin = 0.03
/** The edges of an object are measured on a coarse grid, which misses its thin parts: on each side, as a part of its own size. */
const objectMargin = 0.15

function withMargin({ x, y, width, height }: Region): Region {
  const [across, down] = [width * objectMargin, height * objectMargin]
  return clipRegion({ x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down })
}

function findObject({ subject }: Style): Region | undefined {
  if (subject === undefined) return undefined
  const right = 1 - subject.x - subject.width
  const touches = Math.min(subject.x, right, subject.y) < minMargin
  const spansWidth = Math.max(subject.x, right) < minMargin
  return touches && (spansWidth || areaOf(subject) >= minScenePart) ? undefined : subject
}

/** @returns what a crop keeps of a subject at the edge of the picture, or of the size of a scene: from its middle to the edges that the picture does not cut. */
function keptOfScene({ subject, focalPoint }: Style, aspect: number): Region | undefined {
  // A whole panorama is a strip, and its parts are scenes, too.
  if (subject === undefined || aspect > maxObjectAspect) return undefined
  const between = (start: number, size: number, middle: number) => {
    const from = start < minMargin ? middle : start
    const to = start + size > 1 - minMargin ? middle : start + size
    return [Math.min(from, middle), Math.max(to, middle)] as const
  }
  const [left, right] = between(subject.x, subject.width, focalPoint.x)
  const [top, bottom] = between(subject.y, subject.height, focalPoint.y)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Sizes of people in those of a face, from its middle and its edges. */
const figure = { shoulders: 1.35, arms: 1.9, reach: 2.6, hair: 0.55, chest: 0.75, feet: 6.6 } as const
/** The same of a close-up: a face of this height or more, as a part of the picture. */
const closeUp = { minFace: 0.22, shoulders: 1, hair: 0.4, chest: 0.3 } as const
/** A face of this part of the largest is that of somebody in the background. */
const minMainFace = 0.5

function findPeople(faces: readonly Region[], aspect: number): readonly Person[] {
  return faces.map(face => {
    const middle = face.x + face.width / 2
    // A face is higher than wide; a turned one is found too narrow.
    const width = Math.max(face.width, (face.height * 0.7) / aspect)
    const { shoulders, hair, chest } = face.height >= closeUp.minFace ? closeUp : figure
    const [top, chin] = [face.y - face.height * hair, face.y + face.height]
    const across = (half: number) => ({ x: middle - width * half, width: 2 * width * half })
    const rows = { y: top, height: chin + face.height * chest - top }
    return {
      bust: clipRegion({ ...across(shoulders), ...rows }),
      reach: clipRegion({ ...across(figure.reach), ...rows }),
      body: clipRegion({ ...across(figure.arms), y: top, height: chin + face.height * figure.feet - top }),
    }
  })
}

function mainOf(people: readonly Person[]): readonly Person[] {
  const largest = Math.max(...people.map(({ bust }) => bust.height))
  return people.filter(({ bust }) => bust.height >= largest * minMainFace)
}

export function areaOf({ width, height }: Region): number {
  return width * height
}

/** @returns the area that two regions share. */
export function sharedArea(one: Region, other: Region): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** Rounding of regions. */
const regionTolerance = 0.004

export function containsRegion(outer: Region, inner: Region): boolean {
  return (
    outer.x <= inner.x + regionTolerance &&
    outer.y <= inner.y + regionTolerance &&
    outer.x + outer.width >= inner.x + inner.width - regionTolerance &&
    outer.y + outer.height >= inner.y + inner.height - regionTolerance
  )
}

export function isInside(region: Region, { x, y }: { readonly x: number; readonly y: number }): boolean {
  return x >= region.x && x <= region.x + region.width && y >= region.y && y <= region.y + region.height
}

/** @returns the smallest region that contains all; undefined for none. */
export function unionOf(regions: readonly Region[]): Region | undefined {
  if (regions.length === 0) return undefined
  const x = Math.min(...regions.map(region => region.x))
  const y = Math.min(...regions.map(region => region.y))
  const right = Math.max(...regions.map(region => region.x + region.width))
  const bottom = Math.max(...regions.map(region => region.y + region.height))
  return { x, y, width: right - x, height: bottom - y }
}

function clipRegion({ x, y, width, height }: Region): Region {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return { x: left, y: top, width: Math.min(1, x + width) - left, height: Math.min(1, y + height) - top }
}
