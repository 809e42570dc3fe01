// A value that is computed at its first use.

/** @returns a function that computes the value at its first call and returns the same one from then on. */
export function lazy<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined
  return () => {
    computed ??= { value: compute() }
    return computed.value
  }
}
