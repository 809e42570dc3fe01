// The hosts file: names that the machine knows by itself, before anybody is asked (hosts(5)).
import type { LookupAddress } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** Where Unix has it; containers change it while they run, so it is read each time. */
export const hostsFile = '/etc/hosts'

/** @returns the addresses of a name in the order of the file; none when it is not there, or there is no file. */
export const addressesInHosts = async (hostname: string, file: string): Promise<readonly LookupAddress[]> => {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').flatMap(line => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    return family > 0 && names.some(known => known.toLowerCase() === name) ? [{ address, family }] : []
  })
}
