// The IANA special-purpose address registries (RFC 6890) as data, and the addresses that clouds keep for themselves.
import { parseCidrs } from './cidr.ts'

/** All that IANA has given out as global unicast: IPv4 as a whole, and 2000::/3 (RFC 4291 §2.4). */
export const globalUnicast = parseCidrs('0.0.0.0/0 2000::/3')

/** RFC 6052: how a host with nothing but IPv6 reaches IPv4. The last 32 bits are the IPv4 address. */
export const nat64 = parseCidrs('64:ff9b::/96')

/** Blocks inside `globalUnicast` that are not the public internet, or exist only to lead somewhere else. */
export const specialRanges = [
  '0.0.0.0/8', // this network, RFC 791: Linux dials itself
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
  '2002::/16', // 6to4, RFC 3056: wraps an IPv4 address and has no relays any more, RFC 7526
  '2620:4f:8000::/48', // AS112, RFC 7534
  '3fff::/20', // documentation, RFC 9637
].flatMap(parseCidrs)

/** Where clouds hand secrets to their machines: only an entry with exactly this address opens one, never a wider block. */
export const metadataAddresses = [
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
