import type { Transaction } from '../../../db/client.ts'
import { formatImad, type Imad, LAST_SEQUENCE } from './accountability.ts'

/** The endpoint has used all numbers of the cycle day: what waits leaves on the next one. */
export class SequenceUsedUp extends Error {
  override name = 'SequenceUsedUp'
}

/**
 * The next IMADs of an endpoint on a cycle day, in their order. They are taken in the transaction
 * that commits their messages: the row stays locked until then, so that the numbers of all nodes
 * are in the order of their commits, and a transaction that is rolled back leaves no gap.
 */
export async function takeImads(
  tx: Transaction,
  tenantId: bigint,
  { endpoint, cycleDate }: Omit<Imad, 'sequence'>,
  count: number,
): Promise<string[]> {
  if (count === 0) return []
  const row = await tx.row<{ lastSequence: number }>(
    `insert into fedwire_sequences (tenant_id, endpoint, cycle_date, last_sequence) values ($1, $2, $3, $4)
     on conflict (tenant_id, endpoint, cycle_date)
       do update set last_sequence = fedwire_sequences.last_sequence + excluded.last_sequence
       where fedwire_sequences.last_sequence + $4 <= $5
     returning last_sequence`,
    [tenantId, endpoint, cycleDate.toString(), count, LAST_SEQUENCE],
  )
  if (!row) throw new SequenceUsedUp(`the endpoint ${endpoint} has too few numbers left on ${cycleDate}`)
  const first = row.lastSequence - count + 1
  return Array.from({ length: count }, (_, index) => formatImad({ endpoint, cycleDate, sequence: first + index }))
}

/** The last number that the endpoint used on the cycle day; 0 if it used none. */
export async function lastSequence(
  tx: Transaction,
  tenantId: bigint,
  { endpoint, cycleDate }: Omit<Imad, 'sequence'>,
): Promise<number> {
  const row = await tx.row<{ lastSequence: number }>(
    'select last_sequence from fedwire_sequences where tenant_id = $1 and endpoint = $2 and cycle_date = $3',
    [tenantId, endpoint, cycleDate.toString()],
  )
  return row?.lastSequence ?? 0
}

/** The numbers of the messages that Fedwire delivered to the endpoint on the cycle day (OMAD). */
export async function receivedSequences(
  tx: Transaction,
  tenantId: bigint,
  { endpoint, cycleDate }: Omit<Imad, 'sequence'>,
): Promise<Set<number>> {
  const prefix = `${cycleDate.toString().replaceAll('-', '')}${endpoint}`
  const rows = await tx.query<{ sequence: number }>(
    `select substr(message_id, 17, 6)::integer as sequence from rail_messages
     where tenant_id = $1 and rail = 'FEDWIRE' and status = 'Processed' and starts_with(message_id, $2)
       and message_id ~ '^[0-9]{8}[A-Z0-9]{8}[0-9]{6}'`,
    [tenantId, prefix],
  )
  return new Set(rows.map(({ sequence }) => sequence))
}
