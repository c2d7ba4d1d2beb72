import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectionTo } from './password-rules.ts'

const about = {
  loginId: 'grace.hopper',
  firstName: 'Grace',
  lastName: 'Hopper-Müller',
  email: 'grace@blue-harbor.example',
  institution: 'Giro Sandbox Bank',
}
const objection = (password: string) => objectionTo(password.normalize('NFKC'), about)

test('objectionTo: twelve characters are enough and eleven are not, counted as a person counts', () => {
  assert.equal(objection('velvet-otter'), undefined)
  assert.match(objection('velvet-otte')!, /at least 12/)
  // Eleven emoji are 22 units of UTF-16.
  assert.match(objection([...'🦊🐙🌵🚲🎈🧊🪁🍩🧭🪴🛶'].join(''))!, /at least 12/)
})

test('objectionTo: 256 characters are accepted and 257 are not', () => {
  const long = Array.from({ length: 257 }, (_, at) => String.fromCharCode(97 + ((at * at * 7) % 26))).join('')
  assert.equal(objection(`${long.slice(0, 250)}vortex`), undefined)
  assert.match(objection(`${long.slice(0, 251)}vortex`)!, /at most 256/)
})

for (const common of [
  ...['password1234', 'Password123!', 'P@ssw0rd2026', '123456789012', 'qwertyuiop12', 'QWERTYuiopas', '098765432109'],
  ...['iloveyou1234', 'letmeinplease', 'WelcomeToTheBank1', 'summer-2026-summer', 'abcdefghijkl', 'aaaaaaaaaaaa'],
  ...['abababababab', 'Football!2026', 'changeme-changeme', '2026.12.31.2026', 'correcthorsebatterystaple'],
])
  test(`objectionTo: ${common} is refused as too common`, () => assert.notEqual(objection(common), undefined))

for (const own of ['grace.hopper', 'GraceHopper1906', 'Hopper-Müller!', 'grace@blue-harbor.example', 'GiroSandboxBank'])
  test(`objectionTo: ${own} is refused, because it is a name of the person or the institution`, () =>
    assert.notEqual(objection(own), undefined))

for (const good of [
  'velvet otter parade',
  'k7#Rq9!zLm2x',
  'Ein Löffel voll Nebel',
  '夏の夜に蛍が飛ぶ川のほとり',
  'tax-otter-harbor-9',
])
  test(`objectionTo: ${good} is accepted`, () => assert.equal(objection(good), undefined))
