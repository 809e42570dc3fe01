// The name of a colour profile.

/** Tag table and its entries: ICC.1:2022, 7.3. */
const tableStart = 128
const entrySize = 12
const mostTags = 100

const u32 = (profile: Buffer, at: number): number => (at + 4 <= profile.length ? profile.readUInt32BE(at) : 0)

/** A textDescriptionType (ICC.1:2001) or the first record of a multiLocalizedUnicodeType (ICC.1:2022, 10.15). */
const textOf = (tag: Buffer): string => {
  if (tag.toString('latin1', 0, 4) !== 'mluc') return tag.toString('latin1', 12, 12 + u32(tag, 8))
  const start = u32(tag, 24)
  return new TextDecoder('utf-16be').decode(tag.subarray(start, start + u32(tag, 20)))
}

/** @returns the description of an ICC profile, '' when it has none; any bytes are fine. */
export const profileName = (bytes: Uint8Array): string => {
  const profile = Buffer.from(bytes)
  const tags = Math.min(mostTags, u32(profile, tableStart))
  for (let tag = 0; tag < tags; tag++) {
    const entry = tableStart + 4 + tag * entrySize
    if (profile.toString('latin1', entry, entry + 4) !== 'desc') continue
    return textOf(profile.subarray(u32(profile, entry + 4))).replace(/\0.*$/s, '')
  }
  return ''
}
