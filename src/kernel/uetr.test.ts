import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { newId } from './id.ts'
import { paymentIdOf, uetrOf } from './uetr.ts'

const now = Temporal.Instant.from('2026-07-01T14:00:00Z')

test('uetrOf: the UETR is a UUID of version 4, and always the same for a payment', () => {
  const id = newId(now)
  assert.match(uetrOf(id), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(uetrOf(id), uetrOf(id))
})

test('paymentIdOf: the UETR of a payment names it, in either case of its letters', () => {
  const id = newId(now)
  assert.equal(paymentIdOf(uetrOf(id)), id)
  assert.equal(paymentIdOf(uetrOf(id).toUpperCase()), id)
})

test('paymentIdOf: a text that is no UETR names no payment', () => {
  for (const text of ['', 'UETR', newId(now)]) assert.equal(paymentIdOf(text), undefined)
})
