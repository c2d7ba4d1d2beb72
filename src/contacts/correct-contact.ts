import type { Temporal } from 'temporal-polyfill'
import { findWaitingApproval } from '../approvals/approvals.ts'
import { asksForApproval, findCustomer } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { whyRowAltered } from '../db/content-digest.ts'
import { CONTACTS } from '../db/digested-tables.ts'
import { rehearse } from '../db/rehearse.ts'
import { errorCatalogue } from '../http/errors.ts'
import { readInstitution } from '../institution/institution.ts'
import { plainAccountNumber } from '../kernel/iban.ts'
import type { Refusal } from '../kernel/refusal.ts'
import { type ContactBody, parseContact, renderContent } from './contacts.schema.ts'
import { type ContactRow, lockContact } from './contacts.store.ts'
import { openBanksOf, requireKnownBanks } from './known-banks.ts'
import { proposeContact } from './propose-contact.ts'
import { replaceWith } from './write-contact.ts'

/** What another bank says of an account of the customer's counterparty. Absent: unchanged. */
export interface ContactCorrection {
  accountNumber?: string
  /** Nine digits. */
  routingNumber?: string
  accountType?: 'Checking' | 'Savings'
  name?: string
}

/** What a correction did, or why it did nothing. */
export type Corrected =
  | { done: 'changed' }
  | { done: 'proposed'; approvalUID: string }
  | { done: 'nothing'; why: 'alreadyRight' | 'invalid' | 'needsPerson'; text: string }

/**
 * Corrects a contact as its bank asks for. It takes effect at once, or waits for a second person if
 * the customer wants approval of its contacts. Nothing is guessed: if the contact is not Active,
 * was changed since, or waits for another change, a person decides.
 *
 * @param paid the details with which the payment went out that the bank corrects
 */
export async function correctContact(
  tx: Transaction,
  { tenantId, contactId, actor, source }: { tenantId: bigint; contactId: bigint; actor: string; source: object },
  { paid, correction }: { paid: ContactCorrection; correction: ContactCorrection },
  now: Temporal.Instant,
): Promise<Corrected> {
  const before = await lockContact(tx, tenantId, contactId)
  if (!before) return nothing('needsPerson', 'the contact does not exist')
  if (whyRowAltered(tx, tenantId, CONTACTS, before))
    return nothing('needsPerson', 'what is stored of the contact was changed in the database')
  const objection = objectionTo(before, paid, correction)
  if (objection) return objection
  const subject = { kind: 'contact', subjectId: String(contactId) } as const
  if (await findWaitingApproval(tx, tenantId, subject))
    return nothing('needsPerson', 'another change of the contact waits for approval')
  const body = corrected(before, correction)
  const parsed = parseContact(body)
  if (!parsed.ok) return nothing('invalid', textOf(parsed.refusal))
  const banks = await openBanksOf(tx, tenantId, [body])
  const isKnown = requireKnownBanks(body, banks, await readInstitution(tx, tenantId))
  if (!isKnown.ok) return nothing('needsPerson', textOf(isKnown.refusal))
  const replace = () =>
    replaceWith(tx, { actor, before, data: parsed.value, setBy: 'bank', status: 'Active', source }, now)
  const customer = await findCustomer(tx, tenantId, before.customerId)
  if (customer && asksForApproval(customer, 'beneDualApproval')) {
    const proposed = await rehearse(tx, replace)
    return {
      done: 'proposed',
      approvalUID: await proposeContact(
        tx,
        { tenantId, clientId: actor, legalEntityId: null },
        { contact: before, proposed },
        now,
      ),
    }
  }
  await replace()
  return { done: 'changed' }
}

function objectionTo(
  before: ContactRow,
  paid: ContactCorrection,
  correction: ContactCorrection,
): Corrected | undefined {
  if (before.status !== 'Active') return nothing('needsPerson', `the contact is ${before.status}`)
  const current: ContactCorrection = {
    accountNumber: before.accountNumber,
    name: before.name,
    ...(before.nationalCode !== null && { routingNumber: before.nationalCode }),
    accountType: before.accountType as 'Checking' | 'Savings',
  }
  const fields = (Object.keys(correction) as (keyof ContactCorrection)[]).filter((field) => correction[field])
  const has = (one: ContactCorrection) => fields.every((field) => plain(one[field]) === plain(current[field]))
  if (has(correction)) return nothing('alreadyRight', 'the contact has these details already')
  const known = fields.filter((field) => paid[field] !== undefined)
  if (known.some((field) => plain(paid[field]) !== plain(current[field])))
    return nothing('needsPerson', 'the contact was changed since the payment')
  return undefined
}

function plain(value: string | undefined): string {
  return plainAccountNumber(value ?? '').toUpperCase()
}

function corrected(before: ContactRow, { accountNumber, routingNumber, accountType, name }: ContactCorrection) {
  const content = renderContent(before)
  const contactBank = {
    ...content.contactBank,
    ...(accountNumber && { accountNo: accountNumber }),
    ...(routingNumber && { nationalCode: routingNumber }),
    ...(accountType && { accountType }),
  }
  return { ...content, ...(name && { name }), contactBank } as ContactBody
}

function nothing(why: 'alreadyRight' | 'invalid' | 'needsPerson', text: string): Corrected {
  return { done: 'nothing', why, text }
}

function textOf({ reason, detail }: Refusal): string {
  return detail ?? errorCatalogue[reason].title
}
