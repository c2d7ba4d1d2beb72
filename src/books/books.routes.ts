import './books.errors.ts'
import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import type { Connection } from '../db/client.ts'
import { named, parseDate } from '../http/fields.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { type Institution, institutionTime, readDayAt, requireInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import {
  AccountReply,
  AccountsQuery,
  CloseDaysBody,
  DayReply,
  DaysQuery,
  ExportReply,
  ExportsQuery,
  JournalQuery,
  JournalReply,
  renderAccount,
  renderDay,
  renderExport,
  renderJournal,
  renderRow,
  TrialBalanceQuery,
  TrialBalanceReply,
} from './books.schema.ts'
import { firstDay, listBooks, listDays, readJournal } from './books.store.ts'
import { closeDaysByHand } from './close-day.ts'
import { listExports } from './exports.store.ts'
import { readTrialBalance } from './trial-balance.ts'

const shared = {
  method: 'GET',
  tag: 'Institution',
  entitlement: 'Institution.View_Institution',
  invalid: 'invalidBooksQuery',
} as const

/** The business day that a query names, or the open one. */
async function dayOf(
  db: Connection,
  { tenantId }: Institution,
  businessDate: string | undefined,
  now: Temporal.Instant,
): Promise<Result<string, Refusal>> {
  if (businessDate === undefined) {
    const open = await readDayAt(db, tenantId, now)
    return open ? accept(open.businessDate) : refusal('invalidBooksQuery', 'the books have no open business day yet')
  }
  const date = parseDate(businessDate)?.toString()
  if (date === undefined) return refusal('invalidBooksQuery', 'businessDate must be a date')
  const first = await firstDay(db, tenantId)
  if (first !== undefined && date >= first) return accept(date)
  return refusal('invalidBooksQuery', `the books have business days from ${first ?? 'the next close'} on`)
}

const exampleRow = {
  ...{ businessDate: '2026-07-01', status: 'Closed', account: 'clearing:ACH:USD', currency: 'USD', glAccount: '1310' },
  ...{ opening: '0.00', debits: '1250.00', credits: '1250.00', reclassified: '0.00', closing: '0.00' },
}

