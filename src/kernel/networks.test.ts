import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNetwork, networksOf } from './networks.ts'

test('a network is an address, or an address with a prefix that fits it', () => {
  for (const text of ['203.0.113.7', '203.0.113.0/24', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32', '::1/128'])
    assert.equal(isNetwork(text), true, text)
  for (const text of [
    '',
    'loopback',
    '203.0.113',
    '203.0.113.0/33',
    '203.0.113.0/0',
    '::/129',
    '1.2.3.4/8/8',
    'fe80::1%eth0',
  ])
    assert.equal(isNetwork(text), false, text)
})

test('an address is in a network up to its exact edge, also mapped into IPv6', () => {
  const networks = networksOf(['203.0.113.0/25', '2001:db8::/48', 'loopback'])
  for (const address of [
    '203.0.113.0',
    '203.0.113.127',
    '::ffff:203.0.113.127',
    '2001:db8:0:ffff::1',
    '127.0.0.9',
    '::1',
  ])
    assert.equal(networks.includes(address), true, address)
  for (const address of ['203.0.113.128', '::ffff:203.0.113.128', '2001:db8:1::1', '', 'localhost', '203.0.113.1x'])
    assert.equal(networks.includes(address), false, address)
})
