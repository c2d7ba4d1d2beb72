import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addendaRecordsOf, remittanceAdvice } from './remittance.ts'

const payment = { amount: 1_950_00n, isDebit: false, reference: 'run 7*July' }

test('remittanceAdvice: an X12 820 with one RMR for each invoice, and the count of its segments', () => {
  const advice = remittanceAdvice(
    [
      { invoiceNumber: 'A-1', invoiceDate: '2026-06-30', amountPaid: 950, amountDue: 1000, discount: 50 },
      { invoiceNumber: 'A-2', amountPaid: 1000.5 },
    ],
    payment,
  )
  assert.deepEqual(advice.split('\\'), [
    'ST*820*0001',
    'BPR*C*1950.00*C*ACH*CTX',
    'TRN*1*run-7-July',
    'ENT*1',
    'RMR*IV*A-1**950.00*1000.00*50.00',
    'DTM*003*20260630',
    'RMR*IV*A-2**1000.50',
    'SE*8*0001',
    '',
  ])
  assert.match(remittanceAdvice([], { ...payment, isDebit: true }), /BPR\*C\*1950\.00\*D\*/)
})

test('addendaRecordsOf: records of 80 characters hold all of it, and have no space at an end', () => {
  const invoices = Array.from({ length: 500 }, (_, at) => ({ invoiceNumber: `INV-${at}`, amountPaid: 1 }))
  const advice = remittanceAdvice(invoices, payment)
  const records = addendaRecordsOf(advice)
  assert.equal(records.join(''), advice)
  assert.ok(records.every((record) => record.length <= 80 && !record.includes(' ')))
  assert.ok(records.length <= 9_999)
})
