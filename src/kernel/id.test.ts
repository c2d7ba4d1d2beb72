import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from './clock.ts'
import { isUuid, newId } from './id.ts'

test('ids sort in the order they were made in, within a millisecond and across', () => {
  const clock = fixedClock('2026-07-01T14:00:00Z')
  const ids: string[] = []
  for (let millisecond = 0; millisecond < 5; millisecond++) {
    for (let n = 0; n < 1000; n++) ids.push(newId(clock.now()))
    clock.advance({ milliseconds: 1 })
  }
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
})

test('a UUID in either case is one, and nothing else is', () => {
  const id = newId(fixedClock('2026-07-01T14:00:00Z').now())
  for (const uuid of [id, id.toUpperCase()]) assert.equal(isUuid(uuid), true)
  for (const text of ['', 'x', id.slice(1), `${id}0`, id.replaceAll('-', ''), ` ${id}`])
    assert.equal(isUuid(text), false)
})
