import { belongsTo } from '../../customers/customers.ts'
import type { Connection } from '../../db/client.ts'
import { searched, searchTexts } from '../../db/seal-rows.ts'
import type { Principal } from '../../tokens/access-tokens.ts'

/** An account of the institution by its number, with what else the request says about it. */
export interface NumberedAccount {
  number: string
  type?: string | undefined
  currency?: string | undefined
  /** Absent for that of the institution. */
  routingNumber?: string | undefined
}

/** The accounts that a request names by number; its ids are `NO_ACCOUNT` until they are read. */
export interface NumberedAccounts {
  sender?: NumberedAccount | undefined
  receiver?: NumberedAccount | undefined
}

/** The id of no account: one with this number does not exist. */
export const NO_ACCOUNT = 0n

interface Row {
  id: bigint
  number: string
  type: string
  subType: string
  currency: string
  routingNumber: string
  /** Whether the institution gave the number. */
  isOwn: boolean
  customerId: bigint
  ancestorIds: bigint[]
}

/** Which account of a payment it is, and who names it. */
interface Naming {
  principal: Principal
  as: 'sender' | 'receiver'
}

/**
 * Finds accounts by their numbers: those that the principal reaches, at any bank, and those of the
 * institution's own routing number. What others have registered at another bank is none of the
 * principal's business: it hides no account, and receives nothing. Among a principal's own accounts
 * and the institution's numbers, a sender is first one of its own, and a receiver first one of the
 * institution. Does not check who may use them: the decision on the payment does.
 */
export async function findNumbered(
  db: Connection,
  tenantId: bigint,
  wanted: readonly { account: NumberedAccount; principal: Principal }[],
): Promise<(account: NumberedAccount, naming: Naming) => bigint | undefined> {
  const textsOf = (numbers: readonly string[]) => searchTexts(db.keyring, tenantId, 'account_number', numbers)
  const rows = await db.query<Row>(
    // The number is read so that it is compared with its index, which somebody may have moved.
    `select a.id, a.account_number, a.account_number_index, ${searched('a.account_number')} as number, a.type, a.sub_type, a.currency, a.routing_number,
       a.routing_number = i.routing_number as is_own, c.id as customer_id, c.ancestor_ids
     from accounts a
       join institutions i on i.tenant_id = $1
       join customers c on c.tenant_id = $1 and c.id = a.customer_id
     where a.tenant_id = $1 and ${searched('a.account_number')} = any($2::text[]) and a.deleted_at is null
       and (a.routing_number = i.routing_number or c.id = any($3::bigint[]) or c.ancestor_ids && $3::bigint[])
     order by a.id`,
    [
      tenantId,
      textsOf(wanted.map(({ account }) => account.number)),
      [...new Set(wanted.map(({ principal }) => principal.legalEntityId))],
    ],
  )
  return (account, { principal, as }) => {
    const texts = textsOf([account.number])
    const named = rows.filter((row) => texts.includes(row.number) && isOf(row, account))
    const isReached = ({ customerId: id, ancestorIds }: Row) => belongsTo({ id, ancestorIds }, principal)
    const ranks = [isReached, ({ isOwn }: Row) => isOwn]
    const [first, second] = as === 'sender' ? ranks : ranks.toReversed()
    return (
      named.find((row) => isReached(row) && row.isOwn) ??
      named.find((row) => first!(row)) ??
      named.find((row) => second!(row))
    )?.id
  }
}

/**
 * The same requests with the ids of accounts that they name by number. Without any, it costs
 * nothing.
 */
export async function withNumberedAccounts<
  R extends { numbered?: NumberedAccounts | undefined; senderAccountId: bigint; receiverAccountId: bigint | null },
>(
  db: Connection,
  tenantId: bigint,
  submissions: readonly { principal: Principal; request: R }[],
): Promise<readonly R[]> {
  const wanted = submissions.flatMap(({ principal, request: { numbered } }) =>
    [numbered?.sender ?? [], numbered?.receiver ?? []].flat().map((account) => ({ account, principal })),
  )
  if (wanted.length === 0) return submissions.map(({ request }) => request)
  const find = await findNumbered(db, tenantId, wanted)
  return submissions.map(({ principal, request }) => {
    const idOf = (account: NumberedAccount, as: Naming['as']) => find(account, { principal, as }) ?? NO_ACCOUNT
    const { sender, receiver } = request.numbered ?? {}
    if (!sender && !receiver) return request
    return {
      ...request,
      senderAccountId: sender ? idOf(sender, 'sender') : request.senderAccountId,
      receiverAccountId: receiver ? idOf(receiver, 'receiver') : request.receiverAccountId,
    }
  })
}

const TYPES: Readonly<Record<string, string>> = { DDA: 'DEPOSIT', Deposit: 'DEPOSIT', Loan: 'LOAN', GL: 'GL' }

function isOf(row: Row, { type, currency, routingNumber }: NumberedAccount): boolean {
  const isType = type === undefined || (TYPES[type] ? row.type === TYPES[type] : row.subType === type)
  const isBank = routingNumber === undefined || row.routingNumber === routingNumber
  return isType && isBank && (currency === undefined || row.currency === currency)
}
