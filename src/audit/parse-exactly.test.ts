import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/support/fast-check.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { parseExactly } from './parse-exactly.ts'

test('canonicalJson: the example of RFC 8785, section 3.2.2, has the text of the RFC', () => {
  const value = JSON.parse(
    '{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],' +
      '"string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/", "literals": [null, true, false]}',
  )
  assert.equal(
    canonicalJson(value),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('canonicalJson: names are sorted by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
  const names = ['€', '\r', '\ufb33', '1', '😀', '\u0080', 'ö']
  const sorted = ['\r', '1', '\u0080', 'ö', '€', '😀', '\ufb33']
  const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))
  assert.equal(text, `{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`)
})

test('canonicalJson of parseExactly: a value written as JSON comes back as the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const text = JSON.stringify(value)
      assert.equal(canonicalJson(parseExactly(text)), canonicalJson(JSON.parse(text)))
    }),
  )
})

test("parseExactly: digits beyond a double's precision show; insignificant zeros do not", () => {
  const canonical = (text: string) => canonicalJson(parseExactly(text))
  assert.equal(canonical('[1, 1.0, 1.00, -0.50, 0.0, 0, 1000000000000000000000]'), '[1,1,1,-0.5,0,0,1e+21]')
  assert.notEqual(canonical('0.1'), canonical('0.10000000000000000001'))
  assert.notEqual(canonical('9007199254740992'), canonical('9007199254740993'))
})
