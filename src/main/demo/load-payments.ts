import type { Temporal } from 'temporal-polyfill'
import type { Database, Transaction } from '../../db/client.ts'
import type { Institution } from '../../institution/institution.ts'
import { systemClock, today } from '../../kernel/clock.ts'
import { newId } from '../../kernel/id.ts'
import { bookCode } from '../../ledger/chart.ts'
import { mustTransfer, openBooks } from '../../ledger/ledger.ts'
import { posting } from '../../ledger/postings.ts'
import { openSettlements } from '../../ledger/settlements.ts'
import { StartupError } from '../startup-error.ts'
import { insertLoadedPayments, type LoadedPayer, type LoadedPayment, readLoadedPayers } from './load-payments.store.ts'

const PAYMENTS_PER_BATCH = 1_000
const MAX_PAYERS = 20_000
const SPAN_HOURS = 365 * 24

/**
 * Creates payments of test customers, spread evenly over the past year. Most are settled, some
 * failed on their date, some are scheduled. Each settled payment has its deposit, hold and posting
 * in the ledger.
 */
export async function loadPayments(
  db: Database,
  institution: Institution,
  payments: number,
  progress: (done: number) => void,
): Promise<void> {
  const payers = await db.read((db) => readLoadedPayers(db, institution.tenantId, MAX_PAYERS))
  if (payers.length === 0) throw new StartupError('no test customers exist: load some with --customers first')
  const start = systemClock.now().subtract({ hours: SPAN_HOURS })
  for (let done = 0; done < payments; ) {
    const count = Math.min(PAYMENTS_PER_BATCH, payments - done)
    const at = start.add({ milliseconds: Math.floor((SPAN_HOURS * 3_600_000 * done) / payments) })
    await db.transaction((tx) => insertBatch(tx, institution, payers, { first: done, count, at }))
    done += count
    progress(done)
  }
}

async function insertBatch(
  tx: Transaction,
  { tenantId, currency, timeZone }: Institution,
  payers: readonly LoadedPayer[],
  { first, count, at }: { first: number; count: number; at: Temporal.Instant },
): Promise<void> {
  const created = today(at, timeZone)
  const scheduledAfter = today(systemClock.now(), timeZone)
  const payments = Array.from({ length: count }, (_, place) =>
    makePayment(first + place, payers, { at, created, scheduledAfter }),
  )
  const settled = payments.filter((payment) => payment.holdTransferId !== null)
  const items = new Map(
    settled.map(({ id, rail, amount }) => [id, { rail, amount, currency, settledAt: at, side: 'paid' } as const]),
  )
  const settlements = await openSettlements(tx, tenantId, [...items.values()], at)
  const books = await openBooks(tx, tenantId, {
    accountIds: settled.map(({ payer }) => payer.accountId),
    books: [bookCode('settlement', { currency }), ...settlements.books],
  })
  for (const { id, payer, amount, rail, holdTransferId } of settled) {
    const money = { customer: payer.accountId, rail, amount, currency }
    mustTransfer(
      books,
      posting(books, 'adjustmentCredit', { ...money, contra: 'settlement', id: newId(at), referenceId: newId(at) }),
    )
    const hold = posting(books, 'payment', { ...money, id: holdTransferId!, kind: 'pending', referenceId: id })
    mustTransfer(books, hold)
    const ended = { id: newId(at), kind: 'post_pending', pendingId: hold.id, pendingAmount: amount } as const
    mustTransfer(books, { ...hold, ...ended })
  }
  settlements.post(books)
  const settlementOf = ({ id }: LoadedPayment) => {
    const item = items.get(id)
    return item ? settlements.idOf(item) : null
  }
  await insertLoadedPayments(tx, { tenantId, currency, timeZone }, payments, { at, settlementOf })
  await books.write(at)
}

/** The number of a payment decides its properties. One payer has a tenth of all payments. */
function makePayment(
  number: number,
  payers: readonly LoadedPayer[],
  {
    at,
    created,
    scheduledAfter,
  }: { at: Temporal.Instant; created: Temporal.PlainDate; scheduledAfter: Temporal.PlainDate },
): LoadedPayment {
  const mixed = (number * 2_654_435_761) % 2 ** 32
  const status = number % 50 === 7 ? 'VALIDATION_FAILURE' : number % 33 === 5 ? 'FUTURE_DATED' : 'PROCESSED'
  const rail = number % 20 === 3 ? 'FEDWIRE' : 'ACH'
  return {
    id: newId(at),
    number,
    payer: payers[number % 10 === 0 ? 0 : mixed % payers.length]!,
    amount: number % 40 === 1 ? 100_00n : BigInt(1 + (mixed % 500_000)),
    speed: rail === 'FEDWIRE' ? 'Express' : 'Economy',
    rail,
    status,
    paymentDate: (status === 'FUTURE_DATED' ? scheduledAfter.add({ days: 1 + (mixed % 180) }) : created).toString(),
    holdTransferId: status === 'PROCESSED' ? newId(at) : null,
  }
}
