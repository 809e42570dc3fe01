// Where people are in a picture.
import { Type } from '@sinclair/typebox'
import { Fraction, Region } from './types.ts'

/** Faces in an answer at most. */
export const maxFaces = 32

export const Face = Type.Object(
  {
    ...Region.properties,
    score: Fraction('Confidence of the detector, 0 to 1.'),
  },
  {
    $id: 'Face',
    title: 'Face',
    description:
      'Position of a face, from the forehead to the chin, as fractions of the rotated image. It locates people but does not identify them.',
  },
)
