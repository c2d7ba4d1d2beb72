import { Temporal } from 'temporal-polyfill'
import type { Institution } from '../../../institution/institution.ts'
import { ACH_ACCOUNT_NUMBER_LENGTH, type AchFault } from '../../../kernel/ach-account-number.ts'
import { isAchName } from '../../../kernel/ach-name.ts'
import type { OnMissedCutOff } from '../../../kernel/cut-off.ts'
import { formatAmount } from '../../../kernel/money.ts'
import { type EntryType, isDomestic, largestPayment, type Rail, railOf, type Speed } from '../../../kernel/rail.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import { isRoutingNumber } from '../../../kernel/routing-number.ts'

/** The terms of a credit or debit request that affect its decision. */
export interface PaymentTerms {
  entryType: EntryType
  /** In minor units of the currency, positive. */
  amount: bigint
  currency: string
  speed: Speed
  /** Undefined means today. */
  paymentDate: Temporal.PlainDate | undefined
  secCode: string | undefined
  /** Whether the fees of a credit are deducted from the amount (charges BEN). */
  deductsFees?: boolean
  /** The FX contract to draw on. Without one, a payment between two currencies creates its own. */
  fxContractNumber?: string
  /** What the request says, or what was chosen when it was made; absent for the default. */
  onMissedCutOff?: OnMissedCutOff
}

/** The customer's own account: it pays a credit, and collects a debit as the creditor's account. */
export interface OwnSideAccount {
  id: bigint
  status: string
  currency: string
  routingNumber: string
  /** The rails that it cannot send over. */
  excludedRails: readonly Rail[]
  /** The SEC codes of its achFeature; empty means any. */
  secCodes: readonly string[]
  /** Whether its achFeature allows ACH debits. */
  isUnderwritten: boolean
  /** The maximum of its unsettled debits, in minor units; undefined means no limit. */
  debitExposureLimit: bigint | undefined
  /** A wire above this amount, in minor units, needs a call-back; undefined if none ever does. */
  callBackAbove: bigint | undefined
}

export interface OwnSideCustomer {
  status: string
  secCodes: readonly string[]
}

/** The other side: the beneficiary of a credit, the debtor of a debit. */
export interface Counterparty {
  name: string
  status: string
  /** What ACH cannot carry of its account number. */
  achFault: AchFault
  contactType: string
  accountCurrency: string
  nationalCode: string | null
  swiftCode: string | null
}

/** The counterparty's account, if it is held at this institution. */
export interface OwnAccount {
  id: bigint
  customerId: bigint
  status: string
  currency: string
}

/** The facts that the decision depends on. Those that can change are read under locks. */
export interface PaymentSituation {
  institution: Pick<Institution, 'routingNumber' | 'settings'>
  account: OwnSideAccount
  customer: OwnSideCustomer
  counterparty: Counterparty
  /**
   * The counterparty's account at this institution; undefined if it banks elsewhere or the account
   * does not exist.
   */
  ownAccount: OwnAccount | undefined
  today: Temporal.PlainDate
}

/** The outcome of a valid payment: its rail, and what happens to the money now. */
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

/**
 * Decides whether a payment request is valid and how it is paid. The ledger checks the funds later.
 * A counterparty at this institution is paid by book transfer at any speed, any other by the rail
 * of the speed. Debits use ACH only.
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

/** Whether a payment is a book transfer: a credit to the institution's own routing number. */
export function isBookTransfer(
  { entryType }: Pick<PaymentTerms, 'entryType'>,
  { nationalCode }: Pick<Counterparty, 'nationalCode'>,
  { routingNumber }: Pick<Institution, 'routingNumber'>,
): boolean {
  return entryType === 'CREDIT' && nationalCode === routingNumber
}

/**
 * The rail of a valid payment. `secCode` is null on rails other than ACH, and if no code is
 * allowed.
 */
export function routeOf(
  { entryType, speed, secCode }: PaymentTerms,
  { institution, account, customer, counterparty }: PaymentSituation,
): { rail: Rail | 'BOOK'; secCode: string | null } {
  if (isBookTransfer({ entryType }, counterparty, institution)) return { rail: 'BOOK', secCode: null }
  const rail = railOf(speed, institution.settings.instantNetwork)
  if (rail !== 'ACH') return { rail, secCode: null }
  return { rail, secCode: chooseSecCode(secCode, counterparty, [customer.secCodes, account.secCodes]) ?? null }
}

