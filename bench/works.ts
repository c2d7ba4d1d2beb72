import { randomUUID } from 'node:crypto'
import { BARE_PATH } from './bare-handler.ts'
import { accountBody, contactBody, customerBody, type Payer } from './seed.ts'

/** The path that creates payments. */
export const PAYMENTS_PATH = '/v3/payments/creditrequest'

/** A request, and a text that its answer must contain. */
export interface Asked {
  text: string
  expects: string
}

/** Writes the request with this number. Each number is used once. */
export type Work = (n: number) => Asked

/** Where requests go, and the token that they carry. */
export interface Target {
  port: number
  token: string
}

/** A request with a body, in which `REFERENCE` is replaced. */
interface Sent {
  path: string
  body: object
}

/** Such requests in turns. Only the key and the reference differ from one to the next. */
function posts(sent: readonly Sent[], { port, token }: Target, expects: (reference: string) => string): Work {
  const requests = sent.map(({ path, body }) => {
    const text = JSON.stringify(body)
    const head =
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${text.length}\r\nIdempotent-Key: `
    return { head, parts: text.split(REFERENCE) }
  })
  return (n) => {
    const reference = referenceOf(n)
    const { head, parts } = requests[n % requests.length]!
    return { text: `${head}${randomUUID()}\r\n\r\n${parts.join(reference)}`, expects: expects(reference) }
  }
}

/** Credit requests from the payers in turns: new payments, if the path creates them. */
export function creditRequests(
  path: string,
  payers: readonly Pick<Payer, 'accountUID' | 'contactUID'>[],
  target: Target,
  { speed = 'Economy', status = 'VALIDATED', more = {} }: { speed?: string; status?: string; more?: object } = {},
): Work {
  const sent = payers.map(({ accountUID, contactUID }) => ({
    path,
    body: {
      externalReferenceId: REFERENCE,
      paymentAmount: 12.5,
      paymentCurrency: 'USD',
      speed,
      paymentNotes: 'Invoice 118',
      sender: { accountUID },
      receiver: { accountUID: contactUID },
      ...more,
    },
  }))
  return posts(sent, target, (reference) => `"paymentStatus":"${status}","externalReferenceId":"${reference}"`)
}

function newCustomers(target: Target): Work {
  const names = { externalReferenceId: REFERENCE, legalName: REFERENCE, shortName: REFERENCE }
  const body = { ...customerBody(0), ...names }
  return posts([{ path: '/v2/customers', body }], target, (reference) => `"shortName":"${reference}"`)
}

function newContacts(payers: readonly Payer[], target: Target): Work {
  const customers = [...new Set(payers.map(({ customerUID }) => customerUID))]
  const names = { externalReferenceId: REFERENCE, templateName: REFERENCE }
  const sent = customers.map((customerUID) => ({
    path: `/v2/customers/${customerUID}/contacts`,
    body: { ...contactBody('1'), ...names },
  }))
  return posts(sent, target, (reference) => `"externalReferenceId":"${reference}"`)
}

/** New accounts of the payers' customers in turns. The institution gives their numbers. */
function newAccounts(payers: readonly Payer[], target: Target): Work {
  const customers = [...new Set(payers.map(({ customerUID }) => customerUID))]
  const sent = customers.map((customerUID) => ({
    path: `/v2/customers/${customerUID}/accounts`,
    body: { externalReferenceId: REFERENCE, ...accountBody() },
  }))
  return posts(sent, target, (reference) => `"externalReferenceId":"${reference}"`)
}

/** Reads of these paths in turns. Each answer must contain the text beside its path. */
export function reads(paths: readonly { path: string; expects: string }[], { port, token }: Target): Work {
  const requests = paths.map(({ path, expects }) => ({
    text: `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    expects,
  }))
  return (n) => requests[n % requests.length]!
}

/** What the parts that read look for. */
export interface Known {
  payers: readonly Payer[]
  paymentUIDs: readonly string[]
}

/** Each part that sends requests, with its work. */
export const WORKS = {
  f: ({ payers }, target) => creditRequests(BARE_PATH, payers, target),
  a: ({ payers }, target) => creditRequests('/bench/empty', payers, target),
  b: ({ payers }, target) => creditRequests(PAYMENTS_PATH, payers, target),
  c: ({ payers }, target) => creditRequests(PAYMENTS_PATH, payers.slice(0, 1), target),
  g: ({ payers }, target) => {
    const paths = payers.map(({ customerUID, accountUID }) => ({
      path: `/v3/customers/${customerUID}/accounts/${accountUID}?includeAccountBalance=true`,
      expects: `"accountUID":"${accountUID}"`,
    }))
    return reads(paths, target)
  },
  h: ({ paymentUIDs }, target) => {
    const paths = paymentUIDs.map((uid) => ({ path: `/v3/payments/${uid}`, expects: `"paymentUID":"${uid}"` }))
    return reads(paths, target)
  },
  i: ({ payers }, target) => {
    const paths = payers.map(({ customerUID }) => ({
      path: `/v2/customers/${customerUID}`,
      expects: `"customerUID":"${customerUID}"`,
    }))
    return reads(paths, target)
  },
  j: ({ payers }, target) => {
    const paths = payers.map(({ accountUID }) => ({
      path: `/v3/accounts/${accountUID}/transactions?limit=20`,
      expects: `"accountUID":"${accountUID}"`,
    }))
    return reads(paths, target)
  },
  l: (_, target) => newCustomers(target),
  m: ({ payers }, target) => newAccounts(payers, target),
  n: ({ payers }, target) => {
    const toOwnBank = payers.map(({ accountUID, bookContactUID }) => ({ accountUID, contactUID: bookContactUID }))
    return creditRequests(PAYMENTS_PATH, toOwnBank, target, { status: 'PROCESSED' })
  },
  o: ({ payers }, target) => newContacts(payers, target),
  p: ({ payers }, target) => creditRequests(PAYMENTS_PATH, payers, target),
  k: (_, target) => reads([{ path: '/v3/payments/search?limit=20', expects: '"returnedRecords":20' }], target),
} satisfies Record<string, (known: Known, target: Target) => Work>

export type WorkPart = keyof typeof WORKS

/** The parts whose successful answers are new payments. */
export const CREATING: ReadonlySet<string> = new Set<WorkPart>(['b', 'c', 'n', 'p'])

/** The reference in a body that is still to be sent. */
const REFERENCE = referenceOf(0)

/** All references have the same length, so the Content-Length is known in advance. */
export function referenceOf(n: number): string {
  return `bench-${String(n).padStart(9, '0')}`
}
