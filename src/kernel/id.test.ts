import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from './clock.ts'
import { derivedId, firstIdAt, isUuid, newId } from './id.ts'

test('ids sort in the order of their creation, within a millisecond and across', () => {
  const clock = fixedClock('2026-07-01T14:00:00Z')
  const ids: string[] = []
  for (let millisecond = 0; millisecond < 5; millisecond++) {
    for (let n = 0; n < 1000; n++) ids.push(newId(clock.now()))
    clock.advance({ milliseconds: 1 })
  }
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
})

test('ids of a clock that stands still keep their order, whatever other clocks make between them', () => {
  const standing = fixedClock('2026-07-01T14:00:00Z').now()
  const moving = fixedClock('2026-08-01T14:00:00Z')
  const ids: string[] = []
  for (let n = 0; n < 300; n++) {
    ids.push(newId(standing))
    for (let other = 0; other < n % 50; other++) {
      moving.advance({ milliseconds: 1 })
      newId(moving.now())
    }
  }
  assert.deepEqual([...ids].sort(), ids)
})

test('isUuid: a UUID in upper or lower case, and no other text', () => {
  const id = newId(fixedClock('2026-07-01T14:00:00Z').now())
  for (const uuid of [id, id.toUpperCase()]) assert.equal(isUuid(uuid), true)
  for (const text of ['', 'x', id.slice(1), `${id}0`, id.replaceAll('-', ''), ` ${id}`])
    assert.equal(isUuid(text), false)
})

test('derived ids are UUIDs of the same millisecond, one for each number, and the same each time', () => {
  const id = newId(fixedClock('2026-07-01T14:00:00Z').now())
  const derived = Array.from({ length: 1000 }, (_, number) => derivedId(id, number))
  assert.equal(new Set([id, ...derived]).size, 1001)
  for (const [number, one] of derived.entries()) {
    assert.match(one, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(one.slice(0, 13), id.slice(0, 13))
    assert.equal(derivedId(id, number), one)
  }
})

test('firstIdAt: ids of the moment sort after it, ids of the millisecond before sort before it', () => {
  const clock = fixedClock('2026-07-01T14:00:00Z')
  const first = firstIdAt(clock.now())
  const before = clock.now().subtract({ milliseconds: 1 })
  for (let n = 0; n < 1000; n++) {
    assert.ok(newId(clock.now()) >= first)
    assert.ok(newId(before) < first)
  }
  assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-7000-8000-0{12}$/)
})
