// The colour roles of a page.

/** In the order in which the page lists them. */
export const roles = [
  'bg',
  'surface',
  'text',
  'muted',
  'accent',
  'on-accent',
  'edge',
  'border',
  'focus',
  'link',
  'secondary',
] as const
type Role = (typeof roles)[number]

/** A colour for each role, #RRGGBB in upper case. */
export type Scheme = Readonly<Record<Role, string>>
