// A block of addresses as the bits its members share.
import { isIP } from 'node:net'

/** A block of IP addresses. A single address is a block whose prefix is the whole of it. */
export interface Cidr {
  readonly family: 4 | 6
  /** The prefix, written in `0` and `1`: at most 32 of them for IPv4, 128 for IPv6. */
  readonly bits: string
}

const addressLength = { 4: 32, 6: 128 } as const

const binary = (digits: string, radix: number, width: number) =>
  Number.parseInt(digits, radix).toString(2).padStart(width, '0')

const ipv4Bits = (text: string) =>
  text
    .split('.')
    .map(octet => binary(octet, 10, 8))
    .join('')

const groupBits = (group: string) => (group.includes('.') ? ipv4Bits(group) : binary(group, 16, 16))

const groupsBits = (groups: string) => groups.split(':').filter(Boolean).map(groupBits).join('')

const ipv6Bits = (text: string) => {
  const [head = '', tail = ''] = text.replace(/%.*/, '').split('::').map(groupsBits)
  return head + tail.padStart(128 - head.length, '0')
}

const mapped = `${'0'.repeat(80)}${'1'.repeat(16)}`

/** ::ffff:0:0/96 (RFC 4291 §2.5.5.2) is IPv4 in another spelling: the system dials the IPv4 address. */
const unmapped = ({ family, bits }: Cidr): Cidr =>
  family === 6 && bits.startsWith(mapped) ? { family: 4, bits: bits.slice(mapped.length) } : { family, bits }

/**
 * Reads one address or one block, for example `10.0.0.0/8`, `fd00::/8` or `192.0.2.1`.
 * Only the strict spelling: dotted decimal without leading zeros, or RFC 4291 §2.2. Bits after the prefix are ignored.
 * @returns undefined when the text is neither.
 */
export const readCidr = (text: string): Cidr | undefined => {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  if (family !== 4 && family !== 6) return undefined
  const length = prefix === undefined ? addressLength[family] : Number(prefix)
  if (length > addressLength[family]) return undefined
  const bits = family === 4 ? ipv4Bits(address) : ipv6Bits(address)
  return unmapped({ family, bits: bits.slice(0, length) })
}

/** Whether every address of `inner` lies in `outer`. */
export const contains = (outer: Cidr, inner: Cidr): boolean =>
  outer.family === inner.family && inner.bits.startsWith(outer.bits)

/**
 * Reads a list of blocks and addresses, parted by commas or white space; an empty text is an empty list.
 * @throws a plain Error that names the first entry that cannot be read.
 */
export const parseCidrs = (text: string): readonly Cidr[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(entry => {
      const cidr = readCidr(entry)
      if (!cidr)
        throw new Error(
          `"${entry}" is not a range of addresses: write it like 10.0.0.0/8, fd00::/8 or 192.168.1.20, with commas between.`,
        )
      return cidr
    })