/** The names of the two accounts in messages. */
const accountNames: Record<EntryType, { own: string; other: string }> = {
  CREDIT: { own: 'the sending account', other: 'the receiving account' },
  DEBIT: { own: "the creditor's account", other: "the debtor's account" },
}

/**
 * All objections to a payment request, in order. A payment is refused for the first; a preview
 * lists them all.
 */
export function* objectionsTo(terms: PaymentTerms, situation: PaymentSituation): Generator<PaymentRefusal, void> {
  const { institution, account, customer, counterparty, today } = situation
  const isDebit = terms.entryType === 'DEBIT'
  const { own, other } = accountNames[terms.entryType]
  const paymentDate = terms.paymentDate ?? today
  if (Temporal.PlainDate.compare(paymentDate, today) < 0)
    yield { reason: 'paymentDateInPast', detail: `paymentDate ${paymentDate} is before today, ${today}` }
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
      ...(isDebit && { detail: 'the contact cannot be debited until it is approved' }),
    }
  const { currency: ownCurrency } = account
  const { accountCurrency: otherCurrency } = counterparty
  const isEitherCurrency = terms.currency === ownCurrency || terms.currency === otherCurrency
  const isOneCurrency = ownCurrency === otherCurrency
  if (!isEitherCurrency || (isDebit && !isOneCurrency))
    yield {
      reason: 'currencyMismatch',
      detail: `paymentCurrency is ${terms.currency}, but ${own} is in ${ownCurrency} and ${other} in ${otherCurrency}`,
    }
  if (terms.fxContractNumber !== undefined && isOneCurrency)
    yield {
      reason: 'fxContractMismatch',
      detail: `both accounts are in ${ownCurrency}, so there is nothing to exchange`,
    }
  const { rail, secCode } = routeOf(terms, situation)
  if (rail === 'BOOK') yield* objectionsToBookTransfer(situation)
  else yield* objectionsToRail(rail, secCode, terms, situation)
  if (isDebit) yield* objectionsToDebit(situation)
}

/**
 * An account at this institution cannot be debited, because no other bank could return an
 * unauthorized debit.
 */
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
    yield { reason: 'currencyMismatch', detail: `${speed} supports USD only` }
  if (isDomestic(rail) && !isRoutingNumber(counterparty.nationalCode ?? ''))
    yield {
      reason: 'receiverNotReachable',
      detail: `${speed} needs an ABA routing number as the contact's nationalCode`,
    }
  if (rail === 'ACH' && counterparty.achFault === 'tooLong')
    yield {
      reason: 'receiverNotReachable',
      detail: `${speed} supports account numbers of at most ${ACH_ACCOUNT_NUMBER_LENGTH} characters`,
    }
  if (rail === 'ACH' && counterparty.achFault === 'zeros')
    yield { reason: 'receiverNotReachable', detail: `${speed} does not support account numbers that are all zeros` }
  if (rail === 'ACH' && !isAchName(counterparty.name))
    yield {
      reason: 'receiverNotReachable',
      detail: `${speed} cannot carry the contact's name, because it has no letter or digit with a form in ASCII`,
    }
  if (!isDomestic(rail) && !counterparty.swiftCode)
    yield { reason: 'receiverNotReachable', detail: `${speed} needs the contact's swiftCode` }
  if (account.excludedRails.includes(rail))
    yield { reason: 'railNotEnabled', detail: `the sending account is not enabled to send by ${speed}` }
  const largest = largestPayment(rail, speed)
  if (largest !== undefined && amount > largest)
    yield {
      reason: 'railAmountExceeded',
      detail: `${speed} supports at most ${formatAmount(largest, currency)} ${currency} per payment`,
    }
  if (rail === 'ACH' && secCode === null) yield { reason: 'secCodeNotAllowed' }
}

/**
 * The SEC code of an ACH entry: the requested one, otherwise PPD for a consumer and CCD for a
 * company (Nacha Operating Rules, subsections 2.5.10 and 2.5.3). Undefined if the code is neither,
 * or if the customer or the account lists SEC codes without it.
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
