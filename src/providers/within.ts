// Reading the JSON of strangers.

/** The value at a path of members and indices; undefined where the path leads nowhere. */
export const within = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let found = value
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = Object.getOwnPropertyDescriptor(found, step)?.value
  }
  return found
}

/** The value at a path when it is a list, else an empty one. */
export const listWithin = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = within(value, ...path)
  return Array.isArray(found) ? found : []
}
