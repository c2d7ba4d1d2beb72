import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../../institution/institution.ts'
import { formatAmount } from '../../../kernel/money.ts'
import { type EntryType, isDomestic, largestPayment, type Rail, railOf, type Speed } from '../../../kernel/rail.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import { isRoutingNumber } from '../../../kernel/routing-number.ts'

/** The part of a credit or debit request that decisions are made by. */
export interface PaymentTerms {
  entryType: EntryType
  /** In minor units of the currency, positive. */
  amount: bigint
  currency: string
  speed: Speed
  /** Undefined for today. */
  paymentDate: Temporal.PlainDate | undefined
  secCode: string | undefined
  /** The contract at which the sending account's currency is exchanged for the receiver's; none for one of its own. */
  fxContractNumber?: string
}

/** The customer's own account: of a credit the one that pays, of a debit the creditor's, which receives. */
export interface OwnSideAccount {
  id: bigint
  status: string
  currency: string
  routingNumber: string
  /** The rails that its features exclude. */
  excludedRails: readonly Rail[]
  /** The standard entry classes of its achFeature; none for any. */
  secCodes: readonly string[]
  /** Whether its achFeature lets it collect by ACH debit. */
  isUnderwritten: boolean
  /** What its debits that have not settled may amount to, in minor units; undefined for no limit. */
  debitExposureLimit: bigint | undefined
}

export interface OwnSideCustomer {
  status: string
  secCodes: readonly string[]
}

/** The other side, by its contact: of a credit the beneficiary, of a debit the debtor. */
export interface Counterparty {
  status: string
  accountNumber: string
  contactType: string
  accountCurrency: string
  nationalCode: string | null
  swiftCode: string | null
}

/** An account of this institution that a contact names. */
export interface OwnAccount {
  id: bigint
  status: string
  currency: string
}

/** Everything the decision looks at. What can change is read under locks. */
export interface PaymentSituation {
  institution: Pick<Institution, 'routingNumber' | 'settings'>
  account: OwnSideAccount
  customer: OwnSideCustomer
  counterparty: Counterparty
  /** The account the contact names, where its bank is this institution; undefined where there is none. */
  ownAccount: OwnAccount | undefined
  today: Temporal.PlainDate
}

/** What a payment becomes: which way it goes, and what happens to the money now. */
export type AcceptedPayment = { paymentDate: Temporal.PlainDate; secCode: string | null } & (
  | { status: 'FUTURE_DATED'; rail: Rail | 'BOOK' }
  | { status: 'VALIDATED'; rail: Rail }
  | { status: 'PROCESSED'; rail: 'BOOK'; creditAccountId: bigint }
)

type RefusalReason =
  | 'paymentDateInPast'
  | 'paymentDateTooFar'
  | 'accountNotActive'
  | 'customerNotActive'
  | 'senderAccountUnknown'
  | 'senderIsReceiver'
  | 'contactNotApproved'
  | 'receiverAccountUnknown'
  | 'receiverNotReachable'
  | 'currencyMismatch'
  | 'fxContractMismatch'
  | 'railNotAvailable'
  | 'railAmountExceeded'
  | 'railNotEnabled'
  | 'secCodeNotAllowed'
  | 'creditorUnknown'
  | 'debtorOfInstitution'
  | 'debitsNotUnderwritten'

export interface PaymentRefusal {
  reason: RefusalReason
  detail?: string
}

const MAX_YEARS_AHEAD = 2
/** Nacha entry detail 13-29. */
const ACH_ACCOUNT_NUMBER_LENGTH = 17

/**
 * Decides what a payment request becomes, short of the funds, which the ledger decides. A contact at the institution itself is paid by a book
 * transfer, whatever the speed; every other by the rail of the speed. A debit goes by ACH, or not at all.
 */
