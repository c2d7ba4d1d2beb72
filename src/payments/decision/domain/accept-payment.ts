import { Temporal } from 'temporal-polyfill'
import type { ExtraFee } from '../../../fees/fees.ts'
import {
  type Institution,
  instantLimitsOf,
  secCodesOf,
  unconfiguredFor,
  unconnectedFor,
} from '../../../institution/institution.ts'
import { ACH_ACCOUNT_NUMBER_LENGTH, type AchFault } from '../../../kernel/ach-account-number.ts'
import { isAchName } from '../../../kernel/ach-name.ts'
import { toAscii } from '../../../kernel/ascii-text.ts'
import type { OnMissedCutOff } from '../../../kernel/cut-off.ts'
import { objectionToDescription, objectionToPurpose } from '../../../kernel/entry-description.ts'
import { formatAmount, minorOf } from '../../../kernel/money.ts'
import { type EntryType, isDomestic, type Rail, railOf, type Speed } from '../../../kernel/rail.ts'
import { largestPayment } from '../../../kernel/rail-rules.ts'
import { accept, type Result, refuse } from '../../../kernel/result.ts'
import { isRoutingNumber } from '../../../kernel/routing-number.ts'
import { achClassOf, type Party } from '../../../rails/domain/ach-classes.ts'
import type { PaymentInformation } from '../../../rails/domain/carried-fields.ts'
import { objectionToInformation } from '../../../rails/domain/information.ts'
import { chooseInstantNetwork, type InstantNetwork } from './instant-network.ts'
import { isBankAbroad, objectionsToInternational } from './international-entry.ts'

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
  /** Fees of this payment on top of the schedule, which only the institution sets. */
  extraFees?: readonly ExtraFee[]
  /** What its rail must carry; absent once it is accepted. */
  information?: PaymentInformation | undefined
  /** The FX contract to draw on. Without one, a payment between two currencies creates its own. */
  fxContractNumber?: string
  /** What the request says, or what was chosen when it was made; absent for the default. */
  onMissedCutOff?: OnMissedCutOff
  /** The network of the request for payment that it answers; absent for the choice by reach. */
  instantNetwork?: InstantNetwork | undefined
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
  /** The approval that a Pending customer waits for. */
  waitsFor?: string | undefined
  secCodes: readonly string[]
  /** Whether it is a person. */
  isConsumer: boolean
}

/** A prenotification of the account of a contact that is open, or came back. */
export interface StandingPrenote {
  id: string
  status: 'Queued' | 'Sent' | 'Returned'
  /** Null unless it came back. */
  returnCode: string | null
  /** Null until it is in a file. */
  effectiveEntryDate: string | null
  /** The first day on which a payment to the account may settle; null until its file left. */
  firstEntryOn: string | null
}

/** The other side: the beneficiary of a credit, the debtor of a debit. */
export interface Counterparty {
  name: string
  status: string
  /** Of a contact: whether it is not what the service stored. */
  isAltered?: boolean
  /** What ACH cannot carry of its account number. */
  achFault: AchFault
  /** Absent once the payment exists: it has its SEC code. */
  contactType?: Party
  accountCurrency: string
  nationalCode: string | null
  swiftCode: string | null
  /** ISO 3166-1 alpha-2; absent for an account of the institution, and once the payment exists. */
  bankCountry?: string
  /** What its address lacks for an international entry; absent if nobody asked. */
  missingAddress?: readonly string[]
  /** The rails that do not reach its bank, by the lists that the institution imported. */
  unreachableRails: readonly Rail[]
  /** The instant networks that say that its bank is not there now. */
  absentRails?: readonly Rail[]
  /** The prenotification that stands for its account; undefined for none, and for an account. */
  prenote?: StandingPrenote | undefined
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
  institution: Pick<Institution, 'routingNumber' | 'bic' | 'sandbox' | 'settings'>
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
  | 'contactAltered'
  | 'receiverAccountUnknown'
  | 'receiverNotReachable'
  | 'currencyMismatch'
  | 'fxContractMismatch'
  | 'railNotAvailable'
  | 'railAmountExceeded'
  | 'informationLost'
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
  { entryType, speed, secCode, instantNetwork: answered }: PaymentTerms,
  { institution, account, customer, counterparty }: PaymentSituation,
): { rail: Rail | 'BOOK'; secCode: string | null } {
  if (isBookTransfer({ entryType }, counterparty, institution)) return { rail: 'BOOK', secCode: null }
  const choice = {
    settings: institution.settings,
    excludedRails: account.excludedRails,
    unreachableRails: counterparty.unreachableRails,
    absentRails: counterparty.absentRails ?? [],
  }
  const instantNetwork = answered ?? chooseInstantNetwork(choice)
  const rail = railOf(speed, instantNetwork)
  if (rail !== 'ACH') return { rail, secCode: null }
  const chosen = chooseSecCode({ entryType, secCode }, { customer, counterparty })
  const isAllowed = objectionToSecCode(chosen, { institution, account, customer }) === undefined
  return { rail, secCode: isAllowed ? chosen : null }
}

