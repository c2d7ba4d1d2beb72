import type { Temporal } from 'temporal-polyfill'
import type { EntryType } from './rail.ts'

/** An entry, as far as its description follows from it. */
interface Kind {
  secCode: string
  entryType: EntryType
  /** In cents. */
  amount: bigint
}

/** What decides the description of an entry. */
export interface DescribedEntry extends Kind {
  /** The category purpose of the payment, ISO 20022 ExternalCategoryPurpose1Code, if any. */
  categoryPurpose: string | null
  /** What the payment says itself. */
  companyEntryDescription?: string | null
  /** What its account says for payments that say nothing. */
  accountDescription?: string | null
  /** What its customer says for accounts that say nothing. */
  customerDescription?: string | null
  /** Whether it is sent again after a return: NACHA prescribes what it says. */
  isReinitiation?: boolean
}

/** A description that the rules demand of the entries of a purpose. */
interface DemandedDescription {
  /** The first effective entry date on which the rule holds, yyyy-mm-dd. */
  validFrom: string
  secCodes: readonly string[]
  entryType: EntryType
  categoryPurpose: string
  description: string
  /** What the entries are, in words. */
  about: string
}

/**
 * A change of a rule is a new row. Source: Nacha Operating Rules, Section 2.5, standard company
 * entry descriptions (risk management, effective 2026-03-20). A purchase under a standing
 * authorization may be a TEL entry.
 */
const DEMANDED: readonly DemandedDescription[] = [
  {
    ...({ validFrom: '2026-03-20', secCodes: ['PPD'], entryType: 'CREDIT', categoryPurpose: 'SALA' } as const),
    ...{ description: 'PAYROLL', about: 'wages and salaries' },
  },
  {
    ...({ validFrom: '2026-03-20', secCodes: ['WEB', 'TEL'], entryType: 'DEBIT', categoryPurpose: 'EPAY' } as const),
    ...{ description: 'PURCHASE', about: 'online purchases' },
  },
]

/** A description that the rules keep for some entries. */
interface ReservedDescription {
  /** The first effective entry date on which the rule holds, yyyy-mm-dd. */
  validFrom: string
  description: string
  /** The entries that may say it; absent if Giro writes them itself, or does not send them. */
  for?: { secCodes?: readonly string[]; entryType?: EntryType; creditsBelow?: bigint }
  /** What the entries are, in words. */
  about: string
}

/** Long before the first payment of any institution. */
const ALWAYS = '2000-01-01'

/**
 * A change of a rule is a new row. Sources: Nacha Operating Rules, Subsections 2.5 (descriptions of
 * RCK, XCK, ENR, health care payments and return fees), 2.7 (micro-entries, 2022-09-16), 2.9
 * (reversals), 2.13.4 (reinitiated entries); Appendix Three, company entry description.
 */
const RESERVED: readonly ReservedDescription[] = [
  { validFrom: ALWAYS, description: 'REVERSAL', about: 'reversals, which a request for a reversal makes' },
  { validFrom: ALWAYS, description: 'RECLAIM', about: 'reclamations, which are not offered' },
  { validFrom: ALWAYS, description: 'NONSETTLED', about: 'entries that could not settle, which are not offered' },
  { validFrom: ALWAYS, description: 'REDEPCHECK', about: 're-presented checks (RCK), which are not offered' },
  { validFrom: ALWAYS, description: 'NO CHECK', about: 'destroyed checks (XCK), which are not offered' },
  { validFrom: ALWAYS, description: 'AUTOENROLL', about: 'enrollments (ENR), which are not offered' },
  { validFrom: '2015-09-18', description: 'RETRY PYMT', about: 'payments that are sent again after a return' },
  {
    ...{ validFrom: ALWAYS, description: 'RETURN FEE', about: 'debits of a fee for a returned debit or check' },
    for: { secCodes: ['PPD', 'WEB', 'TEL', 'CCD'], entryType: 'DEBIT' },
  },
  {
    ...{ validFrom: '2013-09-20', description: 'HCCLAIMPMT', about: 'payments of health care claims by CCD' },
    for: { secCodes: ['CCD'], entryType: 'CREDIT' },
  },
  {
    ...{ validFrom: '2022-09-16', description: 'ACCTVERIFY', about: 'micro-entries' },
    for: { creditsBelow: 1_00n },
  },
]

const OTHER = 'PAYMENT'

/** Nacha Operating Rules, Subsection 2.13.4: all characters in capitals. */
export const REINITIATED = 'RETRY PYMT'

/** NACHA company/batch header 54-63. */
export const ENTRY_DESCRIPTION = {
  pattern: '^(?!0*$)[!-~]([ -~]{0,8}[!-~])?$',
  description: 'At most 10 characters of ASCII, not all zeros, and no space at either end.',
} as const

/**
 * The company entry description of entries that settle on a date, by the rules of that date: what
 * they demand, or else the first of payment, account and customer that says one which they allow.
 */
