// The page's icon.
import type { Scheme } from './roles.ts'

/** @returns a data address of an SVG in the colours of the call-to-action. */
export const faviconOf = (scheme: Scheme): string => {
  const shape = `<path fill="${scheme.accent}" d="M0 0h8v8h-8z"/><path fill="${scheme['on-accent']}" d="M2 2h4a4 4 0 0 1-4 4z"/>`
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${shape}</svg>`)}`
}
