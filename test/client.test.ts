// Client identity: the API key, else the IPv4 address, else the IPv6 /64 network.
import { networkInterfaces } from 'node:os'
import Fastify from 'fastify'
import t from 'tap'
import { clientOf } from '../plugins/shared/auth.ts'
import { startService } from './helpers/service.ts'

const clients: Readonly<Record<string, string>> = {
  '192.0.2.1': 'ip:192.0.2.1',
  '::ffff:192.0.2.1': 'ip:192.0.2.1',
  '::ffff:c000:201': 'ip:192.0.2.1',
  '::FFFF:192.0.2.1': 'ip:192.0.2.1',
  '2001:db8:1:2:3:4:5:6': 'ip:2001:db8:1:2::/64',
  '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff': 'ip:2001:db8:1:2::/64',
  '2001:db8:1:2::': 'ip:2001:db8:1:2::/64',
  '2001:db8:1:3::1': 'ip:2001:db8:1:3::/64',
  '2001:db8::1': 'ip:2001:db8::/64',
  '2001:db8:0:10::1': 'ip:2001:db8:0:10::/64',
  '2001:db8:10::1': 'ip:2001:db8:10::/64',
  '64:ff9b::192.0.2.1': 'ip:64:ff9b::/64',
  'fe80::1%eth0': 'ip:fe80::/64',
  'fe80::2%25en1': 'ip:fe80::/64',
  '::1': 'ip:::/64',
  unknown: 'ip:unknown',
  '192.0.2.1/8': 'ip:unknown',
  '192.0.2.1:5678': 'ip:unknown',
}

t.test('an address is that of its client or of its network', async t => {
  const app = Fastify({ trustProxy: 'loopback' })
  app.get('/', async request => [clientOf(request), clientOf(request)])
  for (const [address, client] of Object.entries(clients)) {
    const answer = await app.inject({ url: '/', headers: { 'x-forwarded-for': address } })
    t.same(answer.json(), [client, client], address)
  }
})

t.test('the rate limit counts an IPv6 network and an IPv4 address as one client each', async t => {
  const { get } = await startService(t, { RATE_LIMIT: '2', TRUST_PROXY: 'loopback' })
  const statusFrom = async (address: string) =>
    (await get('/openapi.json', { headers: { 'x-forwarded-for': address } })).statusCode
  const statuses = []
  for (const address of [
    ...['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1'],
    ...['198.51.100.7', '::ffff:198.51.100.7', '198.51.100.7', '198.51.100.8'],
  ])
    statuses.push(await statusFrom(address))
  t.same(statuses, [200, 200, 429, 200, 200, 200, 429, 200])
})

t.test('a key counts apart from the address and from a key or an address of that name', async t => {
  const { get } = await startService(t, {
    RATE_LIMIT: '1',
    API_KEYS: 'ip:first,unknown:second',
    TRUST_PROXY: 'loopback',
  })
  const status = async (key: string, address: string) => {
    const headers = { 'x-api-key': key, 'x-forwarded-for': address }
    return (await get('/api/v1/export/txt/api-spec', { headers })).statusCode
  }
  t.equal(await status('second', '192.0.2.1'), 200)
  t.equal(await status('second', '192.0.2.2'), 429, 'from anywhere')
  t.equal(await status('first', '192.0.2.1'), 200)
  t.equal(await status('wrong', 'unknown'), 401)
  t.equal(await status('wrong', 'unknown'), 429)
})

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some(face => face?.address === '::1')

t.test('real connections to a socket of both families', { skip: !hasIpv6 && 'this machine has no IPv6' }, async t => {
  const app = Fastify()
  app.get('/', async request => clientOf(request))
  const { port } = new URL(await app.listen({ port: 0, host: '::' }))
  t.teardown(() => app.close())
  t.equal(await (await fetch(`http://[::1]:${port}/`)).text(), 'ip:::/64')
  t.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'ip:127.0.0.1')
})
