// Whether a picture shows an object on a plain ground.
import type { Quiet } from '../../schemas/composition.ts'
import { hexToOklab, squaredDistance } from '../color/oklab.ts'

/** Part of the picture that must be quiet on each side of an object, at least. */
const minObjectMargin = 0.025
/** Between the colours of two sides of one ground, OKLab. */
const maxGroundDistance = 0.07

/**
 * @param minSides sides that have a margin: a drawing or a packshot may touch one.
 * @returns the colour around an object that was photographed on a plain ground, such as white; undefined for other pictures.
 */
export function plainGround(quiet: Quiet | undefined, minSides = 4): string | undefined {
  if (quiet === undefined) return undefined
  const sides = [quiet.top, quiet.right, quiet.bottom, quiet.left].filter(({ extent }) => extent >= minObjectMargin)
  const [first, ...others] = sides.map(({ color }) => hexToOklab(color))
  const isOne = others.every(other => first && squaredDistance(first, other) <= maxGroundDistance ** 2)
  const [widest] = sides.toSorted((one, other) => other.extent - one.extent)
  return isOne && sides.length >= minSides ? widest?.color : undefined
}
