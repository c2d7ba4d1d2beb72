import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNetworkRules } from './network-rules.ts'

const internet = createNetworkRules([])

const elsewhere = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
  ],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.0.1'],
  ...['198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  ...['255.255.255.255', '::', '::1', '::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a9fe:a9fe'],
  ...['::7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:0:4136:e378::1', '2001:db8::1'],
  ...[
    '2002:7f00:1::1',
    '2002:a00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ],
  ...['', 'example.com', '10.0.0.1.example.com', '1.2.3'],
]
const onTheInternet = [
  ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...[
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ],
  ...['2606:4700::1111', '2a00:1450:4001::1', '2001:200::1', '2003::1', '3ffe::1'],
]

for (const address of elsewhere)
  test(`${address || 'no address'} is refused`, () => assert.equal(internet.admits(address, 'https:'), false))

for (const address of onTheInternet)
  test(`${address} is admitted with TLS and refused without`, () => {
    assert.equal(internet.admits(address, 'https:'), true)
    assert.equal(internet.admits(address, 'http:'), false)
  })

test('a URL to a forbidden address is refused in every notation of the address', () => {
  for (const host of [
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'],
    ...[
      '[0:0:0:0:0:ffff:7f00:1]',
      'localhost',
      'localhost.',
      'a.localhost',
      '10.1.2.3',
      '169.254.169.254',
      '[fe80::1]',
    ],
    ...['[64:ff9b::a9fe:a9fe]', '1２7.0.0.1', '127。0。0。1', '0', '[2002:7f00:1::]'],
  ])
    assert.match(internet.refusalOf(new URL(`https://${host}/hooks`)) ?? 'admitted', /not on the internet/, host)
})

test('only https without credentials is allowed, to any host on the internet', () => {
  for (const url of [
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:,x',
  ])
    assert.match(internet.refusalOf(new URL(url)) ?? 'admitted', /https/, url)
  for (const url of ['https://user@example.com/', 'https://:secret@example.com/'])
    assert.match(internet.refusalOf(new URL(url)) ?? 'admitted', /user name or password/, url)
  for (const url of [
    'https://example.com/hooks',
    'https://example.com:8443/?a=b',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
  ])
    assert.equal(internet.refusalOf(new URL(url)), undefined, url)
})

test('an allowed network is admitted even without TLS, and no other network is', () => {
  const sandbox = createNetworkRules(['loopback', '10.1.0.0/16', '192.168.7.7', 'fd00::/8'])
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '10.1.2.3', '192.168.7.7', 'fd12::1'])
    for (const protocol of ['http:', 'https:']) assert.equal(sandbox.admits(address, protocol), true, address)
  for (const address of ['10.2.0.1', '192.168.7.8', '169.254.169.254', 'fe80::1'])
    assert.equal(sandbox.admits(address, 'https:'), false, address)
  assert.equal(sandbox.admits('1.1.1.1', 'http:'), false)
  assert.equal(sandbox.refusalOf(new URL('http://localhost:9000/')), undefined)
  assert.notEqual(sandbox.refusalOf(new URL('http://1.1.1.1/')), undefined)
})