export function acceptPayment(
  terms: PaymentTerms,
  situation: PaymentSituation,
): Result<AcceptedPayment, PaymentRefusal> {
  const first = objectionsTo(terms, situation).next()
  if (!first.done) return refuse(first.value)
  const { today, ownAccount } = situation
  const paymentDate = terms.paymentDate ?? today
  const { rail, secCode } = routeOf(terms, situation)
  if (Temporal.PlainDate.compare(paymentDate, today) > 0)
    return accept({ paymentDate, secCode, status: 'FUTURE_DATED', rail })
  if (rail !== 'BOOK') return accept({ paymentDate, secCode, status: 'VALIDATED', rail })
  return accept({ paymentDate, secCode, status: 'PROCESSED', rail, creditAccountId: ownAccount!.id })
}

/** Whether a payment stays within the institution. */
export function isBookTransfer(
  { entryType }: Pick<PaymentTerms, 'entryType'>,
  { nationalCode }: Pick<Counterparty, 'nationalCode'>,
  { routingNumber }: Pick<Institution, 'routingNumber'>,
): boolean {
  return entryType === 'CREDIT' && nationalCode === routingNumber
}

/** The way a payment goes, if nothing speaks against it; `secCode` is null on other rails than ACH, and where none is allowed. */
export function routeOf(
  { entryType, speed, secCode }: PaymentTerms,
  { institution, account, customer, counterparty }: PaymentSituation,
): { rail: Rail | 'BOOK'; secCode: string | null } {
  if (isBookTransfer({ entryType }, counterparty, institution)) return { rail: 'BOOK', secCode: null }
  const rail = railOf(speed, institution.settings.instantNetwork)
  if (rail !== 'ACH') return { rail, secCode: null }
  return { rail, secCode: chooseSecCode(secCode, counterparty, [customer.secCodes, account.secCodes]) ?? null }
}

/** What the two accounts of a payment are called in messages. */
const accountNames: Record<EntryType, { own: string; other: string }> = {
  CREDIT: { own: 'the sending account', other: 'the receiving account' },
  DEBIT: { own: "the creditor's account", other: "the debtor's account" },
}

/** All that speaks against a payment request, in the order in which it is refused: a payment by the first, a preview by all at once. */
export function* objectionsTo(terms: PaymentTerms, situation: PaymentSituation): Generator<PaymentRefusal, void> {
  const { institution, account, customer, counterparty, today } = situation
  const isDebit = terms.entryType === 'DEBIT'
  const { own, other } = accountNames[terms.entryType]
  const paymentDate = terms.paymentDate ?? today
  if (Temporal.PlainDate.compare(paymentDate, today) < 0)
    yield { reason: 'paymentDateInPast', detail: `paymentDate ${paymentDate} lies before today, ${today}` }
  if (Temporal.PlainDate.compare(paymentDate, today.add({ years: MAX_YEARS_AHEAD })) > 0)
    yield { reason: 'paymentDateTooFar' }
  if (customer.status !== 'Active' && customer.status !== 'New') yield { reason: 'customerNotActive' }
  if (account.status !== 'Active') yield { reason: 'accountNotActive', detail: `${own} is not active` }
  if (account.routingNumber !== institution.routingNumber)
    yield {
      reason: isDebit ? 'creditorUnknown' : 'senderAccountUnknown',
      detail: `${own} is not held at this institution`,
    }
  if (counterparty.status !== 'Active')
    yield {
      reason: 'contactNotApproved',
      ...(isDebit && { detail: 'nothing is collected from a contact before it is approved' }),
    }
  const { currency: kept } = account
  const { accountCurrency: keptThere } = counterparty
  const fits = isDebit ? kept === keptThere && terms.currency === kept : [kept, keptThere].includes(terms.currency)
  if (!fits)
    yield {
      reason: 'currencyMismatch',
      detail: `paymentCurrency is ${terms.currency}, but ${own} is kept in ${kept} and ${other} in ${keptThere}`,
    }
  if (terms.fxContractNumber !== undefined && kept === keptThere)
    yield { reason: 'fxContractMismatch', detail: `both accounts are kept in ${kept}, and nothing is exchanged` }
  const { rail, secCode } = routeOf(terms, situation)
  if (rail === 'BOOK') yield* objectionsToBookTransfer(situation)
  else yield* objectionsToRail(rail, secCode, terms, situation)
  if (isDebit) yield* objectionsToDebit(situation)
}

