import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook } from '../../sdk/src/webhooks.ts'
import { generateWebhookSecret, signatureHeaders } from '../../src/webhooks/signature.ts'

const NOW = Date.parse('2026-07-01T14:00:00Z')
const secret = generateWebhookSecret()
const body = JSON.stringify({ eventUID: 'e1', type: 'payment.created', data: { note: 'Ünïcode' } })
const message = { id: 'e1', timestamp: NOW / 1000, body }
const sign = (...secrets: string[]) => signatureHeaders(secrets, message)
const received = { headers: sign(secret), body, secrets: [secret], now: NOW }

test('verifyWebhook: a message that the service signed is read, whatever form its parts have', async () => {
  for (const form of [
    received,
    { ...received, body: new TextEncoder().encode(body) },
    { ...received, headers: new Headers(received.headers) },
    {
      ...received,
      headers: Object.fromEntries(Object.entries(received.headers).map(([name, one]) => [name.toUpperCase(), [one]])),
    },
  ]) {
    const { data, id, error } = await verifyWebhook(form)
    assert.equal(error, undefined)
    assert.equal(id, 'e1')
    assert.deepEqual(data, JSON.parse(body))
  }
})

const reasonOf = async (change: Partial<Parameters<typeof verifyWebhook>[0]>) =>
  (await verifyWebhook({ ...received, ...change })).error?.reason

test('verifyWebhook: a message changed in its body, its id, its time or its signature is refused', async () => {
  assert.equal(await reasonOf({ body: body.replace('created', 'deleted') }), 'badSignature')
  for (const [name, value] of [
    ['webhook-id', 'e2'],
    ['webhook-timestamp', String(NOW / 1000 + 1)],
    ['webhook-signature', 'v1,AAAA'],
    ['webhook-signature', received.headers['webhook-signature']!.replace('v1,', 'v2,')],
    ['webhook-signature', 'v1,%%% v1'],
  ] as const)
    assert.equal(
      await reasonOf({ headers: { ...received.headers, [name]: value } }),
      'badSignature',
      `${name}: ${value}`,
    )
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.equal(await reasonOf({ headers: { ...received.headers, [name]: undefined } }), 'unsigned', name)
})

test('verifyWebhook: a message is taken for 300 seconds before and after, and not a second longer', async () => {
  for (const seconds of [300, -300]) assert.equal(await reasonOf({ now: NOW + seconds * 1000 }), undefined)
  for (const seconds of [301, -301]) assert.equal(await reasonOf({ now: NOW + seconds * 1000 }), 'notRecent')
  assert.equal(await reasonOf({ now: NOW + 11_000, toleranceSeconds: 10 }), 'notRecent')
  for (const timestamp of ['NaN', '1e9', '', ' ', '-1', '0x1'])
    assert.ok(await reasonOf({ headers: { ...received.headers, 'webhook-timestamp': timestamp } }), timestamp)
})

test('verifyWebhook: while a secret is changed, either secret verifies; afterwards, the old one does not', async () => {
  const next = generateWebhookSecret()
  const both = sign(secret, next)
  assert.equal(await reasonOf({ headers: both, secrets: [secret] }), undefined)
  assert.equal(await reasonOf({ headers: both, secrets: [next] }), undefined)
  assert.equal(await reasonOf({ headers: sign(next), secrets: [secret, next] }), undefined)
  assert.equal(await reasonOf({ headers: sign(next), secrets: [secret] }), 'badSignature')
  assert.equal(await reasonOf({ secrets: [] }), 'badSignature')
})

test('verifyWebhook: a secret that is none is an error of the program, not of the message', async () => {
  for (const bad of ['', 'whsec_', 'whsec_%%%'])
    await assert.rejects(verifyWebhook({ ...received, secrets: [bad] }), TypeError)
})
