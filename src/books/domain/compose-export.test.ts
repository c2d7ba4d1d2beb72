import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeAccounts, composeEntries } from './compose-export.ts'

test('composeAccounts: a line for each account that is not zero, with amounts in the decimals of the currency, quoted where needed', () => {
  const zero = { opening: 0n, debits: 0n, credits: 0n, reclassified: 0n, closing: 0n }
  const text = composeAccounts('2026-07-01', [
    { ...zero, account: 'customers:USD:20,"0', glAccount: '20,"0', currency: 'USD', credits: 1_05n, closing: 1_05n },
    { ...zero, account: 'fees:JPY', glAccount: '4010', currency: 'JPY' },
    { ...zero, account: 'settlement:JPY', glAccount: '1010', currency: 'JPY', opening: -7n, closing: -7n },
  ])
  assert.equal(
    text,
    'business_date,gl_account,account,currency,opening,debits,credits,reclassified,closing\r\n' +
      '2026-07-01,"20,""0","customers:USD:20,""0",USD,0.00,0.00,1.05,0.00,1.05\r\n' +
      '2026-07-01,1010,settlement:JPY,JPY,-7,0,0,0,-7\r\n',
  )
})

test('composeAccounts: one amount that is not zero is enough for a line', () => {
  const zero = { opening: 0n, debits: 0n, credits: 0n, reclassified: 0n, closing: 0n }
  const account = { ...zero, account: 'fees:USD', glAccount: '4010', currency: 'USD' }
  for (const name of Object.keys(zero))
    assert.match(composeAccounts('2026-07-01', [{ ...account, [name]: 1n }]), /fees:USD/, name)
  assert.doesNotMatch(composeAccounts('2026-07-01', [account]), /fees:USD/)
})

test('composeEntries: a line for each entry', () => {
  const entry = {
    ...{ businessDate: '2026-07-01', id: 't', at: '2026-07-01T12:00:00Z', purpose: 'payment', referenceId: 'p' },
    ...{ debitGl: '2000', debit: '100042', creditGl: '1310', credit: 'clearing:ACH:USD', amount: 5n, currency: 'USD' },
  }
  assert.equal(
    composeEntries([entry]),
    'business_date,transfer,posted_at,purpose,reference,debit_gl_account,debit_account,credit_gl_account,credit_account,amount,currency\r\n' +
      '2026-07-01,t,2026-07-01T12:00:00Z,payment,p,2000,100042,1310,clearing:ACH:USD,0.05,USD\r\n',
  )
})

test('composeAccounts: no number of a general ledger account is a formula, and amounts with a minus stay numbers', () => {
  const zero = { opening: 0n, debits: 0n, credits: 0n, reclassified: 0n }
  for (const glAccount of ['=1+1', '+1', '-1', '@A1', '＝1', ' =1']) {
    const text = composeAccounts('2026-07-01', [
      { ...zero, account: `customers:USD:${glAccount}`, glAccount, currency: 'USD', closing: -7_00n },
    ])
    const [, gl, account, , , , , , closing] = text.split('\r\n')[1]!.split(',')
    assert.deepEqual([gl, account, closing], [`'${glAccount}`, `customers:USD:${glAccount}`, '-7.00'])
  }
})

test('composeEntries: no text of an entry is a formula', () => {
  const texts = { purpose: '@p', referenceId: '+r', debitGl: '=1', debit: '-d', creditGl: '\t1', credit: '＝c' }
  const entry = { businessDate: '2026-07-01', id: 't', at: '2026-07-01T12:00:00Z', amount: -5n, currency: 'USD' }
  assert.equal(
    composeEntries([{ ...entry, ...texts }]).split('\r\n')[1],
    "2026-07-01,t,2026-07-01T12:00:00Z,'@p,'+r,'=1,'-d,'\t1,'＝c,-0.05,USD",
  )
})
