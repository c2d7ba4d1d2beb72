import Type, { type Static } from 'typebox'
import { momentField, named, text, Uid } from '../http/fields.ts'
import { pageQuery } from '../http/paging.ts'
import { type NumberView, withMaskedNumbers } from '../kernel/masked-number.ts'
import type { LogFilter, LogRow } from './audit.store.ts'
import type { ChainHead } from './chain.ts'
import { changedFields } from './changed-fields.ts'

const Moment = momentField('A moment such as 2026-07-01T12:00:00Z or 2026-07-01T08:00:00.123-04:00.')

export const AuditQuery = Type.Object({
  ...pageQuery,
  customerUID: Type.Optional(Uid),
  actor: Type.Optional(text(255)),
  userId: Type.Optional(Type.String({ format: 'uuid' })),
  action: Type.Optional(text(255)),
  subjectKind: Type.Optional(text(255)),
  subjectId: Type.Optional(text(255)),
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
})
export type AuditQuery = Static<typeof AuditQuery>

export function parseFilter({ customerUID, page: _page, limit: _limit, ...filter }: AuditQuery): LogFilter {
  return { ...filter, customerId: customerUID === undefined ? undefined : BigInt(customerUID) }
}

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description })

export const AuditReply = named('AuditRecord', {
  sequence: nullableText(
    'The place in the chain, starting at 1. Null until the record is chained, usually within seconds.',
  ),
  id: Type.String({ format: 'uuid' }),
  at: Type.String({ description: 'When the change was made: UTC, with six decimals.' }),
  actor: Type.String({
    description: 'Who made the change: the API key of a client, or operator for the command line.',
  }),
  // Absent rather than null, as in the text that the hash covers.
  userId: Type.Optional(
    Type.String({ description: 'The user whose token the client used. Absent if it acted in its own name.' }),
  ),
  action: Type.String({ description: 'The change, such as customer.updated.' }),
  subjectKind: Type.String({ description: 'The kind of record changed, such as customer.' }),
  subjectId: Type.String(),
  customerUID: nullableText('The customer that the record belongs to.'),
  before: Type.Unknown({ description: 'The record before the change; null if it was created.' }),
  after: Type.Unknown({ description: 'The record after the change; null if it was deleted.' }),
  storedBefore: Type.Optional(
    Type.String({ description: 'JSON text of before as stored, if it is sealed: the text that the hash covers.' }),
  ),
  storedAfter: Type.Optional(
    Type.String({ description: 'JSON text of after as stored, if it is sealed: the text that the hash covers.' }),
  ),
  changedFields: Type.Array(Type.String(), { description: 'The fields that differ between before and after.' }),
  previousHash: nullableText('The hash of the previous record, in hex.'),
  hash: nullableText('SHA-256 in hex; /docs/pages/audit defines its input.'),
})

const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null

export function renderRecord(row: LogRow, view: NumberView): Static<typeof AuditReply> {
  const { id, at, actor, userId, action, subjectKind, subjectId, customerId, before, after } = row
  return {
    sequence: row.sequence === null ? null : String(row.sequence),
    ...{ id, at, actor, ...(userId !== null && { userId }), action, subjectKind, subjectId },
    customerUID: customerId === null ? null : String(customerId),
    ...withMaskedNumbers({ before, after }, view),
    ...storedOf(row),
    changedFields: changedFields(before, after),
    previousHash: hex(row.previousHash),
    hash: hex(row.hash),
  }
}

/** The sealed documents. One that is not sealed is hashed as it is shown. */
function storedOf({ storedBefore, storedAfter }: LogRow) {
  const isSealed = (stored: string | null) => stored?.includes('"sealed:') === true
  return {
    ...(isSealed(storedBefore) && { storedBefore: storedBefore! }),
    ...(isSealed(storedAfter) && { storedAfter: storedAfter! }),
  }
}

export const HeadReply = named('AuditHead', {
  sequence: Type.String({ description: 'The number of chained records, in digits.' }),
  hash: Type.String({ description: 'The hash over all of them, in hex.' }),
})

export function renderHead({ sequence, hash }: ChainHead): Static<typeof HeadReply> {
  return { sequence: String(sequence), hash: hash.toString('hex') }
}
