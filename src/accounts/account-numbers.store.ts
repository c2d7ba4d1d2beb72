import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { searched, searchTexts } from '../db/seal-rows.ts'
import type { Institution } from '../institution/institution.ts'
import type { AccountRow } from './accounts.store.ts'

/**
 * Records that the account gives up its number. A later retirement replaces an earlier one. Only
 * the blind index of the number is kept: nobody reads it again.
 */
export async function retireNumber(
  tx: Transaction,
  { tenantId, routingNumber, accountNumber, id }: AccountRow,
  now: Temporal.Instant,
): Promise<void> {
  const index = tx.keyring.indexOf(tenantId, 'account_number', accountNumber)
  // A row from before numbers were sealed.
  await tx.query(
    `update retired_account_numbers set account_number = $5
     where tenant_id = $1 and routing_number = $2 and account_number = $3 and account_id = $4`,
    [tenantId, routingNumber, accountNumber, id, index],
  )
  await tx.query(
    `insert into retired_account_numbers (tenant_id, routing_number, account_number, account_id, retired_at)
     values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, routing_number, account_number, account_id) do update set retired_at = excluded.retired_at`,
    [tenantId, routingNumber, index, id, now.toString()],
  )
}

/**
 * A number at a bank. `id` is that of the account that has it, if it is written. Numbers of the
 * institution are unique in it. Numbers at other banks are unique for each customer: anyone can
 * register somebody else's, and nobody may see or feel that.
 */
export interface NumberAtBank {
  routingNumber: string
  accountNumber: string
  customerId: bigint
  id?: bigint
}

/** When other accounts gave up numbers. */
export interface Retirements {
  /** When another account last gave up the number, or undefined. */
  at(number: NumberAtBank): Temporal.Instant | undefined
}

export async function readRetirements(
  tx: Transaction,
  tenantId: bigint,
  numbers: readonly NumberAtBank[],
): Promise<Retirements> {
  const textsOf = ({ accountNumber }: NumberAtBank) =>
    searchTexts(tx.keyring, tenantId, 'account_number', [accountNumber])
  if (numbers.length === 0) return { at: () => undefined }
  const rows = await tx.query<NumberAtBank & { accountId: bigint; retiredAt: Temporal.Instant }>(
    `select routing_number, account_number, account_id, retired_at from retired_account_numbers
     where tenant_id = $1 and routing_number = any($2::text[]) and account_number = any($3::text[])
     order by retired_at desc`,
    [tenantId, [...new Set(numbers.map(({ routingNumber }) => routingNumber))], numbers.flatMap(textsOf)],
  )
  return {
    at(number) {
      if (rows.length === 0) return undefined
      const texts = textsOf(number)
      const found = rows.find(
        (row) =>
          row.routingNumber === number.routingNumber &&
          texts.includes(row.accountNumber) &&
          row.accountId !== number.id,
      )
      return found?.retiredAt
    },
  }
}

/** Those of the numbers that are in use for their customer, as `nameOfNumber`. */
export async function readNumbersInUse(
  tx: Transaction,
  { tenantId, routingNumber: ownRoutingNumber }: Pick<Institution, 'tenantId' | 'routingNumber'>,
  numbers: readonly NumberAtBank[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await tx.query<{ routingNumber: string; customerId: bigint; text: string }>(
    `select routing_number, customer_id, ${searched('account_number')} as text from accounts
     where tenant_id = $1 and ${searched('account_number')} = any($2::text[]) and routing_number = any($3::text[])
       and (routing_number = $4 or customer_id = any($5::bigint[])) and deleted_at is null`,
    [
      tenantId,
      numbers.flatMap(({ accountNumber }) => searchTexts(tx.keyring, tenantId, 'account_number', [accountNumber])),
      [...new Set(numbers.map(({ routingNumber }) => routingNumber))],
      ownRoutingNumber,
      [...new Set(numbers.map(({ customerId }) => customerId))],
    ],
  )
  if (rows.length === 0) return new Set()
  const nameOf = nameOfNumber(ownRoutingNumber)
  const found = new Set(rows.map(({ text, ...row }) => nameOf({ ...row, accountNumber: text })))
  const isInUse = ({ accountNumber, ...number }: NumberAtBank) =>
    searchTexts(tx.keyring, tenantId, 'account_number', [accountNumber]).some((text) =>
      found.has(nameOf({ ...number, accountNumber: text })),
    )
  return new Set(numbers.filter(isInUse).map(nameOf))
}

/** How a number is told apart from others: at another bank, also by its customer. */
export const nameOfNumber =
  (ownRoutingNumber: string) =>
  ({ routingNumber, accountNumber, customerId }: NumberAtBank) =>
    `${routingNumber === ownRoutingNumber ? 'own' : `${routingNumber} ${customerId}`} ${accountNumber}`

/**
 * Whether another account has the number at this bank in a row from before numbers were sealed. The
 * unique index compares blind indexes, so it does not see such a row.
 */
export async function isInUseUnsealed(
  tx: Transaction,
  { tenantId, routingNumber, accountNumber, id, elsewhereOf }: AccountRow,
): Promise<boolean> {
  const row = await tx.row(
    `select from accounts where tenant_id = $1 and ${searched('account_number')} = $2 and routing_number = $3
       and id <> $4 and deleted_at is null and ($5::bigint is null or customer_id = $5) limit 1`,
    [tenantId, accountNumber, routingNumber, id, elsewhereOf],
  )
  return row !== undefined
}

/** Those of the numbers that no account has or ever had. */
export async function findUnusedNumbers(
  tx: Transaction,
  tenantId: bigint,
  routingNumber: string,
  candidates: readonly string[],
): Promise<string[]> {
  const indexes = candidates.map((number) => tx.keyring.indexOf(tenantId, 'account_number', number))
  const rows = await tx.query<{ number: string }>(
    `select number from unnest($3::text[], $4::text[]) as drawn (number, index)
     where not exists (select from accounts
         where tenant_id = $1 and routing_number = $2 and ${searched('account_number')} in (number, index)
           and deleted_at is null)
       and not exists (select from retired_account_numbers
         where tenant_id = $1 and routing_number = $2 and account_number in (number, index))`,
    [tenantId, routingNumber, candidates, indexes],
  )
  return rows.map(({ number }) => number)
}
