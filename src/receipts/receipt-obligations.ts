import { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import {
  dueAt,
  meetObligations,
  type ObligationKey,
  type ObligationKind,
  openObligations,
  ruleOf,
} from '../obligations/obligations.ts'
import type { Receipt } from './receipts.store.ts'

/** The states of a receipt in which a rule gives the institution a time to act. */
const CLOCKS: Readonly<Partial<Record<Receipt['status'], ObligationKind>>> = {
  SCREENING: 'ReceiptReturn',
  UNPOSTED: 'ReceiptReturn',
  RETURN_QUEUED: 'ReceiptReturn',
  DISHONORED: 'ContestedReturn',
}

type Clocked = Pick<
  Receipt,
  'id' | 'rail' | 'status' | 'isAnswer' | 'answer' | 'settlementDate' | 'returnBy' | 'extendedReturnBy'
>

interface ClockedChange {
  receipts: readonly Clocked[]
  actor: string
  isNew?: boolean
  dishonoredOn?: ReadonlyMap<string, Temporal.PlainDate> | undefined
}

/** What an assigned receipt waits for may still fail: its clock ends when it is posted. */
const UNDECIDED: ReadonlySet<Receipt['status']> = new Set(['PENDING'])

const KINDS = [
  'ReceiptReturn',
  'ExtendedReturn',
  'ContestedReturn',
  'FedNowFinalAnswer',
] as const satisfies readonly ObligationKind[]

/**
 * The clock of a receipt in its state. After the time for any reason, a return has the longer time
 * of unauthorized debits; one by agreement has none. What another bank answers is never returned.
 * Of messages, only what FedNow was told to wait for has a clock.
 */
function clockOf(
  { rail, status, answer, isAnswer, returnBy, extendedReturnBy }: Clocked,
  now: Temporal.Instant,
): ObligationKind | undefined {
  if (returnBy === null)
    return rail === 'FEDNOW' && status === 'SCREENING' && answer === 'AcceptedWithoutPosting'
      ? 'FedNowFinalAnswer'
      : undefined
  const kind = isAnswer ? undefined : CLOCKS[status]
  if (kind !== 'ReceiptReturn' || Temporal.Instant.compare(now, returnBy) <= 0) return kind
  return extendedReturnBy && Temporal.Instant.compare(now, extendedReturnBy) <= 0 ? 'ExtendedReturn' : undefined
}

/**
 * Starts and ends the clocks of receipts that came into a state: what is not posted is returned in
 * time or posted, and what is dishonored is contested in time or accepted. A clock that has ended
 * starts again if the receipt comes into such a state once more.
 * @param change.dishonoredOn the settlement dates of dishonored returns, by receipt
 */
export async function followClocks(
  tx: Transaction,
  institution: Institution,
  { receipts, actor, isNew = false, dishonoredOn }: ClockedChange,
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId } = institution
  const opened = receipts.flatMap((receipt) => {
    const { id, settlementDate } = receipt
    const kind = clockOf(receipt, now)
    if (!kind) return []
    const from = (kind === 'ContestedReturn' && dishonoredOn?.get(id)) || Temporal.PlainDate.from(settlementDate)
    return { ...keyOf(id, kind), dueAt: dueAt(kind, from, institution), rule: ruleOf(kind, from, institution) }
  })
  await openObligations(tx, tenantId, opened, now)
  if (isNew) return
  const ended = receipts.filter(
    ({ status, returnBy }) => (returnBy === null || !CLOCKS[status]) && !UNDECIDED.has(status),
  )
  const keys = ended.flatMap(({ id }) => KINDS.map((kind) => keyOf(id, kind)))
  await meetObligations(tx, tenantId, keys, actor, now)
}

function keyOf(id: string, kind: ObligationKind): ObligationKey {
  return { kind, subject: { kind: 'receipt', id } }
}
