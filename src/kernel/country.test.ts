import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCountry } from './country.ts'

test('isCountry: the 249 codes of ISO 3166-1 and XK, in capitals, and nothing else', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const known = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
  assert.equal(known.length, 250)
  for (const code of ['US', 'GB', 'DE', 'SS', 'CW', 'XK']) assert.ok(known.includes(code), code)
  // Not assigned, reserved, an alias of the United Kingdom, withdrawn.
  for (const code of ['ZZ', 'XX', 'EU', 'UK', 'AN', 'us', 'USA', '', 'constructor'])
    assert.equal(isCountry(code), false, code)
})
