import type { Temporal } from 'temporal-polyfill'
import { isMaker, mayBeMaker } from '../approvers/approvers.ts'
import { requireCustomer } from '../customers/customers.ts'
import { tryLockTenant } from '../db/advisory-locks.ts'
import type { Connection, Transaction } from '../db/client.ts'
import { readInstitution } from '../institution/institution.ts'
import { isUuid } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import {
  changeFile,
  countOutcomes,
  findFile,
  lockFile,
  notePaymentsMade,
  type PaymentFile,
  refuseOpenRecords,
  whyFileAltered,
} from './payment-files.store.ts'
import { recordFile } from './upload-file.ts'

export interface FilePath {
  customerUID: string
  fileType: string
  fileUID: string
}

/** The file of the customer in the path. With `locked`, locks it until the transaction ends. */
export async function requireFile(
  db: Connection | Transaction,
  principal: Principal,
  { customerUID, fileType, fileUID }: FilePath,
  { locked = false } = {},
): Promise<Result<PaymentFile, Refusal>> {
  const customer = await requireCustomer(db, principal, customerUID)
  if (!customer.ok) return customer
  const find = locked ? (id: string) => lockFile(db as Transaction, principal.tenantId, id) : undefined
  const file = isUuid(fileUID) ? await (find?.(fileUID) ?? findFile(db, principal.tenantId, fileUID)) : undefined
  const isThere = file?.customerId === customer.value.id && file.fileType === fileType.toLowerCase()
  return file && isThere ? accept(file) : refusal('paymentFileNotFound')
}

/**
 * Lets the payments of a file be made, or made further once it was stopped. Another person than the
 * one who uploaded it must do so, and nobody may have altered it.
 */
export async function approveFile(
  tx: Transaction,
  principal: Principal,
  path: FilePath,
  { now, tokenNow }: { now: Temporal.Instant; tokenNow: Temporal.Instant },
): Promise<Result<PaymentFile, Refusal>> {
  const found = await requirePending(tx, principal, path)
  if (!found.ok) return found
  const before = found.value
  if (whyFileAltered(tx, before) !== undefined) return refusal('paymentFileAltered')
  const makers = [{ clientId: before.uploadedBy, userId: before.uploadedByUser }]
  const institution = await readInstitution(tx, principal.tenantId)
  if (isMaker(makers, principal)) return refusal('paymentFileOwn')
  if (await mayBeMaker(tx, principal, institution, { makers, madeAt: before.createdAt }, tokenNow))
    return refusal('paymentFileOwn', 'one person may be behind you and the client that uploaded the file')
  const after = await changeFile(tx, before, { status: 'PROCESSING', reason: null, ...deciderOf(principal, now) })
  await recordFile(tx, principal.clientId, { action: 'approved', before, after }, now)
  return accept(after)
}

/**
 * Ends a file before its payments are made. The one who uploaded it may do so, too. If a stopped
 * file has made payments, the others are refused: the file cannot be sent again as a whole.
 */
export async function rejectFile(
  tx: Transaction,
  principal: Principal,
  path: FilePath,
  reason: string,
  now: Temporal.Instant,
): Promise<Result<PaymentFile, Refusal>> {
  const found = await requirePending(tx, principal, path)
  return found.ok ? accept(await endFile(tx, principal, found.value, reason, now)) : found
}

/**
 * Ends the file of a stopped actor, also while its payments are made. Undefined if it has ended,
 * and `busy` while a worker makes payments of a file.
 */
export async function endFileOfStopped(
  tx: Transaction,
  principal: Principal,
  { fileUID, reason }: { fileUID: string; reason: string },
  now: Temporal.Instant,
): Promise<PaymentFile | 'busy' | undefined> {
  const { tenantId } = principal
  if (!(await tryLockTenant(tx, { lock: 'paymentFiles', tenantId }))) return 'busy'
  const before = await lockFile(tx, tenantId, fileUID)
  const isOpen = before?.status === 'PENDING_APPROVAL' || before?.status === 'PROCESSING'
  return isOpen ? endFile(tx, principal, before, reason, now) : undefined
}

async function endFile(
  tx: Transaction,
  principal: Principal,
  before: PaymentFile,
  reason: string,
  now: Temporal.Instant,
): Promise<PaymentFile> {
  const refusal = `The file was rejected: ${reason}`
  const after = await closeFile(tx, before, { refusal, reason, ...deciderOf(principal, now) }, now)
  await recordFile(tx, principal.clientId, { action: 'rejected', before, after }, now)
  return after
}

/** Ends a locked file. If it has made payments, the others are refused. */
export async function closeFile(
  tx: Transaction,
  before: PaymentFile,
  { refusal, ...ended }: { refusal: string } & Parameters<typeof changeFile>[2],
  now: Temporal.Instant,
): Promise<PaymentFile> {
  const { tenantId, id } = before
  await notePaymentsMade(tx, before)
  const isBegun = (await countOutcomes(tx, tenantId, id)).made > 0
  if (isBegun) await refuseOpenRecords(tx, tenantId, id, { code: 'FILE001', refusal })
  return changeFile(tx, before, { ...ended, status: isBegun ? 'PROCESSED' : 'REJECTED', endedAt: now })
}

function deciderOf({ clientId, person }: Principal, now: Temporal.Instant) {
  return { decidedBy: clientId, decidedByUser: person?.userId ?? null, decidedAt: now }
}

async function requirePending(
  tx: Transaction,
  principal: Principal,
  path: FilePath,
): Promise<Result<PaymentFile, Refusal>> {
  const found = await requireFile(tx, principal, path, { locked: true })
  if (!found.ok) return found
  return found.value.status === 'PENDING_APPROVAL' ? found : refusal('paymentFileNotPending')
}