/** An account here is not collected from by its number: nobody would be asked, and no bank could return it as unauthorized. */
function* objectionsToDebit({ institution, account, counterparty }: PaymentSituation): Generator<PaymentRefusal, void> {
  if (counterparty.nationalCode === institution.routingNumber) yield { reason: 'debtorOfInstitution' }
  if (!account.isUnderwritten) yield { reason: 'debitsNotUnderwritten' }
}

function* objectionsToBookTransfer({
  account,
  counterparty,
  ownAccount,
}: PaymentSituation): Generator<PaymentRefusal, void> {
  if (ownAccount?.status !== 'Active' || ownAccount.currency !== counterparty.accountCurrency)
    yield { reason: 'receiverAccountUnknown' }
  if (ownAccount?.id === account.id) yield { reason: 'senderIsReceiver' }
}

function* objectionsToRail(
  rail: Rail,
  secCode: string | null,
  { amount, currency, speed }: PaymentTerms,
  { institution, account, counterparty }: PaymentSituation,
): Generator<PaymentRefusal, void> {
  if (!institution.settings.rails[rail])
    yield { reason: 'railNotAvailable', detail: `the institution does not offer ${speed}` }
  if (isDomestic(rail) && (currency !== 'USD' || counterparty.accountCurrency !== 'USD'))
    yield { reason: 'currencyMismatch', detail: `${speed} carries USD only` }
  if (isDomestic(rail) && !isRoutingNumber(counterparty.nationalCode ?? ''))
    yield {
      reason: 'receiverNotReachable',
      detail: `${speed} needs an ABA routing number as the contact's nationalCode`,
    }
  if (rail === 'ACH' && counterparty.accountNumber.length > ACH_ACCOUNT_NUMBER_LENGTH)
    yield {
      reason: 'receiverNotReachable',
      detail: `${speed} carries account numbers of at most ${ACH_ACCOUNT_NUMBER_LENGTH} characters`,
    }
  if (rail === 'ACH' && /^0+$/.test(counterparty.accountNumber))
    yield { reason: 'receiverNotReachable', detail: `${speed} carries no account number of zeros only` }
  if (!isDomestic(rail) && !counterparty.swiftCode)
    yield { reason: 'receiverNotReachable', detail: `${speed} needs the contact's swiftCode` }
  if (account.excludedRails.includes(rail))
    yield { reason: 'railNotEnabled', detail: `the sending account is not enabled to send by ${speed}` }
  const largest = largestPayment(rail, speed)
  if (largest !== undefined && amount > largest)
    yield {
      reason: 'railAmountExceeded',
      detail: `${speed} carries at most ${formatAmount(largest, currency)} ${currency} in one payment`,
    }
  if (rail === 'ACH' && secCode === null) yield { reason: 'secCodeNotAllowed' }
}

/**
 * The standard entry class of an ACH entry: what the request says, else PPD for a consumer and CCD for a company (Nacha Operating Rules,
 * subsections 2.5.10 and 2.5.3). A customer with SEC codes of its own can use no other, nor can an account.
 */
function chooseSecCode(
  asked: string | undefined,
  counterparty: Counterparty,
  restrictions: readonly (readonly string[])[],
): string | undefined {
  const chosen = asked ?? (counterparty.contactType === 'Company' ? 'CCD' : 'PPD')
  if (chosen !== 'PPD' && chosen !== 'CCD') return undefined
  if (restrictions.some((codes) => codes.length > 0 && !codes.includes(chosen))) return undefined
  return chosen
}
