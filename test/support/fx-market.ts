import { randomUUID } from 'node:crypto'
import { dataOf } from './answers.ts'
import {
  accountBody,
  contactBody,
  customerBody,
  type Reply,
  type TestService,
  type TestTenant,
} from './test-service.ts'

/**
 * An institution with rates, a margin of 50 basis points, and a customer with a USD account and a
 * large FX line.
 */
export interface Market {
  service: TestService
  tenant: TestTenant
  customerUID: string
  shortName: string
  accountUID: string
  accountNumber: string
  customerId: string
  call(method: string, path: string, body?: object): Promise<Reply>
}

export const marketRates = [
  {
    baseCcy: 'EUR',
    quoteCcy: 'USD',
    bid: 1.0842,
    mid: 1.0843,
    ask: 1.0844,
    forwardPoints: [
      { tenor: 'ON', points: -0.0001 },
      { tenor: '1M', points: 0.0018 },
    ],
  },
  {
    ...{ baseCcy: 'USD', quoteCcy: 'JPY', bid: 151.2, mid: 151.25, ask: 151.3 },
    forwardPoints: [{ tenor: 'ON', points: 0.03 }],
  },
  {
    ...{ baseCcy: 'USD', quoteCcy: 'KWD', bid: 0.3071, mid: 0.3072, ask: 0.3073 },
    forwardPoints: [{ tenor: 'ON', points: 0 }],
  },
]

export async function openMarket(service: TestService): Promise<Market> {
  const tenant = await service.createTenant(`fx${randomUUID().slice(0, 8)}`)
  const call: Market['call'] = (method, path, body) => service.call(method, path, body, { client: tenant.client })
  dataOf(await call('PUT', '/v1/institution/fx/rates', { rates: marketRates }))
  dataOf(await call('PUT', '/v1/institution/fx/margins', { margins: [{ basisPoints: 50 }] }))
  const person = customerBody({ customerId: 'C-1' })
  const { customerUID } = dataOf(await call('POST', '/v2/customers', person))
  await setLine({ call }, String(customerUID), largestLine)
  const body = accountBody()
  const { accountUID } = dataOf(await call('POST', `/v3/customers/${customerUID}/accounts`, body), 201)
  return {
    ...{ service, tenant, call, customerUID: String(customerUID), customerId: 'C-1', shortName: person.shortName },
    ...{ accountUID: String(accountUID), accountNumber: body.accountNumber },
  }
}

const largestLine = { exposure: 1e10, spot: 1e11, forward: 1e11 }

/** Sets the FX line of a customer in dollars; null removes it. */
export async function setLine({ call }: Pick<Market, 'call'>, customerUID: string, line: object | null) {
  return dataOf(await call('PUT', `/v1/institution/customers/${customerUID}/fx-line`, { line }))
}

export const eurosBody = (customerUID: string, fields: object = {}) => ({
  ...{ customerId: customerUID, customerIdType: 'CustomerUID', sellCurrency: 'USD', buyCurrency: 'EUR' },
  ...{ transferAmount: 1000, productType: 'SPOT', ...fields },
})

export async function quote({ call, customerUID }: Market, fields: object = {}) {
  return dataOf(await call('POST', '/v2/fx/quote', eurosBody(customerUID, fields)))
}

export async function acceptQuote({ call }: Market, quoteUUID: string, fields: object = {}) {
  return dataOf(await call('PUT', '/v2/fx/accept', { quoteUUID, ...fields }))
}

/** Creates a contract; by default, it buys 1000 EUR for USD at spot. */
export async function contractOf(market: Market, fields: object = {}, how: object = {}) {
  return acceptQuote(market, (await quote(market, fields)).quoteUUID, how)
}

/** Another account of the market's customer, in any currency. */
export async function openAccount({ call, customerUID }: Market, currency: string, balance = 0): Promise<string> {
  const path = `/v3/customers/${customerUID}/accounts`
  const { accountUID } = dataOf(await call('POST', path, accountBody({ currency })), 201)
  if (balance > 0) await deposit({ call }, accountUID, currency, balance)
  return String(accountUID)
}

export async function deposit({ call }: Pick<Market, 'call'>, accountUID: string, currency: string, amount: number) {
  const body = { direction: 'Credit', amount, currency, reason: 'test', externalReferenceId: 'test' }
  dataOf(await call('POST', `/v1/institution/accounts/${accountUID}/adjustments`, body), 201)
}

/** A foreign contact of the market's customer, in a currency. */
export async function contactAbroad(
  { call, customerUID }: Pick<Market, 'call' | 'customerUID'>,
  accountCcy: string,
): Promise<string> {
  const reply = await call('POST', `/customers/${customerUID}/contacts`, bodyAbroad(accountCcy))
  return String(dataOf(reply).customerContactUID)
}

/** The body of a contact with a bank in the country of a currency. */
export function bodyAbroad(accountCcy: string) {
  const banks: Record<string, object> = {
    EUR: { country: 'DE', accountNo: 'DE89370400440532013000', swiftCode: 'DEUTDEFF' },
    GBP: { country: 'GB', accountNo: 'GB29NWBK60161331926819', swiftCode: 'NWBKGB2L' },
    JPY: { country: 'JP', accountNo: '1234567', swiftCode: 'BOTKJPJT' },
    KWD: { country: 'KW', accountNo: 'KW81CBKU0000000000001234560101', swiftCode: 'CBKUKWKW' },
    USD: { country: 'US', accountNo: '700100200300', nationalCode: '021000021', swiftCode: 'CHASUS33' },
  }
  const contactBank = { name: 'Example Bank abroad', accountCcy, ...banks[accountCcy] }
  return contactBody({ contactBank })
}

/**
 * The nonzero balances of the ledger accounts for exchanges and foreign settlement, by code:
 * credits less debits.
 */
export async function balances({ service, tenant }: Market, like = 'fx-%'): Promise<Record<string, bigint>> {
  const rows = await service.query<{ code: string; balance: bigint }>(
    `select code, credits_posted - debits_posted as balance from ledger_accounts where tenant_id = $1 and code like $2`,
    [tenant.institution.tenantId, like],
  )
  return Object.fromEntries(rows.map(({ code, balance }) => [code, BigInt(balance)]))
}
