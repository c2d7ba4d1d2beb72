import type { Temporal } from 'temporal-polyfill'
import type { ApprovalRow } from '../../approvals/approvals.ts'
import {
  APPROVER_JOINS,
  type Approver,
  approverColumns,
  type DecidedBy,
  type MakerWithAddress,
  type Making,
} from '../../approvers/approvers.ts'
import type { Altered } from '../../db/altered-rows.ts'
import type { Connection, Transaction } from '../../db/client.ts'
import { checked, contentIndex, findAlteredContents, storedContent, type WithContent } from '../../db/content-digest.ts'
import { TRADE_APPROVALS } from '../../db/digested-tables.ts'
import { insertRow } from '../../db/rows.ts'
import type { MakerOfTrade } from '../makers-stand.ts'

export interface NewTradeApproval {
  approvalId: string
  approver: Approver
  clientId: string
  approversNeeded: number
  /** What it counts for against the approver's limits; null without a rate. */
  limitAmount: bigint | null
  /** In the institution's time zone. */
  decidedOn: Temporal.PlainDate
  /** Whether dual control would have refused it. */
  failsDualControl: boolean
}

export async function insertTradeApproval(
  tx: Transaction,
  tenantId: bigint,
  { approver, decidedOn, ...approval }: NewTradeApproval,
  now: Temporal.Instant,
): Promise<void> {
  const { id, userId, signatoryId, identifiedBy } = approver
  const row = {
    ...{ ...approval, approver: id, identifiedBy, decidedOn: decidedOn.toString() },
    userId: userId ?? null,
    signatoryId: signatoryId === undefined ? null : BigInt(signatoryId),
  }
  const digest = contentIndex(tx, tenantId, TRADE_APPROVALS, { ...row, decidedAt: now.epochMilliseconds })
  await insertRow(tx, 'trade_approvals', { tenantId, ...row, decidedAt: now, contentIndex: digest })
}

/** One that is not what the service stored says why, and does not count. */
export interface TradeApproval extends DecidedBy, Altered {
  approvalId: string
  approversNeeded: number
  decidedAt: Temporal.Instant
}

const CUSTOMER = '(select p.customer_id from approvals p where p.tenant_id = $1 and p.id = a.approval_id limit 1)'

/** Who approved these trades, the first first. */
export async function readTradeApprovals(
  db: Connection,
  tenantId: bigint,
  approvalIds: readonly string[],
): Promise<TradeApproval[]> {
  const rows = await db.query<TradeApproval & WithContent>(
    `select a.approval_id, ${approverColumns(CUSTOMER)}, a.approvers_needed, a.decided_at, ${storedContent(TRADE_APPROVALS, 'a')} as content
     from trade_approvals a ${APPROVER_JOINS}
     where a.tenant_id = $1 and a.approval_id = any($2::uuid[]) order by a.decided_at, a.approver`,
    [tenantId, approvalIds],
  )
  return rows.map((row) => checked(db, tenantId, TRADE_APPROVALS, row))
}

/** The approvals of trades that wait which are not what the service stored. */
export function findAlteredTradeApprovals(
  db: Connection,
  tenantId: bigint,
): Promise<{ id: string; altered: string }[]> {
  const isOpen = `r.approval_id in (
    select p.id from approvals p where p.tenant_id = $1 and p.kind = 'fxTrade' and p.status = 'Pending')`
  return findAlteredContents(db, tenantId, TRADE_APPROVALS, isOpen)
}

/** The makers of a trade that waits: who asked for the quote, and who for the trade or its end. */
export async function readMakingOfTrade(
  tx: Transaction,
  { tenantId, subjectId, action, requestedBy, requestedByUser, requestedAt }: ApprovalRow,
): Promise<Making & { makers: MakerOfTrade[] }> {
  const rows = await tx.query<MakerWithAddress & MakerOfTrade>(
    `select m.client_id, m.user_id, u.email, m.at
     from (
       select $2::text as client_id, $3::uuid as user_id, $4::timestamptz as at
       union all
       select made_by, made_by_user, created_at from fx_quotes where tenant_id = $1 and id = $5::uuid and made_by is not null) m
       left join users u on u.tenant_id = $1 and u.id = m.user_id
     order by m.at`,
    [tenantId, requestedBy, requestedByUser, requestedAt.toString(), action === 'create' ? subjectId : null],
  )
  return { makers: rows, setters: [], madeAt: rows[0]!.at }
}
