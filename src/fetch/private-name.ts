// Names that only mean something inside a network, so that even their absence is nobody's business.

/** Special-use names (RFC 6761, 6762 with appendix G, 8375; `internal` by ICANN 2024). */
const privateZones = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'localdomain',
  'home.arpa',
]

/** Whether a host name has no dot or ends in a private zone. A final dot does not matter. */
export const isPrivateName = (hostname: string): boolean => {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  return !name.includes('.') || privateZones.some(zone => name.endsWith(`.${zone}`))
}
