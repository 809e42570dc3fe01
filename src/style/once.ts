// Values that several steps share.

/** @returns a function that makes its value at the first call and keeps it. */
export const once = <T>(make: () => T): (() => T) => {
  let kept: { readonly value: T } | undefined
  return () => {
    kept ??= { value: make() }
    return kept.value
  }
}
