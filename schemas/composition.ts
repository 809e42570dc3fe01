// The composition of a picture: where it is empty, sharp and has its subject.
import { type Static, Type } from '@sinclair/typebox'
import { enumModel, enumRef, Fraction, HexColor, Region, ref } from './types.ts'

const clearSides = ['none', 'left', 'right', 'top', 'bottom'] as const

export const ClearSide = enumModel(
  'ClearSide',
  clearSides,
  'Side that is suitable for text. In an analysis: the one whose outer third has the most negative space, at least 85 %.',
)

export const notLow = 'Not at depth low.'

function quietSide(side: string) {
  return Type.Object(
    {
      extent: Fraction(`How far the image is quiet from the ${side} on, as a part of its size in that direction.`),
      color: HexColor,
    },
    {
      title: 'QuietSide',
      description: `The ${side}: how much space it has for texts, and the mean colour of the edge.`,
    },
  )
}

/** Where a picture has space for texts. */
export const Quiet = Type.Object(
  { left: quietSide('left'), right: quietSide('right'), top: quietSide('top'), bottom: quietSide('bottom') },
  {
    $id: 'Quiet',
    description: `Space for texts on each side: lines of cells of which at least 75 % (92 % of all from the edge on) are outside salient objects and have a luma that deviates by less than 9 of 255. ${notLow}`,
  },
)
export type Quiet = Static<typeof Quiet>

/** Parts of a picture across and down in which the analysis counts fine detail. */
export const detailSide = 16

export const FineDetail = Type.Array(Fraction('Fine detail of a part.'), {
  minItems: detailSide ** 2,
  maxItems: detailSide ** 2,
  description:
    'Where the image is sharp: for 16 × 16 equal parts, by rows from the upper left, the share of the pixels whose luma differs by at least 6 of 255 from the mean of their four neighbours, relative to the part with most of them.',
})

export const Composition = Type.Object(
  {
    thirds: Fraction(
      'Rule of thirds (Liu et al. 2010): exp(−D² / 2 · 0.17²), where D is the Manhattan distance from the focal point to the closest intersection of the third lines.',
    ),
    negative_space: Fraction(
      'Share of the image outside salient objects where the luma deviates by less than 6 of 255 within a cell.',
    ),
    clear_side: enumRef(ClearSide),
    quiet: Type.Optional(ref(Quiet)),
    subject: Type.Optional(
      ref(Region, {
        description:
          'The box around the subject: the heads of the main people, else the object that stands out. None where nothing does, or where what stands out is scattered over the whole image, as in a landscape.',
      }),
    ),
    detail: Type.Optional(FineDetail),
  },
  { title: 'Composition', description: `Composition. ${notLow}` },
)