export const bookOperations = [
  defineOperation({
    ...shared,
    id: 'listLedgerAccounts',
    paths: ['/v1/institution/ledger/accounts'],
    summary: "List the institution's own ledger accounts",
    description: 'The accounts of the chart that have been opened, with their numbers in the general ledger.',
    failure: 'The ledger accounts were not read',
    errors: ['notTheInstitution'],
    query: AccountsQuery,
    reply: {
      status: 200,
      description: 'A page of accounts.',
      data: Type.Array(AccountReply),
      paged: true,
      example: [
        {
          ...{ account: 'clearing:ACH:USD', name: 'Clearing', type: 'Transit', currency: 'USD' },
          ...{ glAccount: '1310', balance: '0.00' },
        },
      ],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        const books = await listBooks(db, principal.tenantId, query)
        const numbers = institution.value.settings.books?.glAccounts
        const data = books.rows.map((row) => renderAccount(row, numbers))
        return accept({ data, pagination: describePage(query, books) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'listLedgerDays',
    paths: ['/v1/institution/ledger/days'],
    summary: 'List business days',
    description:
      'The newest first, up to the open day. A day is closed when it is over and its books are proved. It is never opened again: a correction is an entry of an open day.',
    failure: 'The business days were not read',
    errors: ['notTheInstitution'],
    query: DaysQuery,
    reply: {
      status: 200,
      description: 'A page of business days.',
      data: Type.Array(DayReply),
      paged: true,
      example: [
        {
          ...{ businessDate: '2026-07-01', status: 'Closed', closesAt: '2026-07-02T04:00:00.000Z' },
          ...{ closedAt: '2026-07-02T04:00:00.250Z', differences: [] },
        },
      ],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        const now = institutionTime(institution.value, app.clock.now())
        const days = await listDays(db, principal.tenantId, { ...query, now })
        return accept({ data: days.rows.map(renderDay), pagination: describePage(query, days) })
      }),
  }),

  defineOperation({
    ...shared,
    method: 'POST',
    id: 'closeLedgerDays',
    paths: ['/v1/institution/ledger/days/close'],
    summary: 'Close business days that are over',
    description:
      'The worker closes every day at its end. This tries again at once after a close that could not be proved, with the same proof. Without businessDate, it closes all days that are over, at most ten. The reply has the days in their order: each is Closed, and the last can be NotProved, with what differs. A day that is closed stays as it is.',
    failure: 'The business days were not closed',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution', 'businessDayUnknown', 'businessDayNotOver'],
    body: CloseDaysBody,
    examples: [{ summary: 'Until a day', value: { businessDate: '2026-07-01' } }],
    reply: {
      status: 200,
      description: 'The business days.',
      data: named('ClosedDays', { days: Type.Array(DayReply) }),
      example: {
        days: [
          {
            ...{ businessDate: '2026-07-01', status: 'NotProved', closesAt: '2026-07-02T04:00:00.000Z' },
            differences: [
              {
                ...{ what: 'an open FX position is not valued', id: 'EUR' },
                detail: 'the rate of EUR/USD is too old: set the rate of the day',
              },
            ],
          },
        ],
      },
    },
    async change(tx, app, { principal, body }) {
      const closed = await closeDaysByHand(tx, principal, body.businessDate, app.clock.now())
      return closed.ok ? accept({ data: { days: closed.value.map(renderDay) } }) : closed
    },
  }),

  defineOperation({
    ...shared,
    id: 'getTrialBalance',
    paths: ['/v1/institution/ledger/trial-balance'],
    summary: 'Read the trial balance of a business day',
    description:
      'A row for each account of the institution, and for the accounts of customers a row for each masterGl. Of a closed day, these are the stored balances; of an open one, the last closing balances and the entries since then. In each currency, the closing balances add up to zero.',
    failure: 'The trial balance was not read',
    errors: ['notTheInstitution'],
    query: TrialBalanceQuery,
    reply: {
      status: 200,
      description: 'A page of the trial balance.',
      data: Type.Array(TrialBalanceReply),
      paged: true,
      example: [exampleRow],
    },
    handle: (app, { principal, query }) =>
      app.db.snapshot(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        const day = await dayOf(
          db,
          institution.value,
          query.businessDate,
          institutionTime(institution.value, app.clock.now()),
        )
        if (!day.ok) return day
        const asOf = query.asOf === undefined ? undefined : Temporal.Instant.from(query.asOf)
        const { state, rows } = await readTrialBalance(db, institution.value, { date: day.value, asOf })
        const wanted = rows.filter(({ currency }) => query.currency === undefined || currency === query.currency)
        const page = wanted.slice((query.page - 1) * query.limit, query.page * query.limit)
        return accept({
          data: page.map((row) => renderRow(row, { date: day.value, state })),
          pagination: describePage(query, { rows: page, total: wanted.length }),
        })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'listJournal',
    paths: ['/v1/institution/ledger/journal'],
    summary: 'List the entries of a business day',
    description:
      'Posted entries, in the order in which they were made. Each debits one account and credits another. Holds are not entries. For the next page, give `next` as `after`.',
    failure: 'The journal was not read',
    errors: ['notTheInstitution'],
    query: JournalQuery,
    reply: {
      status: 200,
      description: 'The entries.',
      data: JournalReply,
      example: {
        businessDate: '2026-07-01',
        entries: [
          {
            ...{ transferUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', postedAt: '2026-07-01T12:30:00.000Z' },
            ...{ purpose: 'settlement', referenceUID: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6e' },
            ...{ debit: 'clearing:ACH:USD', credit: 'rail-settlement:ACH:USD', amount: '1250.00', currency: 'USD' },
          },
        ],
      },
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        const { businessDate, currency, after, limit } = query
        const day = await dayOf(
          db,
          institution.value,
          businessDate,
          institutionTime(institution.value, app.clock.now()),
        )
        if (!day.ok) return day
        const entries = await readJournal(db, principal.tenantId, { date: day.value, currency, after, limit })
        return accept({ data: renderJournal(entries, { date: day.value, limit }) })
      }),
  }),

  defineOperation({
    ...shared,
    id: 'listLedgerExports',
    paths: ['/v1/institution/ledger/exports'],
    summary: 'Download the files for the general ledger',
    description:
      'The files of closed days, the newest first. Each is stored with the close of its day and never changes; the worker writes the same bytes for the general ledger.',
    failure: 'The files were not read',
    errors: ['notTheInstitution'],
    query: ExportsQuery,
    reply: {
      status: 200,
      description: 'A page of files.',
      data: Type.Array(ExportReply),
      paged: true,
      example: [
        {
          ...{ businessDate: '2026-07-01', name: 'acme-gl-20260701.csv', detail: 'Account' },
          sha256: '5d1f3c6a0e0b7c3f4b7e9d2a1c8f6e5d4c3b2a190817263544536271809f0e1d',
          content: 'business_date,gl_account,account,currency,opening,debits,credits,reclassified,closing\r\n',
          writtenAt: '2026-07-02T04:00:01.000Z',
        },
      ],
    },
    handle: (app, { principal, query }) =>
      app.db.read(async (db) => {
        const institution = await requireInstitution(db, principal)
        if (!institution.ok) return institution
        const date = query.businessDate === undefined ? undefined : parseDate(query.businessDate)?.toString()
        if (query.businessDate !== undefined && date === undefined)
          return refusal('invalidBooksQuery', 'businessDate must be a date')
        const files = await listExports(db, principal.tenantId, { ...query, date })
        return accept({ data: files.rows.map(renderExport), pagination: describePage(query, files) })
      }),
  }),
]
