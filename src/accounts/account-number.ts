import { randomInt } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import { canonicalName } from '../http/fields.ts'
import { accountNumbersOf, readInstitution } from '../institution/institution.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { type AccountBody, type NumberedBody, SYSTEMS_OF_RECORD } from './account-body.schema.ts'
import { findUnusedNumber, isInUseUnsealed, readRetirement } from './account-numbers.store.ts'
import type { AccountRow } from './accounts.store.ts'
import { drawAccountNumber } from './domain/account-number.ts'

/** Numbers drawn for one account. That all are in use shows that the scheme is almost full. */
const DRAWS = 20

/**
 * Gives the new account its number. At the institution's own routing number, the institution draws
 * one from its scheme; only its own clients with `Accounts.Choose_Account_Number` may send one. An
 * account at another bank has the number that the other bank gave it.
 */
export async function numberAccount(
  tx: Transaction,
  principal: Principal,
  body: AccountBody,
): Promise<Result<NumberedBody, Refusal>> {
  const { accountNumber } = body
  if (accountNumber !== undefined) {
    const allowed = await requireChoice(tx, principal, body.routingNumber)
    return allowed.ok ? accept({ ...body, accountNumber }) : allowed
  }
  if (canonicalName(SYSTEMS_OF_RECORD, body.systemOfRecords) !== 'Giro')
    return refusal('invalidAccount', 'accountNumber is required for an account that is not kept in Giro')
  const { tenantId } = principal
  const { routingNumber, settings } = await readInstitution(tx, tenantId)
  const { scheme } = accountNumbersOf(settings)
  const candidates = Array.from({ length: DRAWS }, () => drawAccountNumber(scheme, () => randomInt(10)))
  const drawn = await findUnusedNumber(tx, tenantId, routingNumber, candidates)
  if (drawn === undefined)
    return refusal('accountConflict', 'no free accountNumber was found: widen accountNumbers.scheme of the institution')
  return accept({ ...body, accountNumber: drawn })
}

/**
 * Refuses a chosen number at the institution's own routing number to clients that may not choose
 * one.
 */
export async function requireChoice(
  tx: Transaction,
  { tenantId, legalEntityId, entitlements }: Principal,
  routingNumber: string,
): Promise<Result<void, Refusal>> {
  const institution = await readInstitution(tx, tenantId)
  if (routingNumber !== institution.routingNumber) return accept(undefined)
  const mayChoose = legalEntityId === institution.legalEntityId && entitlements.has('Accounts.Choose_Account_Number')
  return mayChoose ? accept(undefined) : refusal('accountNumberNotYours')
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
  const { routingNumber, timeZone, settings } = await readInstitution(tx, account.tenantId)
  if (account.routingNumber !== routingNumber) return accept(undefined)
  const retiredAt = await readRetirement(tx, account)
  if (!retiredAt) return accept(undefined)
  const { quarantineYears } = accountNumbersOf(settings)
  const freeAt = retiredAt.toZonedDateTimeISO(timeZone).add({ years: quarantineYears })
  if (freeAt.epochMilliseconds <= now.epochMilliseconds) return accept(undefined)
  return refusal(
    'accountNumberQuarantined',
    `a closed account had this accountNumber; it is free from ${freeAt.toPlainDate()}`,
  )
}
