import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../../../db/client.ts'
import { insertRows } from '../../../db/rows.ts'
import { newId } from '../../../kernel/id.ts'

/** The balances of a statement on an account of ours, as its correspondent reports it. */
export interface NostroStatement {
  messageId: string
  /** The correspondent's own id of the statement. */
  reference: string
  bic: string
  accountNumber: string
  currency: string
  /** In minor units; what the institution owes is negative. */
  opening: bigint
  closing: bigint
  closedOn: Temporal.PlainDate
}

export async function insertStatement(
  tx: Transaction,
  tenantId: bigint,
  { closedOn, ...statement }: NostroStatement,
  now: Temporal.Instant,
): Promise<void> {
  const row = { id: newId(now), ...statement, closedOn: closedOn.toString() }
  await insertRows(tx, 'nostro_statements', { tenantId, createdAt: now }, [row])
}

/** The closing balance of the last statement before a day; undefined for the first one. */
export async function closingBefore(
  db: Connection,
  tenantId: bigint,
  { bic, accountNumber, closedOn }: Pick<NostroStatement, 'bic' | 'accountNumber' | 'closedOn'>,
): Promise<bigint | undefined> {
  const row = await db.row<{ closing: bigint }>(
    `select closing from nostro_statements
     where tenant_id = $1 and bic = $2 and account_number = $3 and closed_on < $4
     order by closed_on desc, id desc limit 1`,
    [tenantId, bic, accountNumber, closedOn.toString()],
  )
  return row?.closing
}
