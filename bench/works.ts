import { randomUUID } from 'node:crypto'
import { BARE_PATH } from './bare-handler.ts'
import type { Payer } from './seed.ts'

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

/** Credit requests from the payers in turns: new payments, if the path creates them. */
export function creditRequests(path: string, payers: readonly Payer[], { port, token }: Target): Work {
  // Only the key and the reference differ from one request of a payer to the next.
  const requests = payers.map(({ accountUID, contactUID }) => {
    const body = JSON.stringify({
      externalReferenceId: referenceOf(0),
      paymentAmount: 12.5,
      paymentCurrency: 'USD',
      speed: 'Economy',
      paymentNotes: 'Invoice 118',
      sender: { accountUID },
      receiver: { accountUID: contactUID },
    })
    const [beforeReference, afterReference] = body.split(referenceOf(0)) as [string, string]
    const head =
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotent-Key: `
    return { head, beforeReference: `\r\n\r\n${beforeReference}`, afterReference }
  })
  return (n) => {
    const reference = referenceOf(n)
    const { head, beforeReference, afterReference } = requests[n % requests.length]!
    return {
      text: head + randomUUID() + beforeReference + reference + afterReference,
      expects: `"paymentStatus":"VALIDATED","externalReferenceId":"${reference}"`,
    }
  }
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
  k: (_, target) => reads([{ path: '/v3/payments/search?limit=20', expects: '"returnedRecords":20' }], target),
} satisfies Record<string, (known: Known, target: Target) => Work>

export type WorkPart = keyof typeof WORKS

/** The parts whose successful answers are new payments. */
export const CREATING: ReadonlySet<string> = new Set<WorkPart>(['b', 'c'])

/** All references have the same length, so the Content-Length is known in advance. */
function referenceOf(n: number): string {
  return `bench-${String(n).padStart(9, '0')}`
}
