// Address rules alone: which IP addresses a stranger may make us dial.
import { type Cidr, contains, readCidr } from './cidr.ts'
import { globalUnicast, metadataAddresses, nat64, specialRanges } from './special-ranges.ts'

/** Interface identifiers of ISATAP (RFC 5214 §6.1) wrap an IPv4 address under any prefix. */
const isatap = /^[01]{64}000000[01]0{9}0101111011111110/

const isIn = (ranges: readonly Cidr[], address: Cidr) => ranges.some(range => contains(range, address))

const isPublic = (address: Cidr): boolean =>
  isIn(nat64, address)
    ? isPublic({ family: 4, bits: address.bits.slice(96) })
    : isIn(globalUnicast, address) &&
      !isIn(specialRanges, address) &&
      !isIn(metadataAddresses, address) &&
      !isatap.test(address.bits)

/** Where translators put an IPv4 address: at the end (RFC 6052 with a prefix of 96 bits, RFC 4291 §2.5.5). */
const atItsEnd = ({ family, bits }: Cidr): Cidr =>
  family === 6 ? { family: 4, bits: bits.slice(96) } : { family, bits }

const isMetadata = (host: Cidr) => isIn(metadataAddresses, host) || isIn(metadataAddresses, atItsEnd(host))

/**
 * Whether a connection to this address is allowed: it is global unicast and in no special-purpose block, or listed.
 * An address inside another one (IPv4-mapped, NAT64) is judged as that one; every other wrapping is refused.
 * @param address an IP address in strict spelling, as a resolver or WHATWG URL writes it, without brackets; all else is refused.
 * @param allowed blocks that are open beside the public internet; a cloud's metadata address, also at the end of an IPv6
 *   address, needs an entry of its own.
 */
export const isAllowed = (address: string, allowed: readonly Cidr[]): boolean => {
  const host = address.includes('/') ? undefined : readCidr(address)
  if (!host) return false
  const listed = isMetadata(host) ? allowed.filter(({ bits }) => bits === host.bits) : allowed
  return isIn(listed, host) || isPublic(host)
}
