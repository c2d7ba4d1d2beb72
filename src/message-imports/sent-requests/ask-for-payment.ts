import { Temporal } from 'temporal-polyfill'
import { type AccountRow, findOpenAccount, isOn } from '../../accounts/accounts.ts'
import { type ContactRow, findContact } from '../../contacts/contacts.ts'
import { belongsTo, findCustomer } from '../../customers/customers.ts'
import type { Transaction } from '../../db/client.ts'
import { whyRowAltered } from '../../db/content-digest.ts'
import { CONTACTS } from '../../db/digested-tables.ts'
import { type Institution, readInstitution, unconnectedFor } from '../../institution/institution.ts'
import { isDomesticBank } from '../../kernel/country.ts'
import { newId } from '../../kernel/id.ts'
import { formatAmount, parseAmount } from '../../kernel/money.ts'
import { EASTERN, largestPayment } from '../../kernel/rail-rules.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'
import { isRoutingNumber } from '../../kernel/routing-number.ts'
import { uetrOf } from '../../kernel/uetr.ts'
import { insertMessages, networkOf } from '../../rails/rails.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import { recordSent } from './record-sent.ts'
import type { AskedPayment } from './sent-requests.schema.ts'
import {
  insertSent,
  type RequestRail,
  type RequestTerms,
  readRequestTerms,
  referenceOf,
  type SentRequest,
} from './sent-requests.store.ts'

const DEFAULT_DAYS = 14
/** A request that waits for longer is forgotten by those who made it. */
const LONGEST_DAYS = 366

/** Who asks, and who is to pay. */
interface Sides {
  account: AccountRow
  customerName: string
  contact: ContactRow
  terms: RequestTerms
}

/**
 * Asks a contact of a customer, at another bank, to pay one of its accounts. No money moves and
 * none is held: the payment comes in as a credit that repeats the reference.
 */
export async function askForPayment(
  tx: Transaction,
  principal: Principal,
  asked: AskedPayment,
  now: Temporal.Instant,
): Promise<Result<SentRequest, Refusal>> {
  const { tenantId, clientId: actor, person } = principal
  const institution = await readInstitution(tx, tenantId)
  const sides = await requireSides(tx, principal, asked)
  if (!sides.ok) return sides
  const { account, contact, customerName, terms } = sides.value
  const today = now.toZonedDateTimeISO(EASTERN).toPlainDate()
  const days = daysOf(asked, today)
  if (!days.ok) return days
  const rail = networkFor(institution, asked, terms)
  if (!rail.ok) return rail
  const amount = amountOf(asked, rail.value, today)
  if (!amount.ok) return amount
  const id = newId(now)
  const endToEndId = referenceOf(id)
  const message = await networkOf(rail.value).requestPayment!(
    tx,
    institution,
    {
      ...{ id, endToEndId, uetr: uetrOf(id), amount: amount.value, ...days.value },
      ...{ creditor: { name: customerName }, creditorAccount: { number: account.accountNumber, isIban: false } },
      ...{ debtor: { name: contact.name }, debtorAccount: { number: contact.accountNumber, isIban: false } },
      debtorBank: { routingNumber: contact.nationalCode! },
      ...{ mayChangeAmount: asked.mayChangeAmount, mayPayEarly: asked.mayPayEarly, isGuaranteed: asked.isGuaranteed },
      remittance: asked.remittance === undefined ? [] : [asked.remittance],
    },
    now,
  )
  if (!message.ok) return refusal('paymentRequestNotSent', message.refusal)
  await insertMessages(tx, tenantId, [message.value], now)
  const request = await insertSent(tx, {
    ...{ tenantId, id, accountId: account.id, customerId: account.customerId, contactId: contact.id },
    ...{ rail: rail.value, messageId: message.value.messageId, endToEndId, amount: amount.value, currency: 'USD' },
    ...{ debtorName: contact.name, remittance: asked.remittance ?? null, reference: asked.reference ?? null },
    ...{ requestedOn: days.value.requestedOn.toString(), expiresOn: days.value.expiresOn.toString() },
    ...{ mayChangeAmount: asked.mayChangeAmount, mayPayEarly: asked.mayPayEarly, isGuaranteed: asked.isGuaranteed },
    ...{ requestedBy: actor, requestedByUser: person?.userId ?? null, createdAt: now, status: 'Open' },
    ...{ answerCode: null, answerReason: null, receiptId: null, endedAt: null },
  })
  await recordSent(tx, { action: 'created', request, actor }, now)
  return accept(request)
}

