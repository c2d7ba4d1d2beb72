import type { Temporal } from 'temporal-polyfill'
import { findOpenAccount } from '../accounts/accounts.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { mustBeName } from '../http/fields.ts'
import { countInCaps, requireInstitution } from '../institution/institution.ts'
import { newId } from '../kernel/id.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { type BookCode, bookCode, type ContraAccount } from '../ledger/chart.ts'
import { mustTransfer, type OpenBooks, openBooks } from '../ledger/ledger.ts'
import { openBook } from '../ledger/open-account.ts'
import { posting } from '../ledger/postings.ts'
import { readReceivableAccount } from '../receivables/receivables.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { repayFromSuspense } from './coming-back.ts'
import { RELEASE_CONTRAS, type ReleaseBody, renderItem } from './suspense.schema.ts'
import { findItem, type Item, type ItemRow, insertRelease, lockItem, railOf } from './suspense.store.ts'

/** Where an item goes: to an account of its customer, or against one of the institution. */
type Destination = { accountId: bigint } | { contra: ContraAccount } | { rail: string }

/**
 * Takes an item out of suspense, whole and once. Money of a customer goes to one of its open
 * accounts in the currency, or is paid out against an account of the institution, after what the
 * customer owes. A crossed return is recovered from the network, or given up. Only the
 * institution's own entity may do so. It counts in `adjustmentCaps`.
 */
export async function releaseItem(
  tx: Transaction,
  principal: Principal,
  itemUID: string,
  body: ReleaseBody,
  now: Temporal.Instant,
): Promise<Result<Item, Refusal>> {
  const { tenantId, clientId } = principal
  const institution = await requireInstitution(tx, principal)
  if (!institution.ok) return institution
  const seen = await findItem(tx, tenantId, itemUID)
  if (!seen) return refusal('suspenseItemNotFound')
  const capped = await countInCaps(tx, institution.value, seen, now)
  if (!capped.ok) return capped
  const item = (await lockItem(tx, tenantId, itemUID))!
  if (item.releasedAt !== null) return refusal('suspenseItemReleased', `it was released at ${item.releasedAt}`)
  const destination = await destinationOf(tx, item, body)
  if (!destination.ok) return destination
  const transferId = await move(tx, item, destination.value, now)
  if (!transferId.ok) return transferId

  const to = destination.value
  const release = {
    tenantId,
    itemId: item.id,
    accountId: 'accountId' in to ? to.accountId : null,
    contraAccount: 'accountId' in to ? null : 'contra' in to ? to.contra : 'rail-settlement',
    reason: body.reason,
    externalReferenceId: body.externalReferenceId,
    transferId: transferId.value,
    businessDate: capped.value,
    createdBy: clientId,
    createdAt: now,
  }
  await insertRelease(tx, release)
  const released = { ...item, releasedAt: now, release }
  const subject = { kind: 'suspenseItem', id: item.id }
  const change = { before: renderItem({ ...item, release: undefined }), after: renderItem(released) }
  await recordChange(tx, { tenantId, actor: clientId, action: 'suspense.item.released', subject, ...change }, now)
  return accept(released)
}

async function destinationOf(
  tx: Transaction,
  item: ItemRow,
  { accountUID, contraAccount }: ReleaseBody,
): Promise<Result<Destination, Refusal>> {
  const isCrossed = item.reason === 'CrossedReturn'
  if ((accountUID === undefined) === (contraAccount === undefined))
    return refusal('invalidRelease', 'send either accountUID or contraAccount')
  if (accountUID !== undefined)
    return isCrossed
      ? refusal('invalidRelease', 'accountUID: a crossed return is no money of a customer; send contraAccount')
      : accept({ accountId: BigInt(accountUID) })
  const contra = mustBeName(RELEASE_CONTRAS, contraAccount!)
  if (contra !== 'rail-settlement') return accept({ contra })
  const rail = isCrossed ? await railOf(tx, item.tenantId, item) : undefined
  if (rail !== undefined) return accept({ rail })
  return refusal('invalidRelease', 'contraAccount: rail-settlement is for a crossed return that the network paid back')
}

/** Posts the release. Returns its transfer. */
async function move(
  tx: Transaction,
  item: ItemRow,
  to: Destination,
  now: Temporal.Instant,
): Promise<Result<string, Refusal>> {
  const { tenantId, customerId, currency } = item
  const receivable = await readReceivableAccount(tx, tenantId, item)
  const accountIds = 'accountId' in to ? [to.accountId] : receivable === undefined ? [] : [receivable]
  const codes = await openSides(tx, item, to, now)
  const books = await openBooks(tx, tenantId, { accountIds, books: codes })
  if ('accountId' in to) {
    // Read after the lock on its ledger account, so that it cannot close meanwhile.
    const account = await findOpenAccount(tx, tenantId, to.accountId)
    if (account?.customerId !== customerId || account.currency !== currency)
      return refusal('invalidRelease', `accountUID must be an open account of customer ${customerId} in ${currency}`)
  }
  const transferId = post(books, item, to, receivable, now)
  await books.write(now)
  return accept(transferId)
}

/** Opens the institution's accounts on both sides. */
async function openSides(
  tx: Transaction,
  { tenantId, reason, currency }: ItemRow,
  to: Destination,
  now: Temporal.Instant,
): Promise<BookCode[]> {
  const own = bookCode(reason === 'CrossedReturn' ? 'crossed-returns' : 'suspense', { currency })
  if ('rail' in to) return [own, bookCode('rail-settlement', { currency, rail: to.rail })]
  return 'contra' in to ? [own, await openBook(tx, tenantId, { book: to.contra, currency }, now)] : [own]
}

function post(
  books: OpenBooks,
  item: ItemRow,
  to: Destination,
  receivable: bigint | undefined,
  now: Temporal.Instant,
): string {
  const { currency, referenceId, reason } = item
  const isCrossed = reason === 'CrossedReturn'
  const id = newId(now)
  const repaid = 'contra' in to && !isCrossed ? repayFromSuspense(books, receivable, { ...item, id }) : 0n
  const amount = item.amount - repaid
  if (amount === 0n) return id
  const terms = { id: repaid > 0n ? newId(now) : id, amount, currency, referenceId }
  if ('accountId' in to) mustTransfer(books, posting(books, 'unpostedReleased', { ...terms, customer: to.accountId }))
  else if ('rail' in to) mustTransfer(books, posting(books, 'crossedReturnRecovered', { ...terms, ...to }))
  else mustTransfer(books, posting(books, isCrossed ? 'crossedReturnCleared' : 'unpostedPaidOut', { ...terms, ...to }))
  return id
}