/** The names of the two accounts in messages. */
const accountNames: Record<EntryType, { own: string; other: string }> = {
  CREDIT: { own: 'the sending account', other: 'the receiving account' },
  DEBIT: { own: "the creditor's account", other: "the debtor's account" },
}

const awaits = (approvalUID: string) =>
  `the customer awaits approval ${approvalUID} of a change, and cannot pay until it is decided`

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
  if (customer.status !== 'Active' && customer.status !== 'New')
    yield { reason: 'customerNotActive', ...(customer.waitsFor && { detail: awaits(customer.waitsFor) }) }
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
  else if (counterparty.isAltered) yield { reason: 'contactAltered' }
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

/** What the institution must configure before it offers the speed is in the detail. */
function* objectionsToOffer(
  rail: Rail,
  speed: Speed,
  institution: PaymentSituation['institution'],
): Generator<PaymentRefusal, void> {
  const unconnected = rail === 'ACH' ? undefined : unconnectedFor(institution, rail)
  if (institution.settings.rails[rail] && unconnected === undefined) return
  const missing = unconnected === undefined ? '' : `: ${unconnected}, with PUT /v1/institution`
  yield { reason: 'railNotAvailable', detail: `the institution does not offer ${speed}${missing}` }
}

function* objectionsToRail(
  rail: Rail,
  secCode: string | null,
  terms: PaymentTerms,
  situation: PaymentSituation,
): Generator<PaymentRefusal, void> {
  const { entryType, amount, currency, speed, information, paymentDate } = terms
  const { institution, account, counterparty, today } = situation
  yield* objectionsToOffer(rail, speed, institution)
  const unconfigured = rail === 'SWIFT' ? unconfiguredFor(institution, counterparty.accountCurrency) : undefined
  if (unconfigured) yield { reason: 'railNotAvailable', detail: `${speed} is not available: ${unconfigured}` }
  if (isDomestic(rail) && (currency !== 'USD' || counterparty.accountCurrency !== 'USD'))
    yield {
      reason: 'currencyMismatch',
      detail: `${speed} supports USD only, and ${
        currency === 'USD'
          ? `the contact's account is in ${counterparty.accountCurrency}`
          : `paymentCurrency is ${currency}`
      }`,
    }
  for (const detail of objectionsToReceiver(rail, speed, secCode, counterparty))
    yield { reason: 'receiverNotReachable', detail }
  if (account.excludedRails.includes(rail))
    yield { reason: 'railNotEnabled', detail: `the sending account is not enabled to send by ${speed}` }
  const largest = largestPayment(rail, speed, paymentDate ?? today)
  if (largest !== undefined && amount > largest)
    yield {
      reason: 'railAmountExceeded',
      detail: `${speed} supports at most ${formatAmount(largest, currency)} ${currency} per payment`,
    }
  const own = rail === 'RTP' || rail === 'FEDNOW' ? instantLimitsOf(institution.settings)[rail] : null
  if (own !== null && amount > minorOf(own, 'USD'))
    yield {
      reason: 'railAmountExceeded',
      detail: `the institution sends at most ${formatAmount(minorOf(own, 'USD'), 'USD')} USD per payment over ${rail}`,
    }
  if (rail === 'ACH') yield* objectionsToClass(secCode, terms, situation)
  const lost = information && objectionToInformation(rail, information, secCode)
  if (lost) yield { reason: 'informationLost', detail: lost }
  if (rail !== 'ACH' || secCode === null) return
  const categoryPurpose = information?.transactionTypeCode || null
  const described = { companyEntryDescription: information?.companyEntryDescription, categoryPurpose }
  const entry = { secCode, entryType, amount, ...described }
  const unsaid = objectionToPurpose(entry) ?? objectionToDescription(entry, paymentDate ?? today)
  if (unsaid) yield { reason: 'informationLost', detail: unsaid }
}

/** Why a rail does not reach the account of the counterparty. */
function* objectionsToReceiver(
  rail: Rail,
  speed: Speed,
  secCode: string | null,
  counterparty: Counterparty,
): Generator<string, void> {
  if (isDomestic(rail) && rail !== 'ACH' && isBankAbroad(counterparty.bankCountry))
    yield `${speed} reaches banks in the United States and its territories, and the contact's bank is in ${counterparty.bankCountry}: use a speed that pays by SWIFT, or Economy for an international ACH entry`
  if (isDomestic(rail) && !isRoutingNumber(counterparty.nationalCode ?? ''))
    yield `${speed} needs an ABA routing number as the contact's nationalCode`
  if (rail === 'ACH' && counterparty.achFault === 'tooLong' && !achClassOf(secCode).isInternational)
    yield `${speed} supports account numbers of at most ${ACH_ACCOUNT_NUMBER_LENGTH} characters`
  if (rail === 'ACH' && counterparty.achFault === 'zeros')
    yield `${speed} does not support account numbers that are all zeros`
  if (rail === 'ACH' && !isAchName(counterparty.name))
    yield `${speed} cannot carry the contact's name, because its beginning has no letter or digit with a form in ASCII: give the contact a name with one`
  if (rail !== 'ACH' && toAscii(counterparty.name) === '')
    yield `${speed} cannot carry the contact's name, because none of it has a form in ASCII: give the contact a name with a letter or a digit`
  if (!isDomestic(rail) && !counterparty.swiftCode) yield `${speed} needs the contact's swiftCode`
  if (counterparty.unreachableRails.includes(rail))
    yield `${speed} does not reach the contact's bank: it takes no payments by the imported list of ${rail}`
}