export function entryDescription(entry: DescribedEntry, date: Temporal.PlainDate): string {
  if (entry.isReinitiation) return REINITIATED
  const demanded = demandedOf(entry)
  if (demanded && isInForce(demanded, date)) return demanded.description
  const said = [entry.companyEntryDescription, entry.accountDescription, entry.customerDescription]
  const allowed = said.find((text) => text && !reservationOf(text, entry, date))
  return allowed ? inCapitals(allowed) : OTHER
}

/** Why entries that settle on a date cannot say what their payment says; undefined if they can. */
export function objectionToDescription(entry: DescribedEntry, date: Temporal.PlainDate): string | undefined {
  const { companyEntryDescription: said } = entry
  if (!said) return undefined
  const demanded = demandedOf(entry)
  if (demanded && isInForce(demanded, date) && inCapitals(said) !== demanded.description)
    return `additionalInfo.companyEntryDescription must be ${demanded.description} for ${demanded.about}, by the rules of ACH since ${demanded.validFrom}`
  const reserved = reservationOf(said, entry, date)
  return reserved && `additionalInfo.companyEntryDescription: ${whyReserved(reserved)}`
}

/** Why no entry of an account or customer can say this by default; undefined if some can. */
export function objectionToDefault(description: string | null | undefined): string | undefined {
  const reserved = RESERVED.find((rule) => description && says(description, rule) && !rule.for)
  return reserved && whyReserved(reserved)
}

function whyReserved({ description, about, for: entries }: ReservedDescription): string {
  const most = entries?.creditsBelow === undefined ? '' : ', whose credits are below 1.00 USD'
  return `the rules of ACH keep ${description} for ${about}${most}`
}

/** The rule that keeps a description for other entries than this. */
function reservationOf(text: string, entry: Kind, date: Temporal.PlainDate): ReservedDescription | undefined {
  return RESERVED.find((rule) => isInForce(rule, date) && says(text, rule) && !isFor(rule, entry))
}

function isFor({ for: entries }: ReservedDescription, { secCode, entryType, amount }: Kind): boolean {
  if (!entries) return false
  if (entries.secCodes && !entries.secCodes.includes(secCode)) return false
  if (entries.entryType && entries.entryType !== entryType) return false
  return entries.creditsBelow === undefined || entryType === 'DEBIT' || amount < entries.creditsBelow
}

/** Receiving banks read the first characters: a description that begins with a word says it. */
function says(text: string, { description }: ReservedDescription): boolean {
  return text.trim().toUpperCase().startsWith(description)
}

function isInForce({ validFrom }: { validFrom: string }, date: Temporal.PlainDate): boolean {
  return validFrom <= date.toString()
}

/** The words of the rules are in capitals; other descriptions stay as they are. */
function inCapitals(text: string): string {
  const words = text.trim().toUpperCase()
  return [...DEMANDED, ...RESERVED].some(({ description }) => description === words) ? words : text.trim()
}

/** Why an international entry is paid (NACHA IAT addenda 10, 04-06). */
const INTERNATIONAL_PURPOSES = ['ANN', 'BUS', 'DEP', 'LOA', 'MIS', 'MOR', 'PEN', 'REM', 'RLS', 'SAL', 'TAX']

type Purposed = Pick<DescribedEntry, 'secCode' | 'entryType' | 'categoryPurpose'>

/** Why an entry does not carry the category purpose of its payment; undefined if it does. */
export function objectionToPurpose(entry: Purposed): string | undefined {
  const { categoryPurpose } = entry
  if (categoryPurpose === null || demandedOf(entry)) return undefined
  if (entry.secCode === 'IAT') {
    if (INTERNATIONAL_PURPOSES.includes(categoryPurpose)) return undefined
    return `IAT carries of additionalInfo.transactionTypeCode only ${INTERNATIONAL_PURPOSES.join(', ')}`
  }
  const carried = DEMANDED.map(
    (rule) =>
      `${rule.categoryPurpose} for ${rule.about} (${rule.secCodes.join(' and ')} ${rule.entryType.toLowerCase()}s)`,
  )
  return `ACH carries of additionalInfo.transactionTypeCode only ${carried.join(' and ')}`
}

/** The category purpose that the description of a batch says; undefined if it says none. */
export function purposeOf({
  secCode,
  entryType,
  description,
}: Pick<Kind, 'secCode' | 'entryType'> & { description: string }): string | undefined {
  const text = description.trim().toUpperCase()
  return DEMANDED.find(
    (rule) => rule.description === text && rule.secCodes.includes(secCode) && rule.entryType === entryType,
  )?.categoryPurpose
}

function demandedOf({ secCode, entryType, categoryPurpose }: Purposed): DemandedDescription | undefined {
  return DEMANDED.find(
    (rule) =>
      rule.secCodes.includes(secCode) && rule.entryType === entryType && rule.categoryPurpose === categoryPurpose,
  )
}
