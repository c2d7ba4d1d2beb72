import type { Connection } from '../../db/client.ts'
import { searched, searchTexts } from '../../db/seal-rows.ts'

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
}

/**
 * Finds accounts by their numbers. Does not check who may use them: the decision on the payment
 * does.
 */
export async function findNumbered(
  db: Connection,
  tenantId: bigint,
  wanted: readonly NumberedAccount[],
): Promise<(account: NumberedAccount) => bigint | undefined> {
  const textsOf = (numbers: readonly string[]) => searchTexts(db.keyring, tenantId, 'account_number', numbers)
  const rows = await db.query<Row>(
    // The number is read so that it is compared with its index, which somebody may have moved.
    `select a.id, a.account_number, a.account_number_index, ${searched('a.account_number')} as number, a.type, a.sub_type, a.currency, a.routing_number
     from accounts a where a.tenant_id = $1 and ${searched('a.account_number')} = any($2::text[]) and a.deleted_at is null
     order by a.routing_number = (select routing_number from institutions where tenant_id = $1) desc, a.id`,
    [tenantId, textsOf(wanted.map(({ number }) => number))],
  )
  return (account) => {
    const texts = textsOf([account.number])
    return rows.find((row) => texts.includes(row.number) && isOf(row, account))?.id
  }
}

/**
 * The same requests with the ids of accounts that they name by number. Without any, it costs
 * nothing.
 */
export async function withNumberedAccounts<
  R extends { numbered?: NumberedAccounts | undefined; senderAccountId: bigint; receiverAccountId: bigint | null },
>(db: Connection, tenantId: bigint, requests: readonly R[]): Promise<readonly R[]> {
  const wanted = requests.flatMap(({ numbered }) => [numbered?.sender ?? [], numbered?.receiver ?? []].flat())
  if (wanted.length === 0) return requests
  const find = await findNumbered(db, tenantId, wanted)
  const idOf = (account: NumberedAccount) => find(account) ?? NO_ACCOUNT
  return requests.map((request) => {
    const { sender, receiver } = request.numbered ?? {}
    if (!sender && !receiver) return request
    return {
      ...request,
      senderAccountId: sender ? idOf(sender) : request.senderAccountId,
      receiverAccountId: receiver ? idOf(receiver) : request.receiverAccountId,
    }
  })
}

const TYPES: Readonly<Record<string, string>> = { DDA: 'DEPOSIT', Deposit: 'DEPOSIT', Loan: 'LOAN', GL: 'GL' }

function isOf(row: Row, { type, currency, routingNumber }: NumberedAccount): boolean {
  const isType = type === undefined || (TYPES[type] ? row.type === TYPES[type] : row.subType === type)
  const isBank = routingNumber === undefined || row.routingNumber === routingNumber
  return isType && isBank && (currency === undefined || row.currency === currency)
}
