import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualTime } from '../../test/support/manual-time.ts'
import { createRateLimits, DELAY_MS, MAX_DELAYED } from './rate-limits.ts'

test('after as many refusals as its limit, an address gets delayed 429s; other addresses do not', async () => {
  const time = manualTime()
  const limit = { quota: 3, seconds: 1 }
  const rateLimits = createRateLimits({ perClient: undefined, bytesPerAddress: undefined, perAddress: limit }, time)
  const answered: string[] = []
  const ask = (address: string) => {
    const counted = rateLimits.ofAddress(address)!
    if (!counted.admitted) rateLimits.refuse(counted, () => answered.push(address))
    return counted.admitted
  }
  const flood = (count: number) => Array.from({ length: count }, () => ask('192.0.2.1'))
  assert.deepEqual(flood(3), [true, true, true])
  flood(3)
  assert.equal(answered.splice(0).length, 3, 'the first refusals are immediate')
  flood(2)
  assert.equal(answered.length, 0)
  for (let count = 0; count < 4; count++) ask('192.0.2.2')
  assert.deepEqual(answered.splice(0), ['192.0.2.2'], 'so are those of another address')
  await time.advance(DELAY_MS.from - 1)
  assert.equal(answered.length, 0)
  await time.advance(DELAY_MS.to - DELAY_MS.from + 1)
  assert.equal(answered.splice(0).length, 2)

  flood(MAX_DELAYED + 5)
  assert.equal(answered.splice(0).length, 5, 'only a limited number is delayed')
  await time.advance(DELAY_MS.to)
  assert.equal(answered.splice(0).length, MAX_DELAYED)
  await time.advance(1_000)
  assert.deepEqual(flood(4), [true, true, true, false])
  assert.equal(answered.length, 1, 'after a pause refusals are immediate again')
})
