import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../institution/institution.store.ts'
import { defaultSettings } from '../../institution/settings.ts'
import { isAchName } from '../../kernel/ach-name.ts'
import { type AchPayment, composeAchFile } from './compose-file.ts'
import { type NachaFile, parseNachaFile, toNachaText } from './nacha/index.ts'

const sandbox: Institution = {
  tenantId: 1n,
  code: 'demo',
  name: 'First Example Bank',
  legalEntityId: 100_001n,
  timeZone: 'America/New_York',
  currency: 'USD',
  routingNumber: '061099995',
  bic: null,
  sandbox: true,
  dualControl: false,
  version: 1n,
  clockOffsetMs: 0n,
  clockStandsAt: null,
  clockTarget: null,
  settings: defaultSettings({ sandbox: true, currency: 'USD' }),
}
const collection = { kind: 'windows', economy: ['18:00'], economyPlus: ['16:15'] } as const
const institution: Institution = {
  ...sandbox,
  settings: { ...sandbox.settings, ach: { ...sandbox.settings.ach, collection } },
}
const now = Temporal.Instant.from('2026-07-02T01:30:00Z')
const day = { day: Temporal.PlainDate.from('2026-07-01'), files: 0, entries: 0 }
const effectiveDate = Temporal.PlainDate.from('2026-07-02')

let payments = 0
function payment(fields: Partial<AchPayment> = {}): AchPayment {
  payments++
  return {
    paymentId: `payment-${payments}`,
    externalReferenceId: `invoice-${payments}`,
    speed: 'Economy',
    entryType: 'CREDIT',
    secCode: 'PPD',
    amount: 125_50n,
    receiverName: 'Ada Lovelace',
    receiverAccountNumber: '700100200300',
    receiverAccountType: 'Checking',
    receiverRoutingNumber: '021000021',
    referenceForBeneficiary: null,
    customerId: 100_042n,
    companyName: 'Harbor Coffee Ltd',
    companyIdentification: '1842345678',
    ...fields,
  }
}

const compose = (list: AchPayment[], counted: Partial<typeof day> = {}) =>
  composeAchFile(institution, now, { ...day, ...counted }, effectiveDate, list)

/** The composed file, parsed. */
function read(content: string): NachaFile {
  const parsed = parseNachaFile(content)
  assert.ok(parsed.ok)
  return parsed.file
}

const parse = (list: AchPayment[], counted: Partial<typeof day> = {}) => read(compose(list, counted).content)

test('composeAchFile: one payment is one entry with its amount, account and name', () => {
  const composed = compose([payment({ paymentId: 'p', externalReferenceId: 'invoice-118' })])
  const { header, batches, control } = read(composed.content)
  assert.equal(header.immediateOrigin.trim(), '061099995')
  assert.equal(header.immediateOriginName, 'First Example Bank')
  assert.equal(header.immediateDestination.trim(), institution.settings.ach.immediateDestination)
  // For the institution it is 21:30 on the day before the UTC date.
  assert.deepEqual([header.fileCreationDate, header.fileCreationTime], ['260701', '2130'])
  assert.equal(header.fileIdModifier, 'A')
  assert.equal(batches.length, 1)
  assert.ok(batches[0]!.header.record === 'batch header')
  assert.equal(batches[0]!.header.companyName, 'Harbor Coffee Lt')
  assert.equal(batches[0]!.header.companyIdentification, '1842345678')
  assert.deepEqual([batches[0]!.header.secCode, batches[0]!.header.serviceClass], ['PPD', '220'])
  assert.equal(batches[0]!.header.effectiveEntryDate, '260702')
  const [entry] = batches[0]!.entries
  assert.deepEqual(entry!.detail, {
    record: 'entry detail',
    transactionCode: '22',
    receivingRouting: '021000021',
    accountNumber: '700100200300',
    amountCents: 125_50n,
    individualIdentification: 'invoice-118',
    individualName: 'Ada Lovelace',
    discretionaryData: '',
    addendaIndicator: '0',
    traceNumber: '061099990000001',
  })
  assert.ok(control.record === 'file control')
  assert.deepEqual([control.totalCreditCents, control.totalDebitCents], [125_50n, 0n])
  assert.equal(composed.name, 'demo-20260701-0001.ach')
  assert.deepEqual(composed.entries, [{ paymentId: 'p', traceNumber: '061099990000001' }])
  assert.equal(composed.entryCount, 1)
})

