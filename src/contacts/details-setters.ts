import type { Institution } from '../institution/institution.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import type { Principal } from '../tokens/access-tokens.ts'

/** Who sets the details of a contact: a client, with the person whose token it sent. */
export interface DetailsSetter {
  clientId: string
  userId: string | null
}

/** One who last set some of the details of a contact alone, and which. */
export interface SetDetails extends DetailsSetter {
  details: string[]
}

interface Details {
  name: string
  accountNumber: string
  accountType: string
  bankName: string
  bankCountry: string
  nationalCode: string | null
  swiftCode: string | null
  details: unknown
}

/** What decides where a payment to the contact goes, and to whom, as texts. */
function textsOf({ details, ...contact }: Details): Map<string, string> {
  const { name, accountNumber, accountType, bankName, bankCountry, nationalCode, swiftCode } = contact
  const { address, bankAddress, intermediaryBank } = details as Record<string, unknown>
  const bank = { bankName, bankCountry, nationalCode, swiftCode, bankAddress }
  const named = Object.entries({ name, accountNumber, accountType, bank, address, intermediaryBank })
  return new Map(named.flatMap(([key, value]) => (value === undefined ? [] : [[key, canonicalJson(value)]])))
}

/**
 * The caller as a setter: of the customer, of one above it, or of the institution. Undefined for
 * the institution without dual control: there, one client may do everything.
 */
export function setterOf(
  { legalEntityId, clientId, person }: Principal,
  institution: Pick<Institution, 'legalEntityId' | 'dualControl'>,
): DetailsSetter | undefined {
  if (legalEntityId === institution.legalEntityId && !institution.dualControl) return undefined
  return { clientId, userId: person?.userId ?? null }
}

export function settersOfNew(contact: Details, setter: DetailsSetter | undefined): SetDetails[] {
  if (!setter) return []
  return [{ ...setter, details: [...textsOf(contact).keys()] }]
}

/** Who set the details of a contact that is replaced. Each is of the one who changed it last. */
export function settersAfter(
  before: Details & { setBy: readonly SetDetails[] },
  after: Details,
  setter: DetailsSetter | undefined,
): SetDetails[] {
  const [old, now] = [textsOf(before), textsOf(after)]
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key))
  const isSetter = (one: DetailsSetter) => one.clientId === setter?.clientId && one.userId === setter.userId
  const kept = before.setBy.map((one) => ({ ...one, details: one.details.filter((key) => !changed.includes(key)) }))
  const own = setter ? [...(kept.find(isSetter)?.details ?? []), ...changed] : []
  const others = kept.filter((one) => !isSetter(one) && one.details.length > 0)
  return setter && own.length > 0 ? [...others, { ...setter, details: own }] : others
}

/**
 * The setters of a contact `k` with the columns clientId, userId and details, as a lateral item
 * `set_by`, in SQL. They are not known if a node of the release before changed the contact since.
 */
export const settersOf = (k: string) =>
  `jsonb_to_recordset(case when ${k}.details_version = ${k}.version then ${k}.details_set_by end)
     as set_by ("clientId" text, "userId" uuid, details jsonb)`
