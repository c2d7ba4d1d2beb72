import type { Temporal } from 'temporal-polyfill'
import { faultsOf, MAX_NAME_LENGTH } from '../administration/administration.ts'
import { recordAudit } from '../audit/audit.ts'
import { createOwnEntity } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { RESEALED_TABLES } from '../db/reseal.ts'
import { createKeys } from '../db/store-keys.ts'
import {
  type AdjustmentCaps,
  defaultSettings,
  insertInstitution,
  prepareDays,
  readInstitution,
  setLegalEntity,
} from '../institution/institution.ts'
import { today } from '../kernel/clock.ts'
import { currencyOf } from '../kernel/currency.ts'
import { isRoutingNumber } from '../kernel/routing-number.ts'
import type { Sealer } from '../kernel/sealer.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { openInstitutionBooks } from '../ledger/open-account.ts'
import { ensureSigningKey } from '../tokens/signing-keys.ts'
import { createInstitutionUser } from '../users/users.ts'
import { noteNothingToSeal } from './resealing.store.ts'
import { StartupError } from './startup-error.ts'

export interface NewInstitution {
  /**
   * The tenant code: lower-case letters, digits and hyphens; it is part of the token service's
   * paths.
   */
  code: string
  name: string
  timeZone: string
  currency: string
  routingNumber: string
  bic: string | null
  sandbox: boolean
  /** Whether a second person decides the changes of the institution; default true. */
  dualControl?: boolean
  /** Login ids of the users who can be relationship managers and originating officers. */
  officers: readonly string[]
  /** Default: caps in the institution's own currency alone. */
  adjustmentCaps?: AdjustmentCaps
}

/** The institution cannot be created as requested; the message says what to correct. */
export class InvalidInstitution extends StartupError {}

/**
 * Creates an institution: its own legal entity, its keys, its users, its ledger accounts and its
 * signing key.
 * Throws InvalidInstitution for a bad code or currency, and for what no change could keep.
 */
export async function createInstitution(
  tx: Transaction,
  institution: NewInstitution,
  sealer: Sealer,
  now: Temporal.Instant,
): Promise<{ tenantId: bigint; legalEntityId: bigint }> {
  checkInstitution(institution)
  const { officers, adjustmentCaps, dualControl = true, ...data } = institution
  const settings = { ...defaultSettings(institution), ...(adjustmentCaps && { adjustmentCaps }) }
  const { sandbox, timeZone } = institution
  // What these rules refuse would block every later change of the institution.
  const [fault] = faultsOf({ ...data, dualControl, settings }, { sandbox, date: today(now, timeZone) })
  if (fault !== undefined) throw new InvalidInstitution(`the institution cannot be created: ${fault}`)
  const tenantId = await insertInstitution(tx, { ...data, dualControl, settings }, now)
  await createKeys(tx.keyring, (text, values) => tx.query(text, values), tenantId)
  await noteNothingToSeal(tx, tenantId, RESEALED_TABLES, now)
  const legalEntityId = await createOwnEntity(
    tx,
    tenantId,
    { name: institution.name, shortName: institution.code },
    now,
  )
  await setLegalEntity(tx, tenantId, legalEntityId)
  for (const loginId of officers) await createInstitutionUser(tx, { tenantId, customerId: legalEntityId, loginId }, now)
  await openInstitutionBooks(tx, tenantId, institution.currency, now)
  await prepareDays(tx, await readInstitution(tx, tenantId), now)
  await ensureSigningKey(tx, { tenantId, sealer, now })
  const subject = { kind: 'institution', id: institution.code }
  await recordAudit(
    tx,
    { tenantId, actor: 'operator', action: 'institution.created', subject, after: { ...institution, dualControl } },
    now,
  )
  return { tenantId, legalEntityId }
}

function checkInstitution({ code, name, timeZone, currency, routingNumber }: NewInstitution): void {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(code))
    throw new InvalidInstitution(`${code} is not a tenant code: use lower-case letters, digits and hyphens`)
  if (!currencyOf(currency)) throw new InvalidInstitution(`${currency} is not a supported ISO 4217 currency`)
  if (!isRoutingNumber(routingNumber))
    throw new InvalidInstitution(
      `${routingNumber} is not an ABA routing number: use nine digits with a valid check digit`,
    )
  if (name.length > MAX_NAME_LENGTH)
    throw new InvalidInstitution(`the name has ${name.length} characters: use at most ${MAX_NAME_LENGTH}`)
  if (!isTimeZone(timeZone))
    throw new InvalidInstitution(`${timeZone} is not an IANA time zone such as America/New_York`)
}
