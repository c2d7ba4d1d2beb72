import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countryOfBic, isBic } from './bic.ts'

test('isBic: eight or eleven characters, of which the first four may be digits', () => {
  for (const bic of [
    'COBADEFF',
    'cobadeffxxx',
    '1OBADEFF',
    '1234DEFF',
    'A1B2GB22',
    'MIDLJESH',
    'NCBVKOXX'.replace('KO', 'XK'),
  ])
    assert.ok(isBic(bic), bic)
  for (const bic of [
    '',
    'COBA',
    'COBADEFFX',
    'COBADEFFXX',
    'COBAD1FF',
    'COBAZZFF',
    'COBA DEFF',
    'CÖBADEFF',
    '12345678',
  ])
    assert.ok(!isBic(bic), bic)
  assert.equal(countryOfBic('1obadeff'), 'DE')
})
