// What is made when it is needed first.

/** @returns a function that makes the value at its first call and hands out the same one ever after. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