/**
 * The SEC code of an ACH entry: the requested one, otherwise IAT for a bank abroad, WEB and CIE for
 * what a person pays to a person or a company, and PPD and CCD for the entries of organizations
 * (Nacha Operating Rules, subsections 2.5.8, 2.5.17, 2.5.4, 2.5.12 and 2.5.3).
 */
function chooseSecCode(
  { entryType, secCode }: Pick<PaymentTerms, 'entryType' | 'secCode'>,
  { customer, counterparty: { contactType, bankCountry } }: Pick<PaymentSituation, 'customer' | 'counterparty'>,
): string {
  if (secCode !== undefined) return secCode
  if (isBankAbroad(bankCountry)) return 'IAT'
  const isToCompany = contactType === 'Company'
  if (customer.isConsumer && entryType === 'CREDIT') return isToCompany ? 'CIE' : 'WEB'
  return isToCompany ? 'CCD' : 'PPD'
}

/** With these, the credits of people leave from an institution that lists no SEC codes. */
const CODES_OF_CONSUMERS: readonly string[] = ['WEB', 'CIE']

/** Why nobody may send an SEC code from the account: not everybody above it allows the code. */
function objectionToSecCode(
  secCode: string,
  { institution, account, customer }: Pick<PaymentSituation, 'institution' | 'account' | 'customer'>,
): string | undefined {
  const { settings } = institution
  const isByDefault = settings.ach.secCodes === undefined && customer.isConsumer
  const offered: readonly string[] = [...secCodesOf(settings), ...(isByDefault ? CODES_OF_CONSUMERS : [])]
  if (!offered.includes(secCode)) return `the institution originates only ${offered.join(', ')}`
  const lists = [
    { whose: 'the customer', codes: customer.secCodes },
    { whose: 'the account', codes: account.secCodes },
  ]
  const without = lists.find(({ codes }) => codes.length > 0 && !codes.includes(secCode))
  return without && `${without.whose} has only ${without.codes.join(', ')}`
}

