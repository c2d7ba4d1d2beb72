import type { Operation } from '../../src/http/operation.ts'
import { accountBody, contactBody, creditBody, customerBody, type Payer } from './test-service.ts'

/** What samples are made of: a payer and one of its payments. */
export interface Given extends Payer {
  paymentUID: string
}

interface Sample {
  query?: string
  body?: object
}

const PAGE = 'page=1&limit=1000'

/** A request of each operation that the payer's own client gets a success for. A new operation has to be added here. */
const samples: Record<string, (given: Given) => Sample> = {
  createCustomer: () => ({ body: customerBody() }),
  getCustomer: () => ({}),
  updateCustomer: () => ({ body: { note: 'sample' } }),
  queryLimits: () => ({ body: { paymentRail: 'ACH' } }),
  getInstitutionLimits: () => ({}),
  setInstitutionLimits: () => ({ body: { limits: [{ key: 'FEDWIRE_PAYMENT_LIMIT_PER_DAY', value: 50_000 }] } }),
  searchCustomers: () => ({ query: PAGE }),
  createAccount: () => ({ body: accountBody() }),
  getAccount: () => ({ query: 'includeAccountBalance=true' }),
  getAccountV2: () => ({ query: 'includeAccountBalance=true' }),
  listAccountsV2: () => ({ query: PAGE }),
  createContact: () => ({ body: contactBody() }),
  listContacts: () => ({ query: PAGE }),
  getContact: () => ({}),
  updateContact: () => ({ body: contactBody() }),
  createCreditPayment: (given) => ({ body: creditBody(given, { paymentAmount: 0.01 }) }),
  getPayment: () => ({}),
  adjustAccount: () => ({
    body: { direction: 'Credit', amount: 1, currency: 'USD', reason: 'sample', externalReferenceId: 'sample' },
  }),
}

export interface SampleRequest {
  method: string
  /** The same request on each path form of the operation. */
  paths: string[]
  body: object | undefined
}

/** The operation's sample for what is given; throws for an operation or a parameter that has none. */
export function sampleRequest(operation: Operation, given: Given): SampleRequest {
  const sample = samples[operation.id]?.(given)
  if (!sample) throw new Error(`add a sample of ${operation.id} to test/support/operation-samples.ts`)
  const paths = operation.paths.map((path) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = (given as unknown as Record<string, string | undefined>)[name]
      if (value === undefined) throw new Error(`add ${name} to what samples are made of`)
      return value
    })
    return sample.query ? `${filled}?${sample.query}` : filled
  })
  return { method: operation.method, paths, body: sample.body }
}

/** Whether the operation changes something; a question may be a POST. */
export function isChange(operation: Operation): boolean {
  return operation.method !== 'GET' && operation.id !== 'queryLimits'
}
