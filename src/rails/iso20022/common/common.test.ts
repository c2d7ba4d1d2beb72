import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAccount, writeAccount } from './account.ts'
import { readAddress, writeAddress } from './address.ts'
import { readBank, writeBank } from './bank.ts'
import { readParty, UNNAMED, writeParty } from './party.ts'
import { readRemittance } from './remittance.ts'
import { elementText, pieces } from './text.ts'

const address = {
  streetName: 'Main Street',
  buildingNumber: '1',
  postCode: '10001',
  townName: 'New York',
  countrySubDivision: 'NY',
  country: 'US',
}

test('an address is structured, or hybrid with lines, and reads back as it was', () => {
  for (const one of [address, { ...address, lines: ['Suite 5', 'Care of Smith'] }])
    assert.deepEqual(readAddress(writeAddress(one)), one)
})

test('an address without a town or a country is left out', () => {
  assert.equal(writeAddress({ country: 'US', lines: ['1 Main Street'] }), undefined)
  assert.equal(writeAddress({ townName: 'New York' }), undefined)
})

test('lines that are too long or too many are split again, and the first is the street if there is none', () => {
  const lines = { count: 2, length: 35 }
  assert.deepEqual(writeAddress({ ...address, lines: ['a', 'b', 'c'] })?.AdrLine, ['a b c'])
  assert.deepEqual(writeAddress({ ...address, lines: ['x'.repeat(40)] }, lines)?.AdrLine, ['x'.repeat(35), 'xxxxx'])
  const [street, more] = [`1 ${'Main '.repeat(13)}Str`, `${'Suite '.repeat(11)}East`]
  const { StrtNm, AdrLine } = writeAddress({ townName: 'Lisle', country: 'US', lines: [street, more] }, lines)!
  assert.deepEqual([StrtNm, AdrLine!.join(' ')], [street, more])
  assert.deepEqual(writeAddress({ ...address, lines: ['x'.repeat(71)] }, lines)?.AdrLine, ['x'.repeat(35)])
})

test('the finer parts of an address that came in are kept as a line', () => {
  assert.deepEqual(readAddress({ Flr: '3', Room: '12', TwnNm: 'Lisle', Ctry: 'US', AdrLine: ['Dock 4'] })?.lines, [
    '3, 12',
    'Dock 4',
  ])
})

test('a party reads back as it was, in characters that every network takes', () => {
  const party = { name: 'Zoe Smith', address, identification: '12-3456789' }
  assert.deepEqual(readParty(writeParty(party)), party)
  assert.equal(writeParty({ name: 'Zoë  Smith\n' }).Nm, 'Zoe Smith')
  assert.equal(writeParty({ name: '🙂' }).Nm, UNNAMED)
  assert.deepEqual(readParty(undefined), { name: UNNAMED })
  assert.equal(readParty({ Nm: 'x', Id: { PrvtId: { Othr: [{ Id: 'P1' }] } } }).identification, 'P1')
})

test('a bank reads back as it was; a member id of another country is not a routing number', () => {
  const bank = { routingNumber: '021000021', bic: 'CHASUS33', name: 'A bank', address }
  assert.deepEqual(readBank(writeBank(bank)), bank)
  const british = { FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'GBDSC' }, MmbId: '400515' } } }
  assert.deepEqual(readBank(british), {})
})

test('an account is an IBAN or another number', () => {
  for (const account of [
    { number: 'DE89370400440532013000', isIban: true },
    { number: '12345', isIban: false },
  ])
    assert.deepEqual(readAccount(writeAccount(account)), account)
  assert.equal(readAccount(undefined), undefined)
})

test('remittance information is read as lines, structured or not', () => {
  assert.deepEqual(readRemittance({ Ustrd: ['Invoice 7'] }), ['Invoice 7'])
  const Strd = [{ RfrdDocInf: [{ Nb: 'INV-1', RltdDt: '2026-01-05' }, { Nb: 'INV-2' }], CdtrRefInf: { Ref: 'RF18' } }]
  assert.deepEqual(readRemittance({ Strd }), ['INV-1 of 2026-01-05', 'INV-2', 'RF18'])
  assert.deepEqual(readRemittance(undefined), [])
})

test('a text is cut to its element, and never empty', () => {
  assert.equal(elementText('a  b\r\nc', 140), 'a b c')
  assert.equal(elementText('  ', 140), undefined)
  assert.equal(elementText('abc def', 4), 'abc')
})

test('a text in pieces loses nothing: words stay whole, and what does not fit is refused', () => {
  assert.deepEqual(pieces('one two three', { count: 2, length: 8 }), ['one two', 'three'])
  assert.deepEqual(pieces('x'.repeat(10), { count: 2, length: 5 }), ['xxxxx', 'xxxxx'])
  assert.deepEqual(pieces('a bbbbb cc', { count: 2, length: 5 }), ['a bbb', 'bb cc'])
  assert.equal(pieces('x'.repeat(11), { count: 2, length: 5 }), undefined)
  assert.deepEqual(pieces('', { count: 2, length: 5 }), [])
})
