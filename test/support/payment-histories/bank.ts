import { dataOf } from '../answers.ts'
import {
  accountBody,
  contactBody,
  customerBody,
  type TestClient,
  type TestService,
  type TestTenant,
} from '../test-service.ts'

/** An account that pays and receives in histories. */
export interface Account {
  id: bigint
  number: string
  customer: 'charged' | 'careful'
  customerUID: string
  /** The balance at the start of every history, in cents. */
  opening: bigint
  /** Contacts of its customer: `out` is at another bank, `own` is an account of this bank. */
  contacts: { out: string; own: string }
  /** The account behind the contact `own`. */
  ownAccountId: bigint
}

/** An institution for histories. */
export interface Bank {
  tenant: TestTenant
  accounts: readonly [Account, Account, Account]
  /** The clients that submit the payments of each account. */
  submitters: readonly [TestClient, TestClient, TestClient]
  /** The clients that approve and reject: two of the careful customer, two of the institution. */
  deciders: readonly [TestClient, TestClient, TestClient, TestClient]
}

/** The exposure limit of each account, in dollars. */
const achFeature = { debitExposureLimit: 250 }
/**
 * The banking days after which each customer has the proceeds of a debit: the first by the setting
 * of the institution.
 */
export const FUNDS_DAYS = { charged: 1, careful: 0 }
/** In cents. */
export const APPROVES_ABOVE = 80_00
/** expectation.ts computes the effect of these limits, fees and approvals separately. */
const LIMITS = {
  charged: [
    ['FEDWIRE_PAYMENT_LIMIT_PER_DAY', 200],
    ['FEDWIRE_PAYMENT_LIMIT_PER_WEEK', 300],
    ['FEDWIRE_PAYMENT_LIMIT_PER_MONTH', 400],
    ['ACH_CREDIT_LIMIT_PER_DAY', 250],
    ['ACH_DEBIT_LIMIT_PER_DAY', 350],
    ['BOOK_PAYMENT_LIMIT_PER_DAY', 150],
  ],
  careful: [['INSTANT_PAYMENT_LIMIT_PER_DAY', 150]],
} as const
const FEES = [
  {
    name: 'Wire',
    product: 'FEDWIRE',
    tierBy: 'Amount',
    tiers: [
      { name: 'Standard', from: 0, flat: 1 },
      { name: 'High value', from: 100, flat: 1.5 },
    ],
  },
  { name: 'Transfer', product: 'BOOK', tierBy: 'Amount', tiers: [{ name: 'Standard', from: 0, flat: 0.05 }] },
  {
    name: 'Instant',
    product: 'RTP',
    tierBy: 'Count',
    tiers: [
      { name: 'Standard', from: 0, flat: 0.5 },
      { name: 'Volume', from: 3, flat: 0.2 },
    ],
  },
]

/** The institution's limits; it approves instant payments above this amount in cents. */
export function limitsWith(approvesAbove: number) {
  return {
    limits: [{ key: 'INSTANT_PAYMENT_LIMIT_PER_TRANSACTION', value: 1000, approvalAbove: approvesAbove / 100 }],
  }
}

/**
 * Creates the customer `charged`, with fees, limits and two accounts, and the customer `careful`,
 * whose payments need approval, with one account.
 */
export async function openBank(service: TestService, code: string): Promise<Bank> {
  const tenant = await service.createTenant(code)
  const { client } = tenant
  const make = async (method: string, path: string, body: object) => {
    const reply = await service.call(method, path, body, { client })
    return dataOf(reply, reply.status === 201 ? 201 : 200)
  }
  for (const fee of FEES)
    await make('POST', '/v1/institution/fees', { application: 'Payments', currency: 'USD', ...fee })
  await make('PUT', '/v1/institution/limits', limitsWith(APPROVES_ABOVE))
  await make('PUT', '/v1/institution', { debits: { fundsAvailability: FUNDS_DAYS.charged } })

  const makeCustomer = async (customer: Account['customer'], fields: object) => {
    const { customerUID } = await make('POST', '/v2/customers', customerBody(fields))
    const appLimits = LIMITS[customer].map(([key, value]) => ({ key, value }))
    await make('PUT', `/v2/customers/${customerUID}`, { limits: [{ appName: 'Payments', appLimits }] })
    return String(customerUID)
  }
  const charged = await makeCustomer('charged', {})
  await make('POST', `/v1/customers/${charged}/fees`, { application: 'Payments', feeTier: 'Standard' })
  const careful = await makeCustomer('careful', {
    legalEntityAccessSettings: { paymentDualApproval: true, paymentLimitforFirstApprover: 50 },
    debitFundsAvailability: FUNDS_DAYS.careful,
  })

  const makeAccount = async (customerUID: string) => {
    const body = accountBody({ accountFeatures: { achFeature } })
    const { accountUID } = await make('POST', `/v3/customers/${customerUID}/accounts`, body)
    return { id: BigInt(accountUID), number: body.accountNumber }
  }
  const numbers = [await makeAccount(charged), await makeAccount(charged), await makeAccount(careful)] as const
  const makeContact = async (customerUID: string, bank: object = {}) => {
    const contactBank = { ...contactBody().contactBank, ...bank }
    const path = `/customers/${customerUID}/contacts`
    return String((await make('POST', path, contactBody({ contactBank }))).customerContactUID)
  }
  const nationalCode = tenant.institution.routingNumber
  const contactsTo = async (customerUID: string, own: { number: string }) => ({
    out: await makeContact(customerUID),
    own: await makeContact(customerUID, { accountNo: own.number, nationalCode }),
  })
  const [first, second, third] = numbers
  const chargedContacts = await contactsTo(charged, third)
  const accounts = [
    {
      ...first,
      customer: 'charged',
      customerUID: charged,
      opening: 400_00n,
      contacts: chargedContacts,
      ownAccountId: third.id,
    },
    {
      ...second,
      customer: 'charged',
      customerUID: charged,
      opening: 60_00n,
      contacts: chargedContacts,
      ownAccountId: third.id,
    },
    {
      ...third,
      customer: 'careful',
      customerUID: careful,
      opening: 300_00n,
      contacts: await contactsTo(careful, first),
      ownAccountId: first.id,
    },
  ] as const

  const personOf = (legalEntityId: bigint) => service.createClient(tenant, { legalEntityId })
  const submitter = await personOf(BigInt(careful))
  const deciders = [
    await personOf(BigInt(careful)),
    await personOf(BigInt(careful)),
    await personOf(tenant.institution.legalEntityId),
    client,
  ] as const
  return { tenant, accounts, submitters: [client, client, submitter], deciders }
}
