import type { Temporal } from 'temporal-polyfill'
import type { EntryType } from '../../kernel/rail.ts'

/** What decides the description of an entry. */
export interface DescribedEntry {
  secCode: string
  entryType: EntryType
  /** The category purpose of the payment, ISO 20022 ExternalCategoryPurpose1Code, if any. */
  categoryPurpose: string | null
  /** Whether it is sent again after a return: NACHA prescribes what it says. */
  isReinitiation?: boolean
}

interface DescriptionRule extends DescribedEntry {
  /** The first effective entry date on which the rule holds, yyyy-mm-dd. */
  validFrom: string
  description: string
  /** What the entries are, in words. */
  about: string
}

/**
 * Descriptions that the rules prescribe (NACHA company/batch header 54-63). A change of a rule is a
 * new row. Source: Nacha Operating Rules, Section 2.5, standard company entry descriptions.
 */
const RULES: readonly DescriptionRule[] = [
  {
    ...({ secCode: 'PPD', entryType: 'CREDIT', categoryPurpose: 'SALA' } as const),
    ...{ validFrom: '2026-03-20', description: 'PAYROLL', about: 'wages and salaries' },
  },
  {
    ...({ secCode: 'WEB', entryType: 'DEBIT', categoryPurpose: 'EPAY' } as const),
    ...{ validFrom: '2026-03-20', description: 'PURCHASE', about: 'online purchases' },
  },
]

const OTHER = 'PAYMENT'

/** Nacha Operating Rules, Subsection 2.13.4: all characters in capitals. */
export const REINITIATED = 'RETRY PYMT'

/** The company entry description of entries that settle on a date. */
export function entryDescription(entry: DescribedEntry, date: Temporal.PlainDate): string {
  if (entry.isReinitiation) return REINITIATED
  const rule = ruleFor(entry)
  return rule && rule.validFrom <= date.toString() ? rule.description : OTHER
}

/** Why an international entry is paid (NACHA IAT addenda 10, 04-06). */
const INTERNATIONAL_PURPOSES = ['ANN', 'BUS', 'DEP', 'LOA', 'MIS', 'MOR', 'PEN', 'REM', 'RLS', 'SAL', 'TAX']

/** Why an entry does not carry the category purpose of its payment; undefined if it does. */
export function objectionToPurpose(entry: DescribedEntry): string | undefined {
  const { categoryPurpose } = entry
  if (categoryPurpose === null || ruleFor(entry)) return undefined
  if (entry.secCode === 'IAT') {
    if (INTERNATIONAL_PURPOSES.includes(categoryPurpose)) return undefined
    return `IAT carries of additionalInfo.transactionTypeCode only ${INTERNATIONAL_PURPOSES.join(', ')}`
  }
  const carried = RULES.map(
    (rule) => `${rule.categoryPurpose} for ${rule.about} (${rule.secCode} ${rule.entryType.toLowerCase()}s)`,
  )
  return `ACH carries of additionalInfo.transactionTypeCode only ${carried.join(' and ')}`
}

/** The category purpose that the description of a batch says; undefined if it says none. */
export function purposeOf({
  secCode,
  entryType,
  description,
}: Omit<DescribedEntry, 'categoryPurpose'> & { description: string }): string | undefined {
  const named = (rule: DescriptionRule) => rule.description === description.trim().toUpperCase()
  return (
    RULES.find((rule) => named(rule) && rule.secCode === secCode && rule.entryType === entryType)?.categoryPurpose ??
    undefined
  )
}

function ruleFor({ secCode, entryType, categoryPurpose }: DescribedEntry): DescriptionRule | undefined {
  return RULES.find(
    (rule) => rule.secCode === secCode && rule.entryType === entryType && rule.categoryPurpose === categoryPurpose,
  )
}
