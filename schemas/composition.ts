// The composition of a picture: empty areas, sharp areas and the subject.
import { type Static, Type } from '@sinclair/typebox'
import { enumModel, enumRef, Fraction, HexColor, Region, ref } from './types.ts'

const clearSides = ['none', 'left', 'right', 'top', 'bottom'] as const

export const ClearSide = enumModel(
  'ClearSide',
  clearSides,
  'Side that is suitable for text. In an analysis, the side whose outer third has the most negative space; none if no side has at least 85 %.',
)

export const notLow = 'Absent if analysis_depth is low.'

function quietSide(side: string, size: 'Width' | 'Height') {
  return Type.Object(
    {
      extent: Fraction(`${size} of the uniform (low-detail) area at the ${side} edge, as a fraction of the image.`),
      color: HexColor,
    },
    {
      title: 'QuietSide',
      description: `The ${side} of the image: how much room it has for text, and the mean colour of the ${side} edge.`,
    },
  )
}

/** Areas of a picture that have space for text. */
export const Quiet = Type.Object(
  {
    left: quietSide('left', 'Width'),
    right: quietSide('right', 'Width'),
    top: quietSide('top', 'Height'),
    bottom: quietSide('bottom', 'Height'),
  },
  {
    $id: 'Quiet',
    description: `Room for text at each edge: lines of cells of which at least 75 % (92 % of all cells from the edge inwards) are outside salient objects and have a luma that deviates by less than 9 of 255. ${notLow}`,
  },
)
export type Quiet = Static<typeof Quiet>

/** Parts of a picture across and down in which the analysis counts fine detail. */
export const detailSide = 16

export const FineDetail = Type.Array(Fraction('Fine detail in one part.'), {
  minItems: detailSide ** 2,
  maxItems: detailSide ** 2,
  description:
    'Where the image is sharp: for 16 × 16 equal parts, by rows from the upper left, the share of the pixels whose luma differs by at least 6 of 255 from the mean of their four neighbours, relative to the part with the most such pixels.',
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
          'The box around the subject: the heads of the main people, otherwise the object that stands out. Absent if nothing stands out, or if the objects that do are scattered over the whole image, as in a landscape.',
      }),
    ),
    detail: Type.Optional(FineDetail),
  },
  { title: 'Composition', description: `Composition. ${notLow}` },
)