test('composeAchFile: one batch per company, company identification and SEC code, and no offset entries', () => {
  const list = [
    payment(),
    payment({ secCode: 'CCD' }),
    payment({ customerId: 100_043n, companyName: 'Other Ltd', companyIdentification: '1999999999' }),
    payment(),
  ]
  const { batches } = parse(list)
  const seen = batches.map(({ header, entries }) => `${header.secCode} ${header.serviceClass} ${entries.length}`)
  assert.deepEqual(seen, ['PPD 220 2', 'CCD 220 1', 'PPD 220 1'])
})

test('composeAchFile: transaction codes follow the account types', () => {
  const codes = (type: string) =>
    parse([
      payment({ receiverAccountType: type }),
      payment({ receiverAccountType: type, entryType: 'DEBIT' }),
    ]).batches.flatMap(({ entries }) => entries.map(({ detail }) => detail.transactionCode))
  assert.deepEqual(codes('Checking'), ['22', '27'])
  assert.deepEqual(codes('Savings'), ['32', '37'])
})

test('composeAchFile: trace numbers continue through the day', () => {
  const composed = compose([payment(), payment()], { entries: 41, files: 3 })
  assert.deepEqual(
    composed.entries.map(({ traceNumber }) => traceNumber),
    ['061099990000042', '061099990000043'],
  )
  assert.equal(composed.entryCount, 2)
  assert.equal(composed.name, 'demo-20260701-0004.ach')
})

test('composeAchFile: file ID modifiers are A to Z, then 0 to 9, and the day has no 37th file', () => {
  const of = (files: number) => {
    const composed = compose([payment()], { files })
    return `${read(composed.content).header.fileIdModifier} ${composed.name}`
  }
  assert.equal(of(0), 'A demo-20260701-0001.ach')
  assert.equal(of(25), 'Z demo-20260701-0026.ach')
  assert.equal(of(26), '0 demo-20260701-0027.ach')
  assert.equal(of(35), '9 demo-20260701-0036.ach')
  assert.throws(
    () => of(36),
    /^FileIdsUsedUp: institution demo sent 36 ACH files on 2026-07-01, .* leaves on the next day/,
  )
})

test('composeAchFile: a sandbox that collects continuously goes through the modifiers again', () => {
  const { settings } = sandbox
  assert.equal(settings.ach.collection.kind, 'continuous')
  const of = (files: number) => {
    const composed = composeAchFile(sandbox, now, { ...day, files }, effectiveDate, [payment()])
    return `${read(composed.content).header.fileIdModifier} ${composed.name}`
  }
  assert.equal(of(36), 'A demo-20260701-0037.ach')
  assert.equal(of(9999), '1 demo-20260701-10000.ach')
})

test('composeAchFile: names are transliterated and cut to their fields', () => {
  const names = (receiverName: string, companyName = 'Company') => {
    const [batch] = parse([payment({ receiverName, companyName })]).batches
    const { detail } = batch!.entries[0]!
    assert.ok(batch!.header.record === 'batch header' && detail.record === 'entry detail')
    return [detail.individualName, batch!.header.companyName]
  }
  assert.deepEqual(names('Zoë Groß-Ångström', 'Café São Paulo'), ['Zoe Gross-Angstrom', 'Cafe Sao Paulo'])
  assert.deepEqual(names('A very long name of a company', 'A very long name'), [
    'A very long name of a',
    'A very long name',
  ])
})

test('composeAchFile: a name without a Latin letter does not block the file', () => {
  const [batch] = parse([
    payment({ receiverName: '株式会社', companyName: '株式会社' }),
    payment({ receiverName: '0' }),
  ]).batches
  assert.ok(batch!.header.record === 'batch header')
  assert.equal(batch!.header.companyName, batch!.header.companyIdentification)
  const names = batch!.entries.map(({ detail }) => detail.record === 'entry detail' && detail.individualName)
  assert.deepEqual(names, ['', ''])
})

test('composeAchFile: a reference cut before a space, or with accents, does not block the file', () => {
  const identification = (externalReferenceId: string) => {
    const { detail } = parse([payment({ externalReferenceId })]).batches[0]!.entries[0]!
    return detail.record === 'entry detail' && detail.individualIdentification
  }
  assert.equal(identification('Invoice number 12'), 'Invoice number')
  assert.equal(identification('Rechnung für März 2026'), 'Rechnung fur Ma')
  assert.equal(identification('請求書'), '')
})

