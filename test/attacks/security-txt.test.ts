import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { startTestService } from '../support/test-service.ts'

test('a finder of a weakness reads where to report it, with an expiry within a year', async (t) => {
  const service = await startTestService({ securityContact: 'mailto:security@bank.example' })
  t.after(() => service.stop())
  const reply = await fetch(`${service.baseUrl}/.well-known/security.txt`)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('content-type'), 'text/plain; charset=utf-8')
  const [contact, expires, ...rest] = (await reply.text()).trimEnd().split('\n')
  assert.equal(contact, 'Contact: mailto:security@bank.example')
  const left = Temporal.Instant.from(expires!.replace('Expires: ', '')).since(service.app.systemClock.now())
  assert.ok(left.total('hours') > 24 * 170 && left.total('hours') < 24 * 365)
  assert.deepEqual(rest, ['Preferred-Languages: en', `Canonical: ${service.baseUrl}/.well-known/security.txt`])
})

test('a service without a contact publishes none, and does not make one up', async (t) => {
  const service = await startTestService()
  t.after(() => service.stop())
  assert.equal((await fetch(`${service.baseUrl}/.well-known/security.txt`)).status, 404)
})
