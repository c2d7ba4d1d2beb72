// The helpers of the TypeScript examples, for Node.js 22.18 or later: `node example.ts` runs them.
// Without GIRO_KEY and GIRO_SECRET, they use the demo that `npm start` runs in this folder.
import { existsSync, readFileSync } from 'node:fs'

const file = '.giro/demo.json'
/** The settings of the demo, such as customerUID. */
export const demo: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
const baseUrl = process.env['GIRO_URL'] ?? demo['baseUrl']!
const tokenUrl = process.env['GIRO_TOKEN_URL'] ?? demo['tokenUrl']!

/** A refusal: `reason` is for programs, the message for people. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, { message, reason }: { message: string; reason: string }) {
    super(message)
    this.status = status
    this.reason = reason
  }
}

export async function requestToken(key: string, secret: string): Promise<string> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

/** Signs in, and returns a function that calls the API. It returns data, and throws `Refused`. */
export function connect(key: string, secret: string) {
  let token: Promise<string> | undefined
  // biome-ignore lint/suspicious/noExplicitAny: the examples read many kinds of answers
  return async (method: string, path: string, body?: object, idempotencyKey?: string): Promise<any> => {
    token ??= requestToken(key, secret)
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${await token}`,
        ...(body && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey && { 'Idempotent-Key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status === 204) return undefined
    const answer = (await response.json()) as { data: unknown; message: string; reason: string }
    if (!response.ok) throw new Refused(response.status, answer)
    return answer.data
  }
}

export const giro = connect(
  process.env['GIRO_KEY'] ?? demo['apiKey']!,
  process.env['GIRO_SECRET'] ?? demo['apiSecret']!,
)

/** The reason for which a call is refused, or undefined. */
export const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Refused) => error.reason,
  )

export const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const NOT_PAID = ['VALIDATION_FAILURE', 'REJECTED', 'RETURNED', 'CANCELLED']

/** Waits until a payment has settled. Throws if it ended otherwise. */
export async function arrived(paymentUID: string): Promise<void> {
  for (;;) {
    const { status } = await giro('GET', `/v3/payments/${paymentUID}`)
    if (status === 'PROCESSED') return
    if (NOT_PAID.includes(status)) throw new Error(`${paymentUID} is ${status}`)
    await wait(1)
  }
}

interface Party {
  customer: string
  account: string
  contact: string
}

/** The body of a payment from the account to the contact of a party. */
export function pay(from: Party, reference: string, amount: string, speed: string, more: object = {}) {
  const terms = { externalReferenceId: reference, paymentAmount: amount, paymentCurrency: 'USD', speed, ...more }
  return { ...terms, sender: { accountUID: from.account }, receiver: { accountUID: from.contact } }
}

/**
 * A new customer with 10,000 dollars on an account, and a contact. Called again with the same name,
 * it finds the same ones.
 */
export async function onboard(name: string): Promise<Party> {
  const { customerUID: customer } = await giro('POST', '/v2/customers', customerBody(name), name)
  const { accountUID: account } = await giro(
    'POST',
    `/v3/customers/${customer}/accounts`,
    accountBody,
    `${name}-account`,
  )
  const deposit = { direction: 'Credit', amount: '10000.00', currency: 'USD', reason: 'Opening deposit' }
  const adjustments = `/v1/institution/accounts/${account}/adjustments`
  await giro('POST', adjustments, { ...deposit, externalReferenceId: name }, `${name}-deposit`)
  const contacts = `/v2/customers/${customer}/contacts`
  const { customerContactUID: contact } = await giro('POST', contacts, contactBody(name), `${name}-contact`)
  return { customer, account, contact }
}

const customerBody = (name: string) => ({
  externalReferenceId: name,
  legalName: `${name} LLC`,
  shortName: name,
  customerType: 'Corporate',
  taxId: '851234567',
  language: 'en',
  mailAddressSameAsLegal: true,
  legalAddress: {
    addressLine1: '8 Mill Road',
    city: 'Portland',
    state: 'ME',
    postalCode: '04101',
    countryCode: 'US',
  },
  costCenter: '0001',
  relationshipManager: 'manager',
  originatingOfficer: 'officer',
})

const accountBody = {
  accountName: 'Operating account',
  accountType: 'Deposit',
  accountSubType: 'Checking',
  currency: 'USD',
  countryCode: 'US',
  systemOfRecords: 'Giro',
  routingNumber: '061099995',
  masterGl: '2000',
}

const contactBody = (name: string) => ({
  externalReferenceId: name,
  templateName: 'Supplier',
  name: 'Meadow Mills Inc',
  contactType: 'Company',
  contactBank: {
    country: 'US',
    accountNo: '700100200301',
    accountCcy: 'USD',
    name: 'First Example Bank',
    nationalCode: '021000021',
  },
})
