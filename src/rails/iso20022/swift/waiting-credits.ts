import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { Evidence, Meaning, ReceivedCredit } from '../../network.ts'
import { afterBusinessDays } from './answer-times.ts'
import { creditOf, findTransfer } from './received-transfer.ts'
import { claimDue, endWaiting, insertWaiting } from './waiting-credits.store.ts'

/** How many credits one call tells of. */
const MAX_CREDITS = 100

/** What waiting needs to know of a credit. */
interface Waiting {
  institution: Institution
  credit: ReceivedCredit
  evidence: Evidence
  now: Temporal.Instant
}

/** The money of the credit is there: it is received on its value date, and not before. */
export async function receiveWhenDue(tx: Transaction, waiting: Waiting): Promise<Meaning> {
  const { institution, credit, evidence, now } = waiting
  const { identity: uetr, messageId, valueDate } = credit
  const today = now.toZonedDateTimeISO(institution.timeZone).toPlainDate()
  if (Temporal.PlainDate.compare(valueDate, today) <= 0) {
    await endWaiting(tx, institution.tenantId, uetr, now)
    return { kind: 'received', credit, evidence }
  }
  const dueAt = valueDate.toZonedDateTime(institution.timeZone).toInstant()
  await insertWaiting(tx, institution.tenantId, { uetr, messageId, waitsFor: 'ValueDate', dueAt }, now)
  return { kind: 'informed', about: `a credit of the value date ${valueDate}`, evidence }
}

/** The credit comes by cover, and its money is not there. */
export async function waitForCover(tx: Transaction, waiting: Waiting): Promise<Meaning> {
  const { institution, credit, evidence, now } = waiting
  const { identity: uetr, messageId, valueDate: from, currency } = credit
  const dueAt = afterBusinessDays(institution, { currency, from })
  await insertWaiting(tx, institution.tenantId, { uetr, messageId, waitsFor: 'Cover', dueAt }, now)
  return { kind: 'informed', about: 'a credit that waits for its cover', evidence }
}

/** Credits whose value date has come, and those whose cover should have come. */
export async function tellDueCredits(
  tx: Transaction,
  { tenantId }: Institution,
  now: Temporal.Instant,
): Promise<Meaning[]> {
  const meanings: Meaning[] = []
  for (const { uetr, messageId, waitsFor } of await claimDue(tx, tenantId, now, MAX_CREDITS)) {
    const evidence = { network: 'SWIFT', messageId, messageType: 'pacs.008.001.08' } as const
    const transfer = await findTransfer(tx, tenantId, messageId)
    if (!transfer) throw new Error(`${messageId} is not a credit that came in`)
    if (waitsFor === 'ValueDate') meanings.push({ kind: 'received', credit: creditOf(transfer), evidence })
    else {
      const why = `the cover of the credit ${uetr} has not come: ask ${transfer.from} for it`
      meanings.push({ kind: 'exception', why, evidence: { ...evidence, silence: 'yes' } })
    }
  }
  return meanings
}
