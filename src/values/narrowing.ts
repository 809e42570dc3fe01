// Narrower types of values: objects among values of unknown shape, and the first element of a list.

/** Whether a value is an object of JSON: no list, and not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first element of a list that is known not to be empty. @throws TypeError for an empty list. */
export function firstOf<T>(list: readonly T[]): T {
  return list.reduce(first => first)
}
