import type { Temporal } from 'temporal-polyfill'
import { askingForPositivePay } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { recordEvents } from '../../events/events.ts'
import type { Match } from '../domain/match-account.ts'
import { type ExceptionCause, type IncomingDebit, judgeDebit } from '../domain/match-rules.ts'
import { insertExceptions } from './exceptions.store.ts'
import { insertUses, readRules, readUses } from './rules.store.ts'

/** How long before its last file a debit is returned by default: a failed run can repeat. */
const DECIDED_BEFORE = { hours: 6 } as const

type Guardable = IncomingDebit & { id: string; rail: string; direction: string }

/** Judges the debits of a batch by the rules of their accounts, and writes what it judged. */
export interface DebitGuard {
  /** The match, which no longer takes a debit that waits for its customer. */
  guarded(item: Guardable, match: Match, returnBy: Temporal.Instant): Match
  /** Writes after the receipts. */
  write(now: Temporal.Instant): Promise<void>
}

/**
 * Opens the rules of the accounts that debits found. An account is guarded if it has rules, also
 * suspended ones, or if the institution set achPositivePay for its customer. The caller holds the
 * lock on receipts, so that no other batch uses the rules. What a debit used when it came in is not
 * counted against it when it settles.
 */
export async function openGuard(
  tx: Transaction,
  tenantId: bigint,
  found: readonly { item: { direction: string; amount: bigint; rail: string }; match: Match }[],
): Promise<DebitGuard> {
  const debits = found.filter(({ item, match }) => isJudged(item, match))
  const accounts = debits.flatMap(({ match }) => match.account ?? [])
  if (accounts.length === 0) return { guarded: (_item, match) => match, write: async () => {} }
  const rules = await readRules(tx, tenantId, [...new Set(accounts.map(({ id }) => id))])
  const owners = accounts.map(({ customerId }) => customerId)
  const asking = await askingForPositivePay(tx, tenantId, owners)
  const rulesOf = Map.groupBy(rules, ({ accountId }) => accountId)
  const known = await readUses(tx, tenantId, [...new Set(rules.map(({ id }) => id))])
  const usedBy = new Map(known.map((use) => [`${use.ruleId} ${use.periodStart}`, use.receiptId]))
  const uses: { ruleId: bigint; periodStart: string; receiptId: string }[] = []
  const exceptions: Opened[] = []

  function judge(item: Guardable, accountId: bigint): ExceptionCause | undefined {
    const judged = judgeDebit(item, rulesOf.get(accountId) ?? [], (id, start) => {
      const user = usedBy.get(`${id} ${start}`)
      return user !== undefined && user !== item.id
    })
    if ('cause' in judged) return judged.cause
    const { rule, periodStart } = judged
    if (periodStart === null || usedBy.has(`${rule.id} ${periodStart}`)) return undefined
    usedBy.set(`${rule.id} ${periodStart}`, item.id)
    uses.push({ ruleId: rule.id, periodStart, receiptId: item.id })
    return undefined
  }

  return {
    guarded(item, match, returnBy) {
      const { account } = match
      if (!account || !isJudged(item, match) || !(rulesOf.has(account.id) || asking.has(account.customerId)))
        return match
      const cause = judge(item, account.id)
      if (cause === undefined) return match
      const { id: accountId, customerId } = account
      exceptions.push({
        ...{ receiptId: item.id, accountId, customerId, cause, amount: item.amount },
        expiresAt: returnBy.subtract(DECIDED_BEFORE),
      })
      return { ...match, reason: 'NotAllowedByRule' }
    },
    async write(now) {
      await insertUses(tx, tenantId, uses)
      const rows = exceptions.map(({ amount: _, ...row }) => ({ ...row, openedAt: now }))
      await insertExceptions(tx, tenantId, rows)
      await recordEvents(tx, tenantId, exceptions.map(openedEvent), now)
    },
  }
}

interface Opened {
  receiptId: string
  accountId: bigint
  customerId: bigint
  cause: ExceptionCause
  amount: bigint
  expiresAt: Temporal.Instant
}

/** A debit that its account would take. */
function isJudged({ direction, amount, rail }: { direction: string; amount: bigint; rail: string }, match: Match) {
  return rail === 'ACH' && direction === 'Debit' && amount > 0n && match.account !== undefined && !match.reason
}

function openedEvent({ receiptId, accountId, customerId, cause, expiresAt }: Opened) {
  return {
    action: 'positivePay.exception.opened' as const,
    subject: { kind: 'positivePayException', id: receiptId, customerId },
    after: {
      exceptionUID: receiptId,
      accountUID: String(accountId),
      exceptionReason: cause,
      expiryDateTime: expiresAt.toString({ smallestUnit: 'millisecond' }),
    },
  }
}
