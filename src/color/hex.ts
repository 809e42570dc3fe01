// Numbers as a hexadecimal colour.

/** @param red, green, blue whole, 0 to 255. @returns #RRGGBB in upper case. */
export const hex = (red: number, green: number, blue: number): string =>
  `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1).toUpperCase()}`
