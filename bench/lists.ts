import { openDemo } from './timed-requests.ts'

/**
 * Measures the lists of customers, accounts and contacts on a running service with a filled demo
 * institution: each filter separately, page 1 and page 100.
 *   npm run giro -- serve --demo --no-worker
 *   npm run giro -- demo load --customers 200000
 *   node bench/lists.ts [data directory]
 */
const { ask, time } = await openDemo(process.argv[2])

type Filter = Record<string, string | boolean>
const get = (path: string, query: Record<string, string | boolean | number>) => {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return ask('GET', `${path}?${new URLSearchParams(texts)}`)
}

const [customer] = (await get('/v2/customers', { page: 5_000, limit: 10 })).data
const { customerUID } = customer
const owned = `/customers/${customerUID}`
const [account] = (await get(`/v2${owned}/accounts`, { page: 1, limit: 1 })).data
const [contact] = (await get(`/v2${owned}/contacts`, { page: 1, limit: 1 })).data

const customers: Record<string, Filter> = {
  'no filter': {},
  'type, half of all': { customerType: 'Corporate' },
  'status, nearly all': { status: 'Active' },
  'type and status': { customerType: 'Consumer', status: 'Suspended' },
  legalName: { legalName: customer.legalName },
  shortName: { shortName: customer.shortName },
  customerId: { customerId: customer.customerId },
  taxId: { taxId: customer.taxId },
  customerUID: { customerUID },
}
const accounts: Record<string, Filter> = {
  'no filter': {},
  accountNumber: { accountNumber: account.accountNumber },
  type: { accountType: 'Deposit' },
  subType: { accountSubType: 'Savings' },
  status: { status: 'Active' },
  currency: { currency: 'USD' },
  costCenter: { costCenter: '0001' },
  wireEnabled: { wireEnabled: true },
}
const rails: Record<string, Filter> = {
  fedwireEnabled: { fedwireEnabled: true },
  swiftEnabled: { swiftEnabled: true },
  fedNowEnabled: { fedNowEnabled: true },
  rtpEnabled: { rtpEnabled: true },
}
const contacts: Record<string, Filter> = {
  'no filter': {},
  accountNumber: { accountNumber: contact.contactBank.accountNo },
  contactName: { contactName: contact.name },
}

for (const page of [1, 100]) {
  const all = Object.entries
  for (const [name, filter] of all(customers))
    await time(`customers, ${name}, page ${page}`, () => get('/v2/customers', { ...filter, page, limit: 10 }))
  for (const [name, filter] of all(accounts))
    await time(`accounts of a customer (v2), ${name}, page ${page}`, () =>
      get(`/v2${owned}/accounts`, { ...filter, page, limit: 10 }),
    )
  for (const [name, filter] of all({ ...accounts, ...rails }))
    await time(`accounts of a customer (v3), ${name}, page ${page}`, () =>
      ask('POST', `/v3${owned}/accounts/search?page=${page}&limit=10`, filter),
    )
  for (const [name, filter] of all(contacts))
    await time(`contacts of a customer, ${name}, page ${page}`, () =>
      get(`/v2${owned}/contacts`, { ...filter, page, limit: 10 }),
    )
}
