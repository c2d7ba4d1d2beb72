import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseActor } from './find-actor.ts'

test('a user is one actor in any spelling of its identifier, so that one cancellation runs for it', () => {
  const userUID = '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d'
  for (const spelling of [userUID, userUID.toUpperCase()])
    assert.deepEqual(parseActor({ userUID: spelling }), { ok: true, value: { kind: 'User', id: userUID } })
})

test('an actor is named by exactly one field', () => {
  for (const named of [{}, { apiKey: 'one', customerUID: '1' }]) assert.equal(parseActor(named).ok, false)
})
