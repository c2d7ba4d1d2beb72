import { REFERENCE, type Work } from './drive.ts'
import { accountBody, customerBody, type Payer } from './seed.ts'

/** Payments of the payers in turn. */
export function paymentsOf(payers: readonly Payer[], path = '/v3/payments/creditrequest'): Work {
  return {
    requests: payers.map(({ accountUID, contactUID }) => ({
      path,
      body: {
        externalReferenceId: REFERENCE,
        paymentAmount: 12.5,
        paymentCurrency: 'USD',
        speed: 'Economy',
        paymentNotes: 'Invoice 118',
        sender: { accountUID },
        receiver: { accountUID: contactUID },
      },
    })),
    isSuccess: (answer, reference) =>
      isOk(answer) && answer.includes(`"paymentStatus":"VALIDATED","externalReferenceId":"${reference}"`),
  }
}

/** New customers. */
export const newCustomers: Work = {
  requests: [
    {
      path: '/v2/customers',
      body: { ...customerBody(0), externalReferenceId: REFERENCE, legalName: REFERENCE, shortName: REFERENCE },
    },
  ],
  isSuccess: (answer, reference) => isOk(answer) && answer.includes(`"shortName":"${reference}"`),
}

/** New accounts of the payers' customers in turn; the institution gives their numbers. */
export function newAccountsOf(payers: readonly Payer[]): Work {
  const customers = [...new Set(payers.map(({ customerUID }) => customerUID))]
  return {
    requests: customers.map((customerUID) => ({
      path: `/v3/customers/${customerUID}/accounts`,
      body: { externalReferenceId: REFERENCE, ...accountBody() },
    })),
    isSuccess: (answer, reference) => isOk(answer) && answer.includes(`"externalReferenceId":"${reference}"`),
  }
}

function isOk(answer: string): boolean {
  return /^HTTP\/1\.1 20[01] /.test(answer) && answer.includes('\r\n\r\n{"status":"Success"')
}
