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
    description: `Room for text at each edge, counted in rows or columns of a grid of cells. In each of them at least 75 % of the cells, and from the edge up to it at least 92 % of all cells, are uniform: outside salient objects and heads, with a luma (0–255) whose standard deviation is below 9. ${notLow}`,
  },
)
export type Quiet = Static<typeof Quiet>

/** Parts of a picture across and down in which the analysis counts fine detail. */
export const detailSide = 16

export const FineDetail = Type.Array(Fraction('Fine detail in one cell of the grid.'), {
  minItems: detailSide ** 2,
  maxItems: detailSide ** 2,
  description:
    'Where the image is sharp: a 16 × 16 grid, row by row from the upper left. Each value is the share of pixels whose luma (0–255) differs from the mean of their four neighbours by at least 6, relative to the highest such share in the grid.',
})

export const Composition = Type.Object(
  {
    thirds: Fraction(
      'Rule of thirds (Liu et al. 2010): exp(−D² / (2 · 0.17²)), where D is the Manhattan distance from the focal point to the closest intersection of the lines that divide the image into thirds.',
    ),
    negative_space: Fraction(
      'Share of the image that is outside salient objects and uniform: cells of a grid in which the standard deviation of the luma (0–255) is below 6.',
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
