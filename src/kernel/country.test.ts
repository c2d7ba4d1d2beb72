import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryCodeOf, isCountry } from './country.ts'

test('isCountry: the 249 codes of ISO 3166-1 and XK, in capitals, and nothing else', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const known = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)
  assert.equal(known.length, 250)
  for (const code of ['US', 'GB', 'DE', 'SS', 'CW', 'XK']) assert.ok(known.includes(code), code)
  // Not assigned, reserved, an alias of the United Kingdom, withdrawn.
  for (const code of ['ZZ', 'XX', 'EU', 'UK', 'AN', 'us', 'USA', '', 'constructor'])
    assert.equal(isCountry(code), false, code)
})

test('countryCodeOf: alpha-2, alpha-3 and English names, in any case, become alpha-2', () => {
  const meant: [string, string][] = [
    ['us', 'US'],
    ['usa', 'US'],
    ['United States', 'US'],
    ['united states of america', 'US'],
    ['The Netherlands', 'NL'],
    ['Cote d’Ivoire', 'CI'],
    ["Côte d'Ivoire", 'CI'],
    [' DEU ', 'DE'],
    ['kosovo', 'XK'],
    ['Trinidad & Tobago', 'TT'],
    ['Trinidad and Tobago', 'TT'],
  ]
  for (const [text, code] of meant) assert.equal(countryCodeOf(text), code, text)
  for (const text of ['', 'ZZ', 'Atlantis', 'constructor', 'U', '__proto__'])
    assert.equal(countryCodeOf(text), undefined, text)
})
