// Addresses that do not answer: a network namespace with two of them.
import { execFileSync } from 'node:child_process'
import type { Test } from 'tap'
import { ipPath, needs } from './tools.ts'

function ip(...words: readonly string[]): void {
  execFileSync(ipPath ?? '', words, { stdio: 'pipe' })
}

/** Names and addresses that no other run on this machine has: RFC 2544 keeps 198.18.0.0/15 for tests. */
const name = `away-${process.pid}`
const subnet = `198.18.${process.pid % 256}`

function findObstacle(): string | false {
  const { skip } = needs('ip')
  if (skip) return skip
  try {
    ip('netns', 'add', name)
    ip('netns', 'delete', name)
    return false
  } catch {
    return 'needs network namespaces: run it as root with CAP_SYS_ADMIN and CAP_NET_ADMIN'
  }
}

/** The subnet that all files of a run share: Chromium cancels its requests when an interface is added or removed. */
const shared = process.env.TEST_UNREACHABLE

/** Options of a tap test that calls `startNamespace`: it is skipped, with the reason, where the machine allows none. */
export const namespaces = { skip: shared === undefined && findObstacle() } as const

/** @returns two hosts: the first drops every answer, the second does not exist */
export function startNamespace(t: Test): { readonly dropping: string; readonly missing: string } {
  if (shared === undefined) t.teardown(addNamespace().remove)
  const found = shared ?? subnet
  return { dropping: `${found}.2`, missing: `${found}.3` }
}

/** Adds the namespace, and a pair of interfaces between it and this machine. */
export function addNamespace(): { readonly subnet: string; readonly remove: () => void } {
  const host = `${subnet}.1`
  const outside = `${process.pid}a`
  const inside = `${process.pid}b`
  // This also removes the pair of interfaces.
  const remove = () => ip('netns', 'delete', name)
  ip('netns', 'add', name)
  try {
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', name)
    ip('address', 'add', `${host}/24`, 'dev', outside)
    ip('link', 'set', outside, 'up')
    ip('-n', name, 'address', 'add', `${subnet}.2/24`, 'dev', inside)
    ip('-n', name, 'link', 'set', inside, 'up')
    ip('-n', name, 'route', 'add', 'blackhole', `${host}/32`)
  } catch (error) {
    remove()
    throw error
  }
  return { subnet, remove }
}
