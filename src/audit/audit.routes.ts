import './audit.errors.ts'
import Type from 'typebox'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { accept } from '../kernel/result.ts'
import { numberViewOf } from '../tokens/number-view.ts'
import { AuditQuery, AuditReply, HeadReply, parseFilter, renderHead, renderRecord } from './audit.schema.ts'
import { listAuditRecords, viewAuditHead } from './read-audit.ts'

const exampleRecord = {
  sequence: '12',
  id: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d',
  at: '2026-07-01T12:00:00.123000Z',
  actor: 'giro_5yVqXQ0gDbN7s2LhTzKcRe',
  action: 'signatory.updated',
  subjectKind: 'signatory',
  subjectId: '100007',
  customerUID: '100042',
  before: { fullName: 'Ada Lund', title: 'Clerk' },
  after: { fullName: 'Ada Lund', title: 'Treasurer' },
  changedFields: ['title'],
  previousHash: '9f2feb0f1ef425b292f2f94bc8482494df430413b04bf18a0d1fe1c0b9d9a3c8',
  hash: '5d1f3c6a0e0b7c3f4b7e9d2a1c8f6e5d4c3b2a190817263544536271809f0e1d',
}

export const auditOperations = [
  defineOperation({
    id: 'listAuditRecords',
    method: 'GET',
    paths: ['/v1/institution/audit'],
    tag: 'Institution',
    summary: 'Search the audit log',
    description:
      'Shows who changed what, and when, newest first. Filters match exactly. `from` is inclusive, `to` is exclusive. Give subjectKind and ' +
      'subjectId together. New records appear on the first page: set `to` to keep the pages stable while you read. Account numbers are ' +
      'masked without Customers.View_Account_Number, tax ids without Customers.View_Tax_Id.',
    failure: 'The audit log was not searched',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidAuditQuery',
    query: AuditQuery,
    reply: {
      status: 200,
      description: 'A page of audit records.',
      data: Type.Array(AuditReply),
      paged: true,
      example: [exampleRecord],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const found = await listAuditRecords(db, principal, parseFilter(query), query, app.totals)
        if (!found.ok) return found
        const view = numberViewOf(principal)
        return accept({
          data: found.value.rows.map((row) => renderRecord(row, view)),
          pagination: describePage(query, found.value),
        })
      }),
  }),

  defineOperation({
    id: 'getAuditHead',
    method: 'GET',
    paths: ['/v1/institution/audit/head'],
    tag: 'Institution',
    summary: 'Read the head of the audit chain',
    description:
      'Store the head outside the database. A chain that is later cut short or recomputed no longer contains it; `giro audit verify --head <sequence>:<hash>` checks this.',
    failure: 'The head of the audit chain was not read',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidAuditQuery',
    reply: {
      status: 200,
      description: 'The head of the chain.',
      data: HeadReply,
      example: { sequence: exampleRecord.sequence, hash: exampleRecord.hash },
    },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const head = await viewAuditHead(db, principal)
        return head.ok ? accept({ data: renderHead(head.value) }) : head
      }),
  }),
]
