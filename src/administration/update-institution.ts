import { isDeepStrictEqual } from 'node:util'
import type { Temporal } from 'temporal-polyfill'
import { hasAccountsUnder } from '../accounts/accounts.ts'
import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import { isExpectedVersion, type Versioned } from '../http/etag.ts'
import {
  conventionOf,
  cutOffsOf,
  type Institution,
  lastBegunDay,
  lockInstitution,
  noteCalendarChange,
  prepareDays,
  readInstitution,
  requireInstitution,
  writeProfile,
} from '../institution/institution.ts'
import { today } from '../kernel/clock.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import type { Principal } from '../tokens/access-tokens.ts'
import { faultsOfBegunDays, keepPastDays } from './begun-days.ts'
import { faultsOf, type Profile } from './check-profile.ts'
import { faultsOfCurrencyCalendars } from './currency-calendars.schema.ts'
import {
  contradictionsOf,
  overlayProfile,
  renderInstitution,
  type UpdateInstitutionBody,
} from './institution.schema.ts'
import { forbiddenPart } from './profile-parts.ts'

/**
 * Changes the fields in the body, keeps the others, and checks the result as a whole. One refusal
 * names every violation. The change applies from the next transaction on every node, because no
 * node caches the profile.
 */
export async function updateInstitution(
  tx: Transaction,
  principal: Principal,
  ifMatch: string | undefined,
  body: UpdateInstitutionBody,
  now: Temporal.Instant,
): Promise<Result<Institution, Refusal>> {
  const { tenantId, clientId } = principal
  const allowed = await requireInstitution(tx, principal)
  if (!allowed.ok) return allowed
  const before = await lockInstitution(tx, tenantId)
  if (!isExpectedVersion(versionOf(before), ifMatch)) return refusal('institutionChanged')
  const profile = keepPastDays(before, overlayProfile(before, body), now)
  const begun = await lastBegunDay(tx, before, now)
  const date = today(now, before.timeZone)
  const wrong = [
    ...contradictionsOf(before, body),
    ...faultsOf(profile, { ...before, date }),
    ...faultsOfBegunDays(before, profile, { begun, now }),
    ...faultsOfCurrencyCalendars(before.settings, profile.settings, date),
    ...(await faultsOfAccounts(tx, before, profile)),
  ]
  if (wrong.length > 0) return refusal('invalidInstitution', wrong.join('; '))
  const shown = { before: renderInstitution(before), after: renderInstitution({ ...before, ...profile }) }
  const forbidden = forbiddenPart(principal.entitlements, shown.before, shown.after)
  if (forbidden) return { ok: false, refusal: forbidden }
  await writeProfile(tx, tenantId, profile, now)
  const after = await readInstitution(tx, tenantId)
  if (!isDeepStrictEqual(dayPartsOf(before), dayPartsOf(after))) await prepareDays(tx, after, now)
  if (!isDeepStrictEqual(datePartsOf(before), datePartsOf(after))) await noteCalendarChange(tx, tenantId, now)
  const subject = { kind: 'institution', id: before.code }
  await recordChange(tx, { tenantId, actor: clientId, action: 'institution.updated', subject, ...shown }, now)
  return accept(after)
}

/** What decides which business days the institution has, and when they end. */
function dayPartsOf({ timeZone, settings: { closedDays, books } }: Institution) {
  return [timeZone, closedDays, books?.closeTime]
}

/** What decides the dates of payments and series that wait. */
function datePartsOf({ timeZone, settings }: Institution) {
  const { onMissed: _, ...cutOffs } = cutOffsOf(settings)
  const { closedDays, currencyCalendars, ach } = settings
  return [timeZone, closedDays, currencyCalendars, conventionOf(settings), cutOffs, ach.collection]
}

/**
 * Accounts store the institution's routing number, so it cannot change while any account has it,
 * nor become that of accounts at another bank: their numbers are not unique.
 */
async function faultsOfAccounts(tx: Transaction, before: Institution, { routingNumber }: Profile): Promise<string[]> {
  const kept = before.routingNumber
  if (routingNumber === kept) return []
  if (await hasAccountsUnder(tx, before.tenantId, kept))
    return [`routingNumber must stay ${kept} while accounts use it`]
  if (!(await hasAccountsUnder(tx, before.tenantId, routingNumber))) return []
  return [`routingNumber cannot be ${routingNumber} while accounts are linked at it as at another bank`]
}

/** The version of an institution, with what can be changed of it. */
export function versionOf(institution: Institution): Versioned {
  const { version, name, timeZone, routingNumber, bic, dualControl, settings } = institution
  return { version, changeable: { name, timeZone, routingNumber, bic, dualControl, settings } }
}
