// Whom a request counts for: the rate limit, fair shares of resources and the log use the same name.
import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { parseCidr } from '../../../src/fetch/ip-policy.ts'
import { holderOf } from './callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What `clientOf` found; empty until it is asked. */
    client: string
  }
}

/**
 * @returns the name of the API key (`key:ci`), else the IPv4 address (`ip:192.0.2.1`), else the IPv6 network
 *   (`ip:2001:db8:1:2::/64`): a subscriber gets at least 64 bits of IPv6 (RFC 6177), so a single address says nothing.
 */
export function clientOf(request: FastifyRequest): string {
  const holder = holderOf(request)
  request.client ||= holder === undefined ? `ip:${networkOf(request.ip)}` : `key:${holder}`
  return request.client
}

/** @param address undefined where the socket is closed already; X-Forwarded-For of a trusted proxy may hold any text */
export function networkOf(address: string | undefined): string {
  const text = String(address)
  if (isIPv4(text)) return text
  const cidr = isIP(text) === 6 ? parseCidr(text) : undefined
  if (!cidr) return 'unknown'
  return cidr.family === 4 ? numbersOf(cidr.bits, /.{8}/g).join('.') : prefixOf(cidr.bits)
}

function prefixOf(bits: string): string {
  const groups = numbersOf(bits.slice(0, 64), /.{16}/g).map(group => group.toString(16))
  return `${groups.join(':').replace(/(?:(?:^|:)0)+$/, '')}::/64`
}

function numbersOf(bits: string, group: RegExp): readonly number[] {
  return [...bits.matchAll(group)].map(([digits]) => Number.parseInt(digits, 2))
}
