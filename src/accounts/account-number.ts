import { randomInt } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { canonicalName } from '../http/fields.ts'
import { accountNumbersOf, type Institution, readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AccountBody, SYSTEMS_OF_RECORD } from './account-body.schema.ts'
import {
  findUnusedNumbers,
  isInUseUnsealed,
  type NumberAtBank,
  type Retirements,
  readRetirements,
} from './account-numbers.store.ts'
import type { AccountRow } from './accounts.store.ts'
import { drawAccountNumber } from './domain/account-number.ts'

/** Numbers drawn for one account. That all are in use shows that the scheme is almost full. */
const DRAWS = 20

/** The number of a new account: the one that its client chose, or one that is still to be drawn. */
export type AskedNumber = { chosen: string } | 'drawn'

/**
 * Decides who gives a new account its number. At the institution's own routing number, the
 * institution draws one from its scheme; only its own clients with `Accounts.Choose_Account_Number`
 * may send one. An account at another bank has the number that the other bank gave it.
 */
export function askNumber(
  principal: Principal,
  institution: Institution,
  { accountNumber, routingNumber, systemOfRecords }: AccountBody,
): Result<AskedNumber, Refusal> {
  if (accountNumber !== undefined) {
    return mayChoose(principal, institution, routingNumber)
      ? accept({ chosen: accountNumber })
      : refusal('accountNumberNotYours')
  }
  return canonicalName(SYSTEMS_OF_RECORD, systemOfRecords) === 'Giro'
    ? accept('drawn')
    : refusal('invalidAccount', 'accountNumber is required for an account that is not kept in Giro')
}

/** Draws `count` numbers that no account has or ever had: fewer if the scheme is almost full. */
export async function drawNumbers(tx: Transaction, institution: Institution, count: number): Promise<string[]> {
  const { tenantId, routingNumber, settings } = institution
  const { scheme } = accountNumbersOf(settings)
  const draw = (wanted: number) => {
    const drawn = Array.from({ length: wanted }, () => drawAccountNumber(scheme, () => randomInt(10)))
    return findUnusedNumbers(tx, tenantId, routingNumber, [...new Set(drawn)])
  }
  if (count === 0) return []
  const unused = new Set(await draw(count))
  const missing = count - unused.size
  if (missing > 0) for (const number of await draw(missing * DRAWS)) unused.add(number)
  return [...unused].slice(0, count)
}

export const SCHEME_FULL = refusal(
  'accountConflict',
  'no free accountNumber was found: widen accountNumbers.scheme of the institution',
)

/**
 * Refuses a chosen number at the institution's own routing number to clients that may not choose
 * one.
 */
export async function requireChoice(
  tx: Transaction,
  principal: Principal,
  routingNumber: string,
): Promise<Result<void, Refusal>> {
  const institution = await readInstitution(tx, principal.tenantId)
  return mayChoose(principal, institution, routingNumber) ? accept(undefined) : refusal('accountNumberNotYours')
}

function mayChoose(
  { legalEntityId, entitlements }: Principal,
  institution: Institution,
  routingNumber: string,
): boolean {
  if (routingNumber !== institution.routingNumber) return true
  return legalEntityId === institution.legalEntityId && entitlements.has('Accounts.Choose_Account_Number')
}

/**
 * Refuses a number at the institution's own routing number that another account gave up less than
 * `quarantineYears` ago. Called after the account is written: the write waits for a simultaneous
 * deletion of the other account, so this statement sees it.
 */
export async function requireNoQuarantine(
  tx: Transaction,
  account: AccountRow,
  now: Temporal.Instant,
): Promise<Result<void, Refusal>> {
  if (await isInUseUnsealed(tx, account)) return refusal('accountConflict')
  const retired = await readRetirements(tx, account.tenantId, [account])
  const institution = await readInstitution(tx, account.tenantId)
  return leaveQuarantine(institution, account, retired, now)
}

/** The same, with the numbers that were given up already read. */
export function leaveQuarantine(
  { routingNumber, timeZone, settings }: Institution,
  account: NumberAtBank,
  retired: Retirements,
  now: Temporal.Instant,
): Result<void, Refusal> {
  const retiredAt = account.routingNumber === routingNumber ? retired.at(account) : undefined
  if (!retiredAt) return accept(undefined)
  const { quarantineYears } = accountNumbersOf(settings)
  const freeAt = retiredAt.toZonedDateTimeISO(timeZone).add({ years: quarantineYears })
  if (freeAt.epochMilliseconds <= now.epochMilliseconds) return accept(undefined)
  return refusal(
    'accountNumberQuarantined',
    `a closed account had this accountNumber; it is free from ${freeAt.toPlainDate()}`,
  )
}
