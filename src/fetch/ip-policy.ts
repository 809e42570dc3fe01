// IP policy: which addresses a client may make the service connect to, and CIDR blocks in general.
import { isIP } from 'node:net'

/** A block of IP addresses. A single address is a block whose prefix is the whole address. */
export interface Cidr {
  readonly family: 4 | 6
  /** The prefix in `0` and `1`: at most 32 digits for IPv4, 128 for IPv6. */
  readonly bits: string
}

/**
 * Whether a connection to this address is allowed: it is global unicast and in no special-purpose block, or listed.
 * An address embedded in another one (IPv4-mapped, NAT64) is judged by itself; every other embedding is refused.
 *
 * @param address an IP address in strict notation, as a resolver or WHATWG URL writes it, without brackets; anything else is refused.
 * @param allowed blocks that are allowed in addition to the public internet; a cloud's metadata address, also at the end of an IPv6
 *   address, needs an entry of its own.
 */
export function isAllowed(address: string, allowed: readonly Cidr[]): boolean {
  const host = parseAddress(address)
  return host !== undefined && (isInListed(allowed, host) || isPublic(host))
}

/** Whether an address is in one of these blocks, where it is allowed although it may not be public. */
export function isListed(address: string, allowed: readonly Cidr[]): boolean {
  const host = parseAddress(address)
  return host !== undefined && isInListed(allowed, host)
}

function parseAddress(text: string): Cidr | undefined {
  return text.includes('/') ? undefined : parseCidr(text)
}

function isInListed(allowed: readonly Cidr[], host: Cidr): boolean {
  return isIn(isMetadata(host) ? allowed.filter(({ bits }) => bits === host.bits) : allowed, host)
}

function isMetadata(host: Cidr): boolean {
  return isIn(metadataAddresses, host) || isIn(metadataAddresses, embeddedIpv4(host))
}

/** The IPv4 address at the end of an IPv6 address, where translators put it (RFC 6052 with a prefix of 96 bits, RFC 4291 §2.5.5). */
function embeddedIpv4({ family, bits }: Cidr): Cidr {
  return family === 6 ? { family: 4, bits: bits.slice(96) } : { family, bits }
}

function isIn(ranges: readonly Cidr[], address: Cidr): boolean {
  return ranges.some(range => cidrContains(range, address))
}

/** Whether every address of `inner` is in `outer`. */
function cidrContains(outer: Cidr, inner: Cidr): boolean {
  return outer.family === inner.family && inner.bits.startsWith(outer.bits)
}

/** Interface identifiers of ISATAP (RFC 5214 §6.1) embed an IPv4 address under any prefix. */
const isatap = /^[01]{64}000000[01]0{9}0101111011111110/

function isPublic(address: Cidr): boolean {
  if (isIn(nat64, address)) return isPublic(embeddedIpv4(address))
  return (
    isIn(globalUnicast, address) &&
    !isIn(specialRanges, address) &&
    !isIn(metadataAddresses, address) &&
    !isatap.test(address.bits)
  )
}

/**
 * Parses a list of blocks and addresses, separated by commas or white space; an empty text is an empty list.
 *
 * @throws a plain Error that names the first invalid entry.
 */
export function parseCidrs(text: string): readonly Cidr[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(entry => {
      const cidr = parseCidr(entry)
      if (!cidr)
        throw new Error(
          `"${entry}" is not an address or a range of addresses such as 10.0.0.0/8, fd00::/8 or 192.168.1.20; separate several with commas`,
        )
      return cidr
    })
}

const addressLength = { 4: 32, 6: 128 } as const

/**
 * Parses one address or one block, for example `10.0.0.0/8`, `fd00::/8` or `192.0.2.1`, in strict notation only: dotted decimal without
 * leading zeros, or RFC 4291 §2.2. Bits after the prefix are ignored.
 *
 * @returns undefined when the text is neither.
 */
export function parseCidr(text: string): Cidr | undefined {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = isIP(address)
  if (family !== 4 && family !== 6) return undefined
  const length = prefix === undefined ? addressLength[family] : Number(prefix)
  if (length > addressLength[family]) return undefined
  const bits = family === 4 ? ipv4Bits(address) : ipv6Bits(address)
  return unmapped({ family, bits: bits.slice(0, length) })
}

function ipv4Bits(text: string): string {
  return text
    .split('.')
    .map(octet => binary(octet, 10, 8))
    .join('')
}

function binary(digits: string, radix: number, width: number): string {
  return Number.parseInt(digits, radix).toString(2).padStart(width, '0')
}

function ipv6Bits(text: string): string {
  const [head = '', tail = ''] = text.replace(/%.*/, '').split('::').map(groupsBits)
  return head + tail.padStart(128 - head.length, '0')
}

function groupsBits(groups: string): string {
  return groups
    .split(':')
    .filter(Boolean)
    .map(group => (group.includes('.') ? ipv4Bits(group) : binary(group, 16, 16)))
    .join('')
}

/** ::ffff:0:0/96 (RFC 4291 §2.5.5.2) is IPv4 in another notation: the system connects to the IPv4 address. */
function unmapped({ family, bits }: Cidr): Cidr {
  const mapped = `${'0'.repeat(80)}${'1'.repeat(16)}`
  return family === 6 && bits.startsWith(mapped) ? { family: 4, bits: bits.slice(mapped.length) } : { family, bits }
}

/** What IANA has allocated as global unicast: all of IPv4, and 2000::/3 (RFC 4291 §2.4). */
const globalUnicast = parseCidrs('0.0.0.0/0 2000::/3')

/** RFC 6052: how a host with only IPv6 reaches IPv4. The last 32 bits are the IPv4 address. */
const nat64 = parseCidrs('64:ff9b::/96')

/** Blocks inside `globalUnicast` that are not the public internet, or only lead elsewhere: the IANA special-purpose registries (RFC 6890). */
const specialRanges = [
  '0.0.0.0/8', // this network, RFC 791: Linux connects to itself
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598
  '127.0.0.0/8', // loopback, RFC 1122
  '169.254.0.0/16', // link-local, RFC 3927
  '172.16.0.0/12', // private, RFC 1918
  '192.0.0.0/24', // protocol assignments, RFC 6890
  '192.0.2.0/24', // documentation, RFC 5737
  '192.31.196.0/24', // AS112, RFC 7535
  '192.52.193.0/24', // multicast tunnelling, RFC 7450
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '192.168.0.0/16', // private, RFC 1918
  '192.175.48.0/24', // AS112, RFC 7534
  '198.18.0.0/15', // benchmarking, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved, RFC 1112, and broadcast, RFC 919
  '2001::/23', // protocol assignments, RFC 2928: Teredo, benchmarking, AMT, AS112, ORCHID, DRIP
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4, RFC 3056: embeds an IPv4 address; its relays are gone, RFC 7526
  '2620:4f:8000::/48', // AS112, RFC 7534
  '3fff::/20', // documentation, RFC 9637
].flatMap(parseCidrs)

/** Where clouds serve credentials to their machines: only an entry with exactly this address allows one, never a wider block. */
const metadataAddresses = [
  '169.254.169.254', // most clouds
  '169.254.170.2', // AWS containers
  '169.254.170.23', // AWS pods
  '169.254.42.42', // Scaleway
  '169.254.0.23', // Tencent
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Azure: a public address that leads to the host
  '192.0.0.192', // Oracle
  'fd00:ec2::254', // AWS
  'fd00:ec2::23', // AWS pods
  'fd20:ce::254', // Google
  'fd00:42::42', // Scaleway
].flatMap(parseCidrs)
