import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../db/client.ts'
import { readInstitution, requireInstitution } from '../../institution/institution.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { type RecordedTransfer, readTransfersOf } from '../../ledger/transfers-of.ts'
import { type PaymentMail, readPaymentMails } from '../../notifications/notifications.ts'
import { type RailMessage, readRailMessages, type SettlementWindow, type Way, windowOf } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { type PaymentDelivery, readPaymentDeliveries } from '../../webhooks/webhooks.ts'
import { type DecidedApproval, readPaymentApprovals } from '../approval/payment-approvals.store.ts'
import { type ReturnRequest, readReturnRequests } from '../network/return-requests.store.ts'
import type { PaymentRow } from '../payments.store.ts'
import { readPayment } from '../search/read-payment.ts'
import { readDeparture } from './departure.store.ts'
import { type RecordedTransition, readTransitions } from './transitions.store.ts'
import { readValueDateChanges, type ValueDateChange } from './value-date-changes.store.ts'

/** One entry in the history of a payment. */
export type TimelineEntry =
  | { kind: 'approval'; at: Temporal.Instant; approval: DecidedApproval }
  | ({ kind: 'transition' } & RecordedTransition)
  | ({ kind: 'valueDate' } & ValueDateChange)
  | ({ kind: 'transfer'; transfer: RecordedTransfer } & Pick<RecordedTransfer, 'at'>)
  | ({ kind: 'railMessage' } & RailMessage)
  | { kind: 'returnRequest'; at: Temporal.Instant; request: ReturnRequest; isAnswer: boolean }
  | ({ kind: 'mail' } & PaymentMail)
  | ({ kind: 'webhook' } & PaymentDelivery)

export interface Timeline {
  payment: PaymentRow
  /** Undefined if its rail has no windows, or it ended without paying. */
  window: SettlementWindow | undefined
  entries: TimelineEntry[]
}

/**
 * The history of a payment, oldest first: approvals, transitions, changes of its value date,
 * transfers, rail messages and mails. Entries of the same moment are in order of cause: the
 * decision, its transition, then its transfers. The size is bounded, because a payment has few
 * transitions, transfers and messages. Only the institution sees webhook deliveries and the replies
 * of mail servers.
 */
export async function readTimeline(
  tx: Transaction,
  principal: Principal,
  paymentUID: string,
): Promise<Result<Timeline, Refusal>> {
  const payment = await readPayment(tx, principal, paymentUID)
  if (!payment.ok) return payment
  const { tenantId } = principal
  const { id } = payment.value
  const approvals = await readPaymentApprovals(tx, tenantId, [id])
  const transitions = await readTransitions(tx, tenantId, id)
  const valueDates = await readValueDateChanges(tx, tenantId, id)
  const transfers = await readTransfersOf(tx, tenantId, id)
  const messages = await readRailMessages(tx, tenantId, id)
  const requests = await readReturnRequests(tx, tenantId, id)
  const institution = await requireInstitution(tx, principal)
  const window = await readWindow(tx, tenantId, id)
  const mails = await readPaymentMails(tx, tenantId, id)
  const deliveries = institution.ok ? await readPaymentDeliveries(tx, tenantId, id) : []
  const entries: TimelineEntry[] = [
    ...approvals
      .filter(({ altered }) => altered === undefined)
      .map((approval) => ({ kind: 'approval', at: approval.decidedAt, approval }) as const),
    ...transitions.map((transition) => ({ kind: 'transition', ...transition }) as const),
    ...valueDates.map((change) => ({ kind: 'valueDate', ...change }) as const),
    ...transfers.map((transfer) => ({ kind: 'transfer', at: transfer.at, transfer }) as const),
    ...messages.map((message) => ({ kind: 'railMessage', ...message }) as const),
    ...requests.flatMap(entriesOfRequest),
    ...mails.map(({ failure, ...mail }) => {
      return { kind: 'mail', ...mail, failure: institution.ok ? failure : null } as const
    }),
    ...deliveries.map((delivery) => ({ kind: 'webhook', ...delivery }) as const),
  ]
  return accept({
    payment: payment.value,
    window,
    entries: entries.sort((a, b) => Temporal.Instant.compare(a.at, b.at)),
  })
}

/** A request for return, and what became of it last. */
function entriesOfRequest(request: ReturnRequest): TimelineEntry[] {
  const { createdAt, answeredAt } = request
  const asked = { kind: 'returnRequest', at: createdAt, request, isAnswer: false } as const
  return answeredAt === null ? [asked] : [asked, { ...asked, at: answeredAt, isAnswer: true }]
}

/** The window that a payment goes by, or went by. */
async function readWindow(tx: Transaction, tenantId: bigint, id: string): Promise<SettlementWindow | undefined> {
  const departure = await readDeparture(tx, tenantId, id)
  if (!departure) return undefined
  const { leavesAt, valueDate, ...way } = departure
  return windowOf(await readInstitution(tx, tenantId), way as Pick<Way, 'rail' | 'speed'>, {
    leavesAt,
    valueDate: Temporal.PlainDate.from(valueDate),
  })
}
