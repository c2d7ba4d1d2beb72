import { prepareDays } from '../../../src/institution/prepare-days.ts'
import type { FixedClock } from '../../../src/kernel/clock.ts'
import { dataOf } from '../answers.ts'
import { contactAbroad } from '../fx-market.ts'
import {
  accountBody,
  contactBody,
  customerBody,
  type Reply,
  type TestService,
  type TestTenant,
} from '../test-service.ts'
import type { Gains } from './fx-contracts.ts'
import { MARGINS, type MarketHistory, moveMarket, newMarket, PAIRS } from './market.ts'
import { type Dice, diceOf } from './random.ts'

export interface Account {
  uid: string
  currency: string
}

export interface Customer {
  uid: string
  accounts: Account[]
  closed: Account[]
  /** A contact at another bank in the United States. */
  domestic: string
  /** Contacts abroad, by the currency of their account. */
  abroad: Record<string, string>
}

export type PaymentKind = 'credit' | 'debit' | 'message' | 'book'

/** The bank of a simulated month, and what the simulation remembers of its customers' orders. */
export interface Bank {
  service: TestService
  clock: FixedClock
  tenant: TestTenant
  dice: Dice
  market: MarketHistory
  /** How the bank of this seed treats gains and margins, and details its files. */
  terms: { gains: Gains; isAtDraw: boolean; isByEntry: boolean }
  customers: Customer[]
  payments: { uid: string; kind: PaymentKind }[]
  contracts: { no: string; customer: Customer; sell: string; buy: string; buyMinor: number }[]
  /** What has happened, as `act status`. */
  reached: Set<string>
  call(method: string, path: string, body?: object): Promise<Reply>
}

const CUSTOMERS = 10
/** How many of the customers have an account in the currency, and the opening balances. */
const OPENING: readonly (readonly [currency: string, holders: number, balance: number])[] = [
  ['USD', 10, 5_000],
  ['EUR', 6, 3_000],
  ['JPY', 4, 300_000],
]
/** The first customers trade on credit; the others prefund. */
const CUSTOMERS_WITH_LINE = 5

/**
 * Opens a bank with ten customers, fees, margins and rates. The seed also decides its terms. ACH
 * has the windows of the Federal Reserve, and the other rails are simulated.
 */
export async function openBank(service: TestService, clock: FixedClock, seed: number): Promise<Bank> {
  const tenant = await service.createTenant(`month${seed}-${Date.now().toString(36)}`)
  // A new institution has business days from the machine's today on.
  await service.app.db.transaction((tx) => prepareDays(tx, tenant.institution, clock.now()))
  const dice = diceOf(seed)
  const gains = dice.pick(['UpToLoss', 'Institution', 'Customer'] as const)
  const terms = { gains, isAtDraw: dice.happens(50), isByEntry: dice.happens(50) }
  const bank: Bank = {
    ...{ service, clock, tenant, dice, terms, market: newMarket(), reached: new Set() },
    ...{ customers: [], payments: [], contracts: [] },
    call: (method, path, body) => service.call(method, path, body, { client: tenant.client }),
  }
  // Without the dice, which decide everything else of the seed.
  await setTerms(bank, seed % 4)
  for (let number = 0; number < CUSTOMERS; number++) bank.customers.push(await openCustomer(bank, number))
  return bank
}

async function setTerms({ call, terms, market, dice, clock }: Bank, fundsAvailability: number): Promise<void> {
  const collection = { economy: ['14:15', '18:00'], economyPlus: ['10:00', '14:15', '16:15'] }
  const institution = {
    ach: { collection },
    fx: { closeOutGains: terms.gains, marginIncome: terms.isAtDraw ? 'AtDraw' : 'AtTrade' },
    debits: { fundsAvailability },
    books: { exportDetail: terms.isByEntry ? 'Entry' : 'Account' },
  }
  dataOf(await call('PUT', '/v1/institution', institution))
  const margins = PAIRS.map((pair) => {
    const [baseCcy, quoteCcy] = pair.split('/')
    return { baseCcy, quoteCcy, basisPoints: Number(MARGINS[pair]) }
  })
  dataOf(await call('PUT', '/v1/institution/fx/margins', { margins }))
  dataOf(await call('PUT', '/v1/institution/fx/rates', moveMarket(market, dice, clock.now(), 0)))
  for (const [product, tier] of [
    ['ACH', { flat: 0.25 }],
    ['FEDWIRE', { flat: 12.5 }],
    ['SWIFT', { percentage: 0.15, minimum: 5, maximum: 40 }],
    ['RTP', { flat: 0.75 }],
    ['BOOK', { flat: 0.05 }],
  ] as const) {
    const tiers = [{ name: 'Standard', from: 0, ...tier }]
    const fee = { name: product, application: 'Payments', product, currency: 'USD', tierBy: 'Amount', tiers }
    dataOf(await call('POST', '/v1/institution/fees', fee), 201)
  }
}

async function openCustomer(bank: Bank, number: number): Promise<Customer> {
  const { call } = bank
  const uid = String(dataOf(await call('POST', '/v2/customers', customerBody())).customerUID)
  const fees = { application: 'Payments', feeTier: 'Standard' }
  dataOf(await call('POST', `/v1/customers/${uid}/fees`, fees))
  const line = number < CUSTOMERS_WITH_LINE ? { exposure: 3_000, spot: 60_000, forward: 60_000 } : null
  dataOf(await call('PUT', `/v1/institution/customers/${uid}/fx-line`, { line }))
  const contact = dataOf(await call('POST', `/customers/${uid}/contacts`, contactBody()))
  const abroad: Record<string, string> = {}
  for (const currency of ['USD', 'EUR', 'JPY'])
    abroad[currency] = await contactAbroad({ call, customerUID: uid } as Parameters<typeof contactAbroad>[0], currency)
  const customer: Customer = { uid, accounts: [], closed: [], domestic: String(contact.customerContactUID), abroad }
  for (const [currency, holders, balance] of OPENING) {
    if (number >= holders) continue
    const account = await openAccount(bank, customer, currency)
    dataOf(await adjust(call, account, { direction: 'Credit', amount: balance }), 201)
  }
  return customer
}

export async function openAccount(
  { call }: Pick<Bank, 'call'>,
  customer: Pick<Customer, 'uid' | 'accounts'>,
  currency: string,
): Promise<Account> {
  const path = `/v3/customers/${customer.uid}/accounts`
  const { accountUID } = dataOf(await call('POST', path, accountBody({ currency })), 201)
  const account = { uid: String(accountUID), currency }
  customer.accounts.push(account)
  return account
}

export function adjust(
  call: Bank['call'],
  { uid, currency }: Account,
  { direction, amount, contraAccount }: { direction: 'Credit' | 'Debit'; amount: number; contraAccount?: string },
): Promise<Reply> {
  const terms = { direction, amount, currency, reason: 'test', externalReferenceId: 'test' }
  const contra = contraAccount === undefined ? {} : { contraAccount }
  return call('POST', `/v1/institution/accounts/${uid}/adjustments`, { ...terms, ...contra })
}
