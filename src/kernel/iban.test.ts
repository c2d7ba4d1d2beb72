import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfAccountNumber, isIban, plainAccountNumber } from './iban.ts'

test('plainAccountNumber: an IBAN in any written form is electronic, and any other number keeps its case', () => {
  for (const written of [
    'DE89370400440532013000',
    'de89 3704 0044 0532 0130 00',
    'IBAN DE89 3704 0044 0532 0130 00',
    'iban:DE89-3704-0044-0532-0130-00',
    'DE89\u00a03704\u202f0044\u20090532\u20070130\u300000',
  ])
    assert.equal(plainAccountNumber(written), 'DE89370400440532013000', written)
  for (const [written, plain] of [
    ['7001-002 003', '7001002003'],
    ['abC 12', 'abC12'],
    ['us12 3456 7890 1234 567', 'us12345678901234567'],
    ['IBAN-12345', 'IBAN12345'],
    ['ibanez 5', 'ibanez5'],
  ] as const)
    assert.equal(plainAccountNumber(written), plain)
})

const JERSEY = 'GB29NWBK60161331926819'
const RIGHT: readonly (readonly [number: string, country: string])[] = [
  ['DE89370400440532013000', 'DE'],
  ...(['GB', 'JE', 'GG', 'IM'] as const).map((country) => [JERSEY, country] as const),
  ...(['FR', 'GP', 'MQ', 'RE', 'PF', 'NC', 'WF', 'MF', 'BL'] as const).map(
    (country) => ['FR1420041010050500013M02606', country] as const,
  ),
  ['FI2112345600000785', 'AX'],
  ['MT84MALT011000012345MTLCAST001S', 'MT'],
  ['HN88CABF00000000000250005469', 'HN'],
  ['BI4210000100010000332045181', 'BI'],
  ['FK88SC123456789012', 'FK'],
  ['DJ2100010000000154000100186', 'DJ'],
  ['12345678', 'JE'],
  ['0001234567', 'HN'],
  ['700100200300', 'US'],
  ['US12345678901234567', 'US'],
  ['JP123456789012345', 'JP'],
]
test('faultOfAccountNumber: IBANs of the registry, those of territories, and plain numbers elsewhere', () => {
  for (const [number, country] of RIGHT)
    assert.equal(faultOfAccountNumber(number, country), undefined, `${number} ${country}`)
})

test('faultOfAccountNumber: what has the form of an IBAN is checked as one in every country', () => {
  for (const [number, country, says] of [
    ['GB29NWBK60161331926818', 'JE', 'begins like an IBAN'],
    ['GB29NWBK6016133192681', 'GG', 'begins like an IBAN'],
    ['JE29NWBK60161331926819', 'JE', 'begins like an IBAN'],
    ['HN88CABF00000000000250005468', 'HN', 'begins like an IBAN'],
    ['HN88CABF0000000000025000546', 'HN', 'begins like an IBAN'],
    ['DE89370400440532013001', 'US', 'begins like an IBAN'],
    ['DE89370400440532013000', 'US', 'is an IBAN of DE, but the bank is in US'],
    ['DE89370400440532013000', 'JE', 'is an IBAN of DE, but the bank is in JE'],
    [JERSEY, 'DE', 'is an IBAN of GB, but the bank is in DE'],
    [JERSEY, 'HN', 'is an IBAN of GB, but the bank is in HN'],
    ['NO9386011117947', 'US', 'is an IBAN of NO'],
    ['0532013000', 'DE', 'must be an IBAN with valid check digits'],
    ['FR1420041010050500013M02607', 'GP', 'must be an IBAN with valid check digits'],
  ] as const)
    assert.match(faultOfAccountNumber(number, country) ?? '', new RegExp(says), `${number} ${country}`)
})

test('isIban: in electronic form only', () => {
  assert.ok(isIban('DE89370400440532013000'))
  for (const number of ['DE89 3704 0044 0532 0130 00', 'de89370400440532013000', 'DE00370400440532013000', '', 'DE89'])
    assert.ok(!isIban(number), number)
})
