import type { Temporal } from 'temporal-polyfill'
import { belongsTo, findCustomer } from '../../customers/customers.ts'
import type { Connection, Transaction } from '../../db/client.ts'
import { refusalMessage } from '../../http/errors.ts'
import { type Institution, readInstitution } from '../../institution/institution.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { allowDebit, refuseDebit } from '../decide-receipt.ts'
import { WORKER } from '../step-receipts.ts'
import { claimExpired, type ExceptionRow, findException, noteDecision, searchExceptions } from './exceptions.store.ts'

const decide = { approve: allowDebit, reject: refuseDebit } as const
export type Verdict = keyof typeof decide

/**
 * Decides an exception for its customer: an approved debit is posted to its account, a rejected one
 * goes back with R29, or R10 for an entry of a consumer's class.
 */
export async function decideException(
  tx: Transaction,
  principal: Principal,
  { exceptionUID, verdict }: { exceptionUID: string; verdict: Verdict },
  now: Temporal.Instant,
): Promise<Result<ExceptionRow, Refusal>> {
  const { tenantId, clientId: actor } = principal
  const found = await requireException(tx, principal, exceptionUID)
  if (!found.ok) return found
  if (found.value.status !== 'PENDING') return refusal('positivePayExceptionDecided', `it is ${found.value.status}`)
  const institution = await readInstitution(tx, tenantId)
  const decided = await decide[verdict](tx, { institution, actor, receiptUID: found.value.receiptId }, now)
  if (!decided.ok) return decided
  return accept((await findException(tx, tenantId, found.value.receiptId))!)
}

/** The most exceptions that one request approves. */
const MAX_APPROVED = 200

/** Approves the exceptions of a list, or all that wait. One that is refused stays as it is. */
export async function approveExceptions(
  tx: Transaction,
  principal: Principal,
  { exceptionUIDs }: { exceptionUIDs?: readonly string[] },
  now: Temporal.Instant,
): Promise<{ approved: string[]; refused: { exceptionUID: string; reason: string; message: string }[] }> {
  const approved: string[] = []
  const refused: { exceptionUID: string; reason: string; message: string }[] = []
  for (const exceptionUID of exceptionUIDs ?? (await waitingFor(tx, principal))) {
    const done = await decideException(tx, principal, { exceptionUID, verdict: 'approve' }, now)
    if (done.ok) approved.push(exceptionUID)
    else {
      const message = refusalMessage('The exception was not approved', done.refusal)
      refused.push({ exceptionUID, reason: done.refusal.reason, message })
    }
  }
  return { approved, refused }
}

async function waitingFor(tx: Transaction, { tenantId, legalEntityId }: Principal): Promise<string[]> {
  const everything = { customerId: undefined, accountNumber: undefined, receiptId: undefined, secCode: undefined }
  const bounds = { minAmount: undefined, maxAmount: undefined, fromDate: undefined, toDate: undefined }
  const filter = { ...everything, ...bounds, belongingTo: legalEntityId, status: 'PENDING' } as const
  const { rows } = await searchExceptions(tx, tenantId, filter, { page: 1, limit: MAX_APPROVED })
  return rows.map(({ receiptId }) => receiptId).toReversed()
}

/** An exception of the client's customers. One of others is as unknown as one that is missing. */
async function requireException(
  db: Connection,
  principal: Principal,
  exceptionUID: string,
): Promise<Result<ExceptionRow, Refusal>> {
  const found = await findException(db, principal.tenantId, exceptionUID.toLowerCase())
  const customer = found && (await findCustomer(db, principal.tenantId, found.customerId))
  return found && customer && belongsTo(customer, principal) ? accept(found) : refusal('positivePayExceptionNotFound')
}

/**
 * Returns debits that nobody decided in time. One that no file can carry back stays unposted, and
 * a person of the institution decides it.
 * @returns how many were decided
 */
export async function returnUndecided(
  tx: Transaction,
  institution: Institution,
  limit: number,
  now: Temporal.Instant,
): Promise<number> {
  const expired = await claimExpired(tx, institution.tenantId, now, limit)
  for (const receiptUID of expired) {
    const returned = await refuseDebit(tx, { institution, actor: WORKER, receiptUID }, now)
    if (returned.ok) continue
    const key = { tenantId: institution.tenantId, id: receiptUID }
    await noteDecision(tx, key, { status: 'DEFAULT_DECISION', decidedBy: WORKER, now })
  }
  return expired.length
}
