// Points at a member of a JSON document (RFC 6901).

/** `base` and one member further; ~ and / inside its name are escaped. */
export const pointerTo = (base: string, member: string | number): string =>
  `${base}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
