// Makes tables of numbers.

/** A table of so many entries, each from its index. A plain loop: the engine's own `from` and `map` take many times as long. */
export const table = (size: number, entry: (index: number) => number): Float64Array => {
  const entries = new Float64Array(size)
  for (let index = 0; index < size; index++) entries[index] = entry(index)
  return entries
}