/**
 * Why the account may no longer send an ACH entry that was accepted before: its SEC code is not
 * allowed any more, or it may not collect debits.
 */
export function objectionToEntry(
  { entryType, secCode }: { entryType: EntryType; secCode: string | null },
  own: Pick<PaymentSituation, 'institution' | 'account' | 'customer'>,
): string | undefined {
  const objection = secCode === null ? undefined : objectionToSecCode(secCode, own)
  if (objection !== undefined) return `the SEC code ${secCode} is not allowed any more: ${objection}`
  return entryType === 'DEBIT' && !own.account.isUnderwritten
    ? 'the account may not collect debits any more'
    : undefined
}

/**
 * What speaks against the two parties of an entry of a class. A payment that exists was asked when
 * it was made.
 */
function* objectionsToParties(
  secCode: string,
  entryType: EntryType,
  { customer, counterparty: { contactType } }: Pick<PaymentSituation, 'customer' | 'counterparty'>,
): Generator<string, void> {
  const { originators, receiver } = achClassOf(secCode)
  const originator = originators[entryType]
  if (originator === undefined)
    yield `the SEC code ${secCode} is for ${entryType === 'DEBIT' ? 'credits' : 'debits'} only`
  if (contactType === undefined) return
  if (customer.isConsumer && originator === 'Company')
    yield entryType === 'DEBIT'
      ? 'the customer is a Consumer, and ACH debits are originated by organizations only'
      : `the customer is a Consumer, and a credit with the SEC code ${secCode} is an organization's: a person pays people by WEB and companies by CIE`
  if (!customer.isConsumer && originator === 'Consumer')
    yield `the customer is not a Consumer, and a credit with the SEC code ${secCode} is a person's: an organization pays people by PPD and companies by CCD or CTX`
  if (receiver && contactType !== receiver)
    yield `the SEC code ${secCode} is for a contact with the contactType ${receiver}`
}

/** What speaks against the standard entry class of an ACH payment. */
function* objectionsToClass(
  allowed: string | null,
  { entryType, speed, secCode: asked, amount, currency, information, paymentDate }: PaymentTerms,
  situation: PaymentSituation,
): Generator<PaymentRefusal, void> {
  const secCode = chooseSecCode({ entryType, secCode: asked }, situation)
  if (allowed === null) {
    yield {
      reason: 'secCodeNotAllowed',
      detail: `the SEC code ${secCode} is not allowed: ${objectionToSecCode(secCode, situation)}`,
    }
    return
  }
  yield* objectionsToInternational(secCode, { speed, day: paymentDate ?? situation.today }, situation.counterparty)
  const { needs, maxCents } = achClassOf(secCode)
  for (const detail of objectionsToParties(secCode, entryType, situation)) yield { reason: 'secCodeNotAllowed', detail }
  if (maxCents !== undefined && amount > maxCents)
    yield {
      reason: 'railAmountExceeded',
      detail: `the SEC code ${secCode} supports at most ${formatAmount(maxCents, currency)} ${currency} per payment`,
    }
  const missing = information && needs.filter((field) => !information[field]?.trim())
  if (missing && missing.length > 0)
    yield {
      reason: 'secCodeNotAllowed',
      detail: `the SEC code ${secCode} needs ${missing.map((field) => `additionalInfo.${field}`).join(' and ')}`,
    }
}
