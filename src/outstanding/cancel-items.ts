import type { Temporal } from 'temporal-polyfill'
import type { App } from '../app.ts'
import { rejectOfStopped } from '../approvals/approvals.ts'
import type { Transaction } from '../db/client.ts'
import { rejectQuote } from '../fx/fx.ts'
import { errorCatalogue } from '../http/errors.ts'
import type { Refusal } from '../kernel/refusal.ts'
import type { Result } from '../kernel/result.ts'
import { endFileOfStopped } from '../payment-files/payment-files.ts'
import { cancelPayments, cancelRecurrence, withdrawApprovals } from '../payments/payments.ts'
import { setRuleStatus } from '../receipts/receipts.ts'
import { withdrawInvitation } from '../sign-in/sign-in.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { disableWebhook } from '../webhooks/webhooks.ts'
import type { Cancellation, DecidedItem } from './cancellations.store.ts'
import type { OutstandingKind } from './domain/kinds.ts'
import { isOutstanding, lockConfirmable, type Makers } from './outstanding.store.ts'

interface Cancelling {
  app: App
  principal: Principal
  cancellation: Pick<Cancellation, 'id' | 'reason'>
  /** The clients and users that count as the actor. */
  makers: Makers
  now: Temporal.Instant
}

/** Cancels one thing. Returns why it is not cancelled, or undefined; null to try again later. */
type CancelOne = (tx: Transaction, on: Cancelling, id: string) => Promise<string | undefined | null>

const notesOf = ({ cancellation: { id, reason } }: Cancelling) => `${reason} (cancellation ${id})`

const CANCEL: Partial<Record<OutstandingKind, CancelOne>> = {
  Series: async (tx, on, recurrenceId) =>
    whyNot(await cancelRecurrence(tx, on.principal, { recurrenceId, ifMatch: undefined, notes: notesOf(on) }, on.now)),
  PaymentFile: async (tx, on, fileUID) => {
    const ended = await endFileOfStopped(tx, on.principal, { fileUID, reason: notesOf(on) }, on.now)
    return ended === 'busy' ? null : ended ? undefined : 'all payments of the file were made'
  },
  Proposal: async (tx, on, approvalUID) => {
    const asked = { approvalUID, reason: notesOf(on) }
    return (await rejectOfStopped(tx, on.app, on.principal, asked, on.now)) ? undefined : 'it was decided meanwhile'
  },
  FxQuote: async (tx, on, quoteUUID) => whyNot(await rejectQuote(tx, on.principal, quoteUUID, on.now)),
  PositivePayRule: async (tx, on, ruleUID) =>
    whyNot(await setRuleStatus(tx, on.principal, { ruleUID, status: 'Suspended' }, on.now)),
  Webhook: async (tx, on, webhookUID) => {
    const asked = { webhookUID, reason: notesOf(on) }
    return (await disableWebhook(tx, on.principal, asked, on.now)) ? undefined : 'it is disabled or deleted already'
  },
  Invitation: async (tx, on, userId) => {
    const asked = { userId, reason: notesOf(on) }
    return (await withdrawInvitation(tx, on.principal, asked, on.now)) ? undefined : 'it was used or ended meanwhile'
  },
  Approval: async (tx, { principal, makers: by, cancellation: { id: cancellation, reason }, now }, paymentId) =>
    withdrawApprovals(tx, principal, { paymentId, by, cancellation, reason }, now),
}

/** Cancels items of one kind; only payments come many at a time. What is busy stays open. */
export async function cancelItems(
  tx: Transaction,
  on: Cancelling,
  kind: OutstandingKind,
  ids: readonly string[],
): Promise<DecidedItem[]> {
  if (kind === 'Payment') return cancelMany(tx, on, ids)
  const decided: DecidedItem[] = []
  for (const itemId of ids) {
    const why = (await isTakenOver(tx, on, kind, itemId)) ? TAKEN_OVER : await CANCEL[kind]!(tx, on, itemId)
    if (why !== null) decided.push({ itemId, why: why ?? null })
  }
  return decided
}

const TAKEN_OVER = 'it ended, or somebody else confirmed or changed it meanwhile'

/** A rule, a webhook or an invitation can have become a colleague's since it was noted. */
async function isTakenOver(
  tx: Transaction,
  { principal: { tenantId }, makers, now }: Cancelling,
  kind: OutstandingKind,
  id: string,
): Promise<boolean> {
  return (
    (await lockConfirmable(tx, tenantId, { kind, id })) &&
    !(await isOutstanding(tx, tenantId, { makers, kind, id }, now))
  )
}

async function cancelMany(
  tx: Transaction,
  { principal, cancellation: { id, reason }, now }: Cancelling,
  ids: readonly string[],
): Promise<DecidedItem[]> {
  const refused = await cancelPayments(tx, principal, ids, { notes: reason, cancellation: id }, now)
  return ids.map((itemId) => {
    const { why = null, left } = refused.get(itemId) ?? {}
    return { itemId, why, ...(left && { remedy: left === 'DEBIT' ? 'Reverse' : 'RequestReturn' }) }
  })
}

function whyNot(result: Result<unknown, Refusal>): string | undefined {
  return result.ok ? undefined : (result.refusal.detail ?? errorCatalogue[result.refusal.reason].title)
}
