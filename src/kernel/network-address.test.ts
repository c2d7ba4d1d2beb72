import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAddress } from './network-address.ts'

for (const [text, address] of [
  ['203.0.113.2', '203.0.113.2'],
  ['203.0.113.2:50001', '203.0.113.2'],
  ['"203.0.113.2:50001"', '203.0.113.2'],
  ['::ffff:203.0.113.2', '203.0.113.2'],
  ['::FFFF:cb00:7102', '203.0.113.2'],
  ['0:0:0:0:0:ffff:203.0.113.2', '203.0.113.2'],
  ['[::ffff:203.0.113.2]:50001', '203.0.113.2'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:50001', '2001:db8::1'],
  ['"[2001:db8::1]:50001"', '2001:db8::1'],
  ['2001:db8:1:2:3:4:5:6:50001', '2001:db8:1:2:3:4:5:6'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['::1', '::1'],
  ['::', '::'],
  ['', undefined],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['203.0.113.2:', undefined],
  ['203.0.113.2:500011', undefined],
  ['203.0.113', undefined],
  ['203.0.113.002', undefined],
  ['[203.0.113.2', undefined],
  ['2001:db8::1::2', undefined],
  ['203.0.113.0/24', undefined],
  ['host.example:443', undefined],
] as const)
  test(`parseAddress: ${text} is ${address}`, () => assert.equal(parseAddress(text), address))
