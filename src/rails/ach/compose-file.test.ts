import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../test/support/fast-check.ts'
import type { Institution } from '../../institution/institution.store.ts'
import { defaultSettings } from '../../institution/settings.ts'
import { isAchName } from '../../kernel/ach-name.ts'
import { type AchPayment, composeAchFile } from './compose-file.ts'
import { achName, achReference } from './entry-texts.ts'
import { type NachaFile, parseNachaFile } from './nacha/index.ts'
import { composeWritable } from './unwritable-payments.ts'

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
const day = { day: Temporal.PlainDate.from('2026-07-01'), files: 0, entries: 0, lastTrace: 0 }
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
  // In New York it is 21:30 on the day before the UTC date.
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
  assert.deepEqual(composed.entries, [
    { paymentId: 'p', traceNumber: '061099990000001', batchNumber: 1, originatorName: null },
  ])
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
  const composed = compose([payment(), payment()], { lastTrace: 41, files: 3 })
  assert.deepEqual(
    composed.entries.map(({ traceNumber }) => traceNumber),
    ['061099990000042', '061099990000043'],
  )
  assert.equal(composed.entryCount, 2)
  assert.equal(composed.name, 'demo-20260701-0004.ach')
})

test('composeAchFile: the last trace number of a day is used, and none comes again', () => {
  const last = compose([payment()], { lastTrace: 9_999_998 })
  assert.deepEqual(
    last.entries.map(({ traceNumber }) => traceNumber),
    ['061099999999999'],
  )
  for (const [count, entries] of [
    [2, 9_999_998],
    [1, 9_999_999],
  ] as const)
    assert.throws(
      () =>
        compose(
          Array.from({ length: count }, () => payment()),
          { entries },
        ),
      /^TraceNumbersUsedUp: institution demo used 999999\d of the 9999999 trace numbers on 2026-07-01, .* next day/,
    )
  assert.throws(
    () => composeAchFile(sandbox, now, { ...day, entries: 9_999_999, lastTrace: 0 }, effectiveDate, [payment()]),
    /^TraceNumbersUsedUp/,
  )
})

test('composeAchFile: files are dated on the clock of the operator, wherever the institution is', () => {
  const created = (timeZone: string) => {
    const { content } = composeAchFile({ ...institution, timeZone }, now, day, effectiveDate, [payment()])
    const { fileCreationDate, fileCreationTime } = read(content).header
    return [fileCreationDate, fileCreationTime]
  }
  for (const timeZone of ['Pacific/Honolulu', 'America/New_York', 'Asia/Tokyo'])
    assert.deepEqual(created(timeZone), ['260701', '2130'])
})

test('composeAchFile: wages have a batch of their own, described as PAYROLL, and reversals are REVERSAL', () => {
  const wages = { categoryPurpose: 'SALA' }
  const list = [payment(), payment(wages), payment({ ...wages, secCode: 'CCD' }), payment(wages)]
  const described = (only?: 'REVERSAL') =>
    read(composeAchFile(institution, now, day, effectiveDate, list, only).content).batches.map(
      ({ header, entries }) =>
        header.record === 'batch header' && `${header.secCode} ${header.companyEntryDescription} ${entries.length}`,
    )
  assert.deepEqual(described(), ['PPD PAYMENT 1', 'PPD PAYROLL 2', 'CCD PAYMENT 1'])
  assert.deepEqual(described('REVERSAL'), ['PPD REVERSAL 3', 'CCD REVERSAL 1'])
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

test('composeAchFile: names of other scripts are transliterated, and a company of symbols is its number', () => {
  const [batch, symbols] = parse([
    payment({ receiverName: '山田太郎', companyName: '株式会社' }),
    payment({ companyName: '★', customerId: 100_043n }),
  ]).batches
  assert.ok(batch!.header.record === 'batch header' && symbols!.header.record === 'batch header')
  assert.equal(batch!.header.companyName, 'ZhuShiHuiShe')
  assert.equal(symbols!.header.companyName, symbols!.header.companyIdentification)
  const names = batch!.entries.map(({ detail }) => detail.record === 'entry detail' && detail.individualName)
  assert.deepEqual(names, ['ShanTianTaiLang'])
})

test('composeAchFile: a blank name is never written, except where its entry is reversed', () => {
  for (const receiverName of ['0', '★'])
    assert.throws(() => compose([payment({ receiverName })]), /batches\[0\]\.entries\[0\]\.individualName: is required/)
  composeAchFile(institution, now, day, effectiveDate, [payment({ receiverName: '★' })], 'REVERSAL')
})

test('composeAchFile: a reference cut before a space, or with accents, does not block the file', () => {
  const identification = (externalReferenceId: string) => {
    const { detail } = parse([payment({ externalReferenceId })]).batches[0]!.entries[0]!
    return detail.record === 'entry detail' && detail.individualIdentification
  }
  assert.equal(identification('Invoice number'), 'Invoice number')
  for (const text of ['Invoice number 12', 'Rechnung für März 2026', 'Invoice number ', '請求書'])
    assert.equal(identification(text), achReference(text, 15))
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
    receiverName: anyText(140).filter(isAchName),
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

test('composeAchFile: each SEC code has its own batch, in its own layout', () => {
  const check = { entryType: 'DEBIT', checkSerialNumber: ' 1024 ' } as const
  const { batches } = parse([
    payment({ secCode: 'CTX', remittance: [{ invoiceNumber: 'A-1', amountPaid: 125.5 }] }),
    payment({ secCode: 'CIE', receiverIdentificationNumber: 'customer 4711' }),
    payment({ secCode: 'ARC', ...check }),
    payment({ secCode: 'POP', ...check, terminalCity: 'BOST', terminalState: 'MA' }),
    payment({ secCode: 'WEB', entryType: 'DEBIT', authorizationType: 'Recurring' }),
  ])
  const seen = batches.map(({ header, entries }) => `${header.secCode} ${entries[0]!.detail.record}`)
  assert.deepEqual(seen, [
    ...['CTX corporate entry detail', 'CIE CIE entry detail', 'ARC check entry detail', 'POP POP entry detail'],
    'WEB entry detail',
  ])
})

test('composeWritable: a check without its number keeps no other payment out of the file', () => {
  const [bad, good] = [payment({ secCode: 'ARC', entryType: 'DEBIT' }), payment()]
  const { file, unwritable } = composeWritable([bad, good], (some) => compose([...some]))
  assert.deepEqual(unwritable, [{ paymentId: bad.paymentId, reason: 'checkSerialNumber is required' }])
  assert.deepEqual(
    file!.entries.map(({ paymentId }) => paymentId),
    [good.paymentId],
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
      if (isAchName(text)) assert.match(achName(text, 15), /[A-Za-z1-9]/)
      else assert.doesNotMatch(achName(text, 15), /[A-Za-z1-9]/)
    }),
    { numRuns: 2_000 },
  )
})
