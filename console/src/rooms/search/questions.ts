/** A list that could know a text, and how to ask it. */
export interface Question {
  title: string
  entitlement: string
  path: string
  query: Record<string, string>
  hitOf: (row: Record<string, string>) => { to: string; text: string }
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i
const TRACE = /^\d{15}$/
const AMOUNT = /^\d{1,13}(?:\.\d{1,3})?$/
const IMAD = /^\d{8}[A-Z\d]{8}\d{6}$/

const paymentHit = (row: Record<string, string>) => ({
  to: `payments/${row['paymentUID']}`,
  text: [row['externalReferenceId'], row['beneficiaryName'], row['senderAmount'], row['senderCurrency'], row['status']]
    .filter(Boolean)
    .join(' · '),
})
const receiptHit = (row: Record<string, string>) => ({
  to: `receipts/${row['receiptUID']}`,
  text: [row['rail'], row['direction'], row['amount'], row['currency'], row['status']].filter(Boolean).join(' · '),
})
const customerHit = (row: Record<string, string>) => ({
  to: `customers/${row['customerUID']}`,
  text: [row['legalName'], row['customerType'], row['status']].filter(Boolean).join(' · '),
})

const payments = (title: string, query: Record<string, string>): Question => ({
  title: `Payments: ${title}`,
  entitlement: 'Payments.View_Payments',
  path: '/v3/payments/search',
  query,
  hitOf: paymentHit,
})
const receipts = (title: string, query: Record<string, string>): Question => ({
  title: `Receipts: ${title}`,
  entitlement: 'Payments.View_Payments',
  path: '/v3/receipts',
  query,
  hitOf: receiptHit,
})
const customers = (title: string, query: Record<string, string>): Question => ({
  title: `Customers: ${title}`,
  entitlement: 'Customers.View_Customers',
  path: '/v2/customers',
  query,
  hitOf: customerHit,
})

/** What to ask for a text, by what it can be. */
export function questionsFor(text: string): Question[] {
  const q = text.trim()
  if (q === '') return []
  const plain = q.replaceAll(',', '')
  return [
    ...(UUID.test(q)
      ? [payments('by UID', { paymentUUID: q }), payments('by UETR', { uetr: q }), receipts('by UETR', { uetr: q })]
      : []),
    ...(TRACE.test(q)
      ? [payments('by trace number', { traceNumber: q }), receipts('by trace number', { traceNumber: q })]
      : []),
    ...(IMAD.test(q) ? [payments('by IMAD', { imad: q }), payments('by OMAD', { omad: q })] : []),
    ...(AMOUNT.test(plain)
      ? [payments('by amount', { paymentAmount: plain }), receipts('by amount', { minAmount: plain, maxAmount: plain })]
      : []),
    payments('by reference', { externalReferenceId: q }),
    ...(/\d{4}/.test(q) ? [payments('by account of the receiver', { receiverAccountNo: q })] : []),
    ...(/\p{L}/u.test(q)
      ? [
          payments('by receiver', { receiverName: q }),
          payments('by sender', { senderName: q }),
          customers('by name', { legalName: q }),
        ]
      : [customers('by id', { customerId: q })]),
  ]
}
