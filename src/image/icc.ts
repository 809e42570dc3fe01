// Colour profiles: their name, and whether browsers use them.

/** Tag table of an ICC profile and its entries (ICC.1:2022, 7.3). */
const icc = { tableStart: 128, entrySize: 12, maxTags: 100 } as const

/** @returns the description of an ICC profile, '' when it has none; any bytes are safe input. */
export function profileName(bytes: Uint8Array): string {
  const profile = Buffer.from(bytes)
  const tags = Math.min(icc.maxTags, iccNumber(profile, icc.tableStart))
  for (let tag = 0; tag < tags; tag++) {
    const entry = icc.tableStart + 4 + tag * icc.entrySize
    if (profile.toString('latin1', entry, entry + 4) !== 'desc') continue
    return iccText(profile.subarray(iccNumber(profile, entry + 4))).replace(/\0.*$/s, '')
  }
  return ''
}

/** Size, version, data colour space and signature of a profile (ICC.1:2022, 7.2). */
const head = { size: 0, version: 8, space: 16, signature: 36 } as const
const maxVersion = 4
const spaces = {
  srgb: ['RGB '],
  'linear-srgb': ['RGB '],
  grey: ['GRAY', 'RGB '],
  cmyk: ['CMYK'],
  lab: ['Lab '],
} as const

/** Whether a browser uses a profile: one that is whole, of a known version, for the colours of the picture. */
export function isUsableProfile(bytes: Uint8Array, space: keyof typeof spaces): boolean {
  const profile = Buffer.from(bytes)
  const nameAt = (at: number): string => profile.toString('latin1', at, at + 4)
  return (
    nameAt(head.signature) === 'acsp' &&
    iccNumber(profile, head.size) <= profile.length &&
    (profile[head.version] ?? 0) <= maxVersion &&
    spaces[space].some(known => known === nameAt(head.space))
  )
}

function iccNumber(profile: Buffer, at: number): number {
  return at + 4 <= profile.length ? profile.readUInt32BE(at) : 0
}

/** A textDescriptionType (ICC.1:2001) or the first record of a multiLocalizedUnicodeType (ICC.1:2022, 10.15). */
function iccText(tag: Buffer): string {
  if (tag.toString('latin1', 0, 4) !== 'mluc') return tag.toString('latin1', 12, 12 + iccNumber(tag, 8))
  const start = iccNumber(tag, 24)
  return new TextDecoder('utf-16be').decode(tag.subarray(start, start + iccNumber(tag, 20)))
}
