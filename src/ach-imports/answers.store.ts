import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'
import { insertRows } from '../db/rows.ts'
import type { AchAnswers } from '../db/types.ts'
import { conditions, readPage, readTotal } from '../db/where.ts'
import type { PageOf, PageRequest } from '../kernel/paging.ts'
import type { AnswerKind } from './domain/entry-kind.ts'
import type { AnswerOutcome } from './domain/outcome.ts'

export type AchAnswer = Omit<AchAnswers, 'outcome'> & { outcome: AnswerOutcome }

/** An answer with the receipt that has its money, if there is one. */
export type ListedAnswer = AchAnswer & { receiptId: string | null }

/** Those of the identities that answers have. */
export async function knownAnswers(
  tx: Transaction,
  tenantId: bigint,
  identities: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ identity: string }>(
    'select identity from ach_answers where tenant_id = $1 and identity = any($2::text[])',
    [tenantId, identities],
  )
  return new Set(rows.map(({ identity }) => identity))
}

export async function insertAnswers(
  tx: Transaction,
  tenantId: bigint,
  answers: readonly Omit<AchAnswer, 'tenantId' | 'createdAt'>[],
  now: Temporal.Instant,
): Promise<void> {
  await insertRows(tx, 'ach_answers', { tenantId, createdAt: now }, answers)
}

export interface AnswerFilter {
  outcome?: AnswerOutcome
  kind?: AnswerKind
  paymentId?: string
  fileId?: string
}

/** Newest first. */
export async function searchAnswers(
  db: Connection,
  tenantId: bigint,
  { outcome, kind, paymentId, fileId }: AnswerFilter,
  page: PageRequest,
): Promise<PageOf<ListedAnswer>> {
  const where = conditions(tenantId)
  where.equals('outcome', outcome)
  where.equals('kind', kind)
  where.equals('payment_id', paymentId)
  where.equals('file_id', fileId)
  const from = `from ach_answers where tenant_id = $1 ${where}`
  const latest = 'order by created_at desc, id desc'
  const receipt = `(select r.id from receipts r where r.tenant_id = $1 and r.file_id = a.file_id
    and r.entry_number = a.entry_number and r.is_answer limit 1) as receipt_id`
  const rows = await readPage<ListedAnswer>(
    db,
    where,
    page,
    (bounds) => `select a.*, ${receipt} from (select * ${from} ${latest} ${bounds}) as a ${latest}`,
  )
  const total = await readTotal(db, where, `select count(*) as total ${from}`)
  return { rows, total }
}