/** An account within the principal's reach, and a contact of its customer. */
async function requireSides(
  tx: Transaction,
  principal: Principal,
  { accountId, contactId }: AskedPayment,
): Promise<Result<Sides, Refusal>> {
  const { tenantId } = principal
  const account = await findOpenAccount(tx, tenantId, accountId)
  const customer = account && (await findCustomer(tx, tenantId, account.customerId))
  if (!account || !customer || !belongsTo(customer, principal)) return refusal('askingAccountUnknown')
  const contact = await findContact(tx, tenantId, contactId)
  const terms = await readRequestTerms(tx, tenantId, { accountId, contactId })
  if (!contact?.isListed || !terms || contact.customerId !== customer.id) return refusal('askedContactUnknown')
  const isActive = account.status === 'Active'
  if (!isActive || customer.status !== 'Active')
    return refusal('paymentRequestNotSent', `the ${isActive ? 'customer' : 'account'} is not active`)
  if (contact.status !== 'Active') return refusal('paymentRequestNotSent', 'the contact is not approved')
  if (whyRowAltered(tx, tenantId, CONTACTS, contact))
    return refusal('paymentRequestNotSent', 'what is stored of the contact was changed in the database: set it again')
  if (account.currency !== 'USD' || contact.accountCurrency !== 'USD')
    return refusal('paymentRequestNotSent', 'both accounts must be in US dollars')
  if (!isDomesticBank(contact.bankCountry))
    return refusal('paymentRequestNotSent', `the contact's bank is in ${contact.bankCountry}, which RTP does not reach`)
  if (!isRoutingNumber(contact.nationalCode ?? ''))
    return refusal('paymentRequestNotSent', 'the contact has no ABA routing number as its nationalCode')
  return accept({ account, customerName: customer.legalName, contact, terms })
}

function daysOf(
  { requestedOn: asked, expiresOn: ends }: AskedPayment,
  today: Temporal.PlainDate,
): Result<{ requestedOn: Temporal.PlainDate; expiresOn: Temporal.PlainDate }, Refusal> {
  const requestedOn = asked ?? today
  const expiresOn = ends ?? requestedOn.add({ days: DEFAULT_DAYS })
  const last = today.add({ days: LONGEST_DAYS })
  if (Temporal.PlainDate.compare(requestedOn, today) < 0)
    return refusal('invalidPaymentRequest', `requestedExecutionDate must be ${today} or later`)
  if (Temporal.PlainDate.compare(expiresOn, requestedOn) < 0)
    return refusal('invalidPaymentRequest', `expiryDate must be ${requestedOn} or later`)
  if (Temporal.PlainDate.compare(expiresOn, last) > 0)
    return refusal('invalidPaymentRequest', `expiryDate must be ${last} or earlier`)
  return accept({ requestedOn, expiresOn })
}

/** The network that is asked for, or the preferred one of those that reach the contact's bank. */
function networkFor(
  institution: Institution,
  { network }: AskedPayment,
  terms: RequestTerms,
): Result<RequestRail, Refusal> {
  const preferred = institution.settings.instantNetwork
  const candidates: RequestRail[] = network ? [network] : [preferred, preferred === 'RTP' ? 'FEDNOW' : 'RTP']
  const objections = candidates.map((rail) => objectionTo(institution, rail, terms))
  const at = objections.indexOf(undefined)
  return at < 0 ? refusal('paymentRequestNotSent', objections[0]) : accept(candidates[at]!)
}

function objectionTo(
  institution: Institution,
  rail: RequestRail,
  { switches, withoutRequests }: RequestTerms,
): string | undefined {
  if (!institution.settings.rails[rail]) return `the institution does not offer ${rail}`
  const unconnected = unconnectedFor(institution, rail)
  if (unconnected) return unconnected
  if (!isOn(switches.any ?? undefined, true) || !isOn(switches[rail] ?? undefined, true))
    return `the account may not send requests for payment over ${rail}`
  return withoutRequests.includes(rail)
    ? `the contact's bank takes no requests for payment by the imported list of ${rail}`
    : undefined
}

function amountOf(
  { amount: given, currency }: AskedPayment,
  rail: RequestRail,
  today: Temporal.PlainDate,
): Result<bigint, Refusal> {
  if (currency !== 'USD') return refusal('invalidPaymentRequest', 'currency must be USD: the networks carry no other')
  const amount = parseAmount(given, currency)
  if (!amount.ok || amount.value <= 0n)
    return refusal('invalidPaymentRequest', 'amount must be positive, with at most two decimals')
  const largest = largestPayment(rail, 'Instant', today)
  return largest !== undefined && amount.value > largest
    ? refusal(
        'invalidPaymentRequest',
        `amount must be at most ${formatAmount(largest, currency)}: the limit of ${rail}`,
      )
    : amount
}
