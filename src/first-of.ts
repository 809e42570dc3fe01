// The first element of a list that is known not to be empty.

/** @throws TypeError for an empty list. */
export function firstOf<T>(list: readonly T[]): T {
  return list.reduce(first => first)
}
