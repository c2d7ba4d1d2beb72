import { type BankCodes, type KnownBanks, openKnownBanks } from '../banks/banks.ts'
import type { Connection } from '../db/client.ts'
import { isDomesticBank } from '../kernel/country.ts'
import { type Refusal, refusal } from '../kernel/refusal.ts'
import { accept, type Result } from '../kernel/result.ts'
import { CONTACT_SPELLING, type ContactBody, type ContactSpelling } from './contacts.schema.ts'

/** The banks that contacts name, with one statement for all of them. */
export function openBanksOf(db: Connection, tenantId: bigint, bodies: readonly ContactBody[]): Promise<KnownBanks> {
  return openKnownBanks(
    db,
    tenantId,
    bodies.flatMap((body) => Object.values(codesOf(body))),
  )
}

/**
 * Refuses a contact with a bank that the imported directories do not name. The institution itself
 * is known without them, and it is not abroad.
 */
export function requireKnownBanks(
  body: ContactBody,
  banks: KnownBanks,
  institution: { routingNumber: string },
  says: ContactSpelling = CONTACT_SPELLING,
): Result<void, Refusal> {
  const wrong = Object.entries(codesOf(body, says)).flatMap(([bank, { routingNumber, bic }]) => {
    const isOwn = routingNumber === institution.routingNumber
    const objections = [
      [says.nationalCode, routingNumber && !isOwn ? banks.objectionTo(routingNumber, 'routingNumber') : undefined],
      ['swiftCode', bic ? banks.objectionTo(bic, 'bic') : undefined],
    ]
    return objections.flatMap(([field, objection]) => (objection ? [`${bank}.${field} is unknown: ${objection}`] : []))
  })
  if (isOwnAbroad(body.contactBank, institution))
    wrong.push(`${says.bank}.${says.nationalCode} is that of this institution, which is in the United States`)
  return wrong.length === 0 ? accept(undefined) : refusal('invalidContact', wrong.join('; '))
}

function isOwnAbroad(
  { country, nationalCode }: ContactBody['contactBank'],
  { routingNumber }: { routingNumber: string },
): boolean {
  return nationalCode === routingNumber && !isDomesticBank(country)
}

function codesOf(
  { contactBank, intermediaryBank = {} }: ContactBody,
  says = CONTACT_SPELLING,
): Record<string, BankCodes> {
  const codes = (bank: { country?: string; nationalCode?: string; swiftCode?: string }) => ({
    routingNumber: bank.country && isDomesticBank(bank.country) ? bank.nationalCode || null : null,
    bic: bank.swiftCode || null,
  })
  return { [says.bank]: codes(contactBank), [says.intermediaryBank]: codes(intermediaryBank) }
}
