import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { type IncomingDebit, judgeDebit, periodOf, type Rule } from './match-rules.ts'

const rule: Rule = {
  ...{ id: 1n, achCompanyId: '1842345678', bankRouting: null, secCode: null, amountType: 'MAXIMUM', amount: 500_00n },
  ...{ frequency: 'ON_GOING', effectiveDate: '2026-07-01', expiryDate: '2026-12-31', status: 'Active' },
}
const debit: IncomingDebit = {
  ...{ originatorId: '1842345678', originatorRouting: '021000021', secCode: 'CCD', amount: 500_00n },
  settlementDate: Temporal.PlainDate.from('2026-07-02'),
}

/** Undefined if a rule allows it. */
function causeOf(fields: Partial<IncomingDebit>, ...rules: Partial<Rule>[]): string | undefined {
  const judged = judgeDebit(
    { ...debit, ...fields },
    rules.map((one) => ({ ...rule, ...one })),
    () => false,
  )
  return 'cause' in judged ? judged.cause : undefined
}

test('judgeDebit: the maximum is inclusive, one cent more waits; an exact amount is exact', () => {
  assert.equal(causeOf({}, {}), undefined)
  assert.equal(causeOf({ amount: 500_01n }, {}), 'AmountMismatch')
  assert.equal(causeOf({ amount: 499_99n }, { amountType: 'EXACT' }), 'AmountMismatch')
  assert.equal(causeOf({}, { amountType: 'EXACT' }), undefined)
})

test('judgeDebit: the dates of a rule are inclusive, and a suspended rule allows nothing', () => {
  const on = (day: string) => ({ settlementDate: Temporal.PlainDate.from(day) })
  assert.deepEqual(
    ['2026-06-30', '2026-07-01', '2026-12-31', '2027-01-01'].map((day) => causeOf(on(day), {})),
    ['NotInForce', undefined, undefined, 'NotInForce'],
  )
  assert.equal(causeOf({}, { status: 'Suspended' }), 'NotInForce')
})

test('judgeDebit: originator, bank and SEC code must be those of the rule, if it has them', () => {
  assert.equal(causeOf({ originatorId: '9842345678' }, {}), 'NoRule')
  assert.equal(causeOf({ originatorId: '9842345678' }, { achCompanyId: null }), undefined)
  assert.equal(causeOf({}, { bankRouting: '011000015' }), 'NoRule')
  assert.equal(causeOf({}, { secCode: 'PPD' }), 'SecCodeMismatch')
  assert.equal(causeOf({}), 'NoRule')
})

test('judgeDebit: any rule may allow a debit, and the nearest reason is told if none does', () => {
  assert.equal(causeOf({}, { amount: 1n }, { achCompanyId: null, secCode: 'CCD' }), undefined)
  assert.equal(causeOf({}, { secCode: 'PPD' }, { achCompanyId: '1' }, { status: 'Suspended' }), 'NotInForce')
})

test('judgeDebit: a rule with periods pays one debit in each', () => {
  const spent = judgeDebit(
    debit,
    [{ ...rule, frequency: 'MONTHLY' }],
    (id, start) => id === 1n && start === '2026-07-01',
  )
  assert.deepEqual(spent, { cause: 'FrequencyExceeded' })
})

test('periodOf: periods count from the effective date, also from the 31st', () => {
  const startOf = (frequency: Rule['frequency'], effectiveDate: string, day: string) =>
    periodOf({ frequency, effectiveDate }, Temporal.PlainDate.from(day))
  assert.equal(startOf('ON_GOING', '2026-07-01', '2026-07-02'), null)
  assert.equal(startOf('ONE_TIME', '2026-07-01', '2027-07-02'), '2026-07-01')
  assert.equal(startOf('DAILY', '2026-07-01', '2026-07-09'), '2026-07-09')
  assert.equal(startOf('WEEKLY', '2026-07-01', '2026-07-14'), '2026-07-08')
  assert.equal(startOf('BI_WEEKLY', '2026-07-01', '2026-07-14'), '2026-07-01')
  assert.equal(startOf('MONTHLY', '2026-01-31', '2026-02-28'), '2026-02-28')
  assert.equal(startOf('MONTHLY', '2026-01-31', '2026-02-27'), '2026-01-31')
  assert.equal(startOf('QUARTERLY', '2026-01-15', '2026-07-14'), '2026-04-15')
  assert.equal(startOf('ANNUAL', '2026-07-01', '2028-06-30'), '2027-07-01')
})