test('composeAchFile: at most 80 characters of the reference for the beneficiary go into an addenda', () => {
  const addenda = (referenceForBeneficiary: string) =>
    parse([payment({ referenceForBeneficiary })]).batches[0]!.entries[0]!.addenda.map(
      (one) => one.record === 'addenda 05' && one.paymentRelatedInformation,
    )
  assert.deepEqual(addenda('Invoice 118\r\nthank you'), ['Invoice 118 thank you'])
  assert.deepEqual(addenda('ß'.repeat(80)), ['s'.repeat(80)])
  assert.deepEqual(addenda('   '), [])
})

test('composeAchFile: any acceptable payments give a valid file with every cent in it', () => {
  const anyText = (maxLength: number) =>
    fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength }),
      fc.string({ unit: fc.constantFrom(' ', 'a', 'é', 'ß', '0', '…', '\n', '株'), minLength: 1, maxLength }),
    )
  const digits = (minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength }).filter((number) => !/^0+$/.test(number))
  const anyPayment = fc.record({
    paymentId: fc.uuid(),
    externalReferenceId: anyText(50),
    speed: fc.constant('Economy' as const),
    secCode: fc.constantFrom('PPD' as const, 'CCD' as const),
    amount: fc.bigInt({ min: 1n, max: 99_999_999_99n }),
    receiverName: anyText(140),
    receiverAccountNumber: digits(1, 17),
    receiverAccountType: fc.constantFrom('Checking', 'Savings'),
    receiverRoutingNumber: fc.constantFrom('021000021', '061000146', '061099995'),
    referenceForBeneficiary: fc.option(anyText(80)),
    entryType: fc.constantFrom('CREDIT', 'DEBIT'),
    customerId: fc.bigInt({ min: 1n, max: 2n }),
    companyName: anyText(140),
    companyIdentification: fc.constantFrom('1842345678', 'ABCDEFGHIJ', ' 842345678'),
  })
  fc.assert(
    fc.property(fc.array(anyPayment, { minLength: 1, maxLength: 12 }), (list) => {
      const composed = compose(list)
      const { control } = read(composed.content)
      assert.ok(control.record === 'file control')
      const totalOf = (type: AchPayment['entryType']) =>
        list.filter(({ entryType }) => entryType === type).reduce((sum, { amount }) => sum + amount, 0n)
      assert.deepEqual([control.totalCreditCents, control.totalDebitCents], [totalOf('CREDIT'), totalOf('DEBIT')])
      assert.deepEqual(
        composed.entries.map(({ paymentId }) => paymentId).sort(),
        list.map(({ paymentId }) => paymentId).sort(),
      )
      assert.equal(new Set(composed.entries.map(({ traceNumber }) => traceNumber)).size, list.length)
    }),
    { numRuns: 200 },
  )
})

test('composeAchFile: a refusal of the codec throws an error with the field, without the account number', () => {
  assert.throws(
    () => compose([payment({ receiverAccountNumber: '1'.repeat(18) })]),
    /the NACHA file cannot be built: batches\[0\]\.entries\[0\]\.accountNumber: must be at most 17 characters/,
  )
})

test('composeAchFile: debits are in a separate batch of service class 225, with debit codes and totals', () => {
  const { batches, control } = parse([
    payment({ entryType: 'DEBIT', amount: 10_01n }),
    payment({ amount: 5_00n }),
    payment({ entryType: 'DEBIT', amount: 20_02n, receiverAccountType: 'Savings' }),
  ])
  assert.deepEqual(batches.map(summaryOf), [
    { serviceClass: '225', entries: ['27 1001', '37 2002'], debit: 30_03n, credit: 0n },
    { serviceClass: '220', entries: ['22 500'], debit: 0n, credit: 5_00n },
  ])
  assert.ok(control.record === 'file control')
  assert.deepEqual([control.totalDebitCents, control.totalCreditCents], [30_03n, 5_00n])
})

/** Service class, entries and totals of a batch. */
function summaryOf({ header, entries, control }: NachaFile['batches'][number]) {
  return {
    serviceClass: header.serviceClass,
    entries: entries.map(({ detail }) => `${detail.transactionCode} ${detail.amountCents}`),
    debit: control.totalDebitCents,
    credit: control.totalCreditCents,
  }
}

test('a name that the door admits always leaves a letter or digit in the file', () => {
  const name = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 20 }))
  fc.assert(
    fc.property(name, (text) => {
      if (isAchName(text)) assert.match(toNachaText(text, 100), /[A-Za-z1-9]/)
      else assert.doesNotMatch(toNachaText(text, 100), /[A-Za-z1-9]/)
    }),
    { numRuns: 2_000 },
  )
})
