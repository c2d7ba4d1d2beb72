import type { EntryType } from '../../kernel/rail.ts'
import type { SecCode } from '../../kernel/sec-codes.ts'
import type { CarriedField, Place } from './carried-fields.ts'

/** A party of an entry: a person, or an organization of any kind. */
export type Party = 'Consumer' | 'Company'

/** What an entry of one standard entry class (SEC code) carries, and what it needs. */
export interface AchClass {
  /** What it is for. */
  title: string
  /** Whose credits and debits it is for. */
  originators: Partial<Record<EntryType, Party | 'both'>>
  /** The only kind of receiver; absent for both. */
  receiver?: Party
  /** The length of the name in the entry. */
  nameLength: number
  /** Whose name it is: of the originator on CIE, otherwise of the receiver. */
  nameOf: 'Originator' | 'Receiver'
  /** The length of the identification, by default externalReferenceId; 0 if none. */
  identificationLength: number
  places: Partial<Record<CarriedField, Place>>
  needs: readonly CarriedField[]
  /** The largest amount of an entry, in cents. */
  maxCents?: bigint
  /** Whether it names addresses, takes longer account numbers, and never settles the same day. */
  isInternational?: true
}

const ADDENDA = {
  referenceForBeneficiary: { name: 'addenda05', maxLength: 80 },
  addendaInformation: { name: 'addenda05', maxLength: 80 },
} as const
const identification = (maxLength: number) => ({
  receiverIdentificationNumber: { name: 'individualIdentification', maxLength },
})
const DESCRIPTION = { companyEntryDescription: { name: 'companyEntryDescription', maxLength: 10 } } as const
/** By its code, which demands a description: see entry-description.ts. */
const PURPOSE = { ...DESCRIPTION, transactionTypeCode: { name: 'categoryPurpose', maxLength: 4 } } as const
const AUTHORIZATION = { authorizationType: { name: 'discretionaryData', maxLength: 9 } } as const
/** 500 invoices fit the 9,999 addenda records of an entry. */
const REMITTANCE = { remittance: { name: 'addenda05', maxLength: 80 * 9_999 } } as const
/** The largest check that becomes an entry (Nacha Operating Rules, 2.5.1 and 2.5.10). */
const LARGEST_CHECK_CENTS = 25_000_00n

const both = { nameLength: 22, nameOf: 'Receiver', identificationLength: 15, needs: [] } as const
const check = {
  ...both,
  identificationLength: 0,
  originators: { DEBIT: 'Company' },
  maxCents: LARGEST_CHECK_CENTS,
} as const

/**
 * The standard entry classes in which payments are originated (Nacha Operating Rules, Appendix
 * Three). `docs/ach-entries.md` is generated from it.
 */
export const ACH_CLASSES: Readonly<Record<SecCode, AchClass>> = {
  PPD: {
    ...both,
    title: 'a payment to a person, or a debit that a person authorized in writing',
    originators: { CREDIT: 'Company', DEBIT: 'Company' },
    places: { ...identification(15), ...ADDENDA, ...PURPOSE },
  },
  CCD: {
    ...both,
    title: 'a payment to a company, or a debit of one',
    originators: { CREDIT: 'Company', DEBIT: 'Company' },
    receiver: 'Company',
    places: { ...identification(15), ...ADDENDA, ...PURPOSE },
  },
  CTX: {
    ...both,
    title: 'a payment to a company, or a debit of one, with its remittance advice',
    originators: { CREDIT: 'Company', DEBIT: 'Company' },
    receiver: 'Company',
    nameLength: 16,
    places: { ...identification(15), ...ADDENDA, ...PURPOSE, ...REMITTANCE },
  },
  WEB: {
    ...both,
    title: 'a debit that a person authorized over the internet, or a payment from person to person',
    originators: { CREDIT: 'Consumer', DEBIT: 'Company' },
    receiver: 'Consumer',
    places: { ...identification(15), ...ADDENDA, ...PURPOSE, ...AUTHORIZATION },
  },
  TEL: {
    ...both,
    title: 'a debit that a person authorized by telephone',
    originators: { DEBIT: 'Company' },
    receiver: 'Consumer',
    places: { ...identification(15), ...PURPOSE, ...AUTHORIZATION },
  },
  CIE: {
    ...both,
    title: "a person's payment of a bill; it names the payer, and the payer's number at the biller",
    originators: { CREDIT: 'Consumer' },
    receiver: 'Company',
    nameLength: 15,
    nameOf: 'Originator',
    identificationLength: 22,
    places: { ...identification(22), ...ADDENDA, ...PURPOSE },
    needs: ['receiverIdentificationNumber'],
  },
  ARC: {
    ...check,
    title: 'a check that arrived by mail or in a drop box, as a debit',
    places: { ...DESCRIPTION, checkSerialNumber: { name: 'checkSerialNumber', maxLength: 15 } },
    needs: ['checkSerialNumber'],
  },
  POP: {
    ...check,
    title: 'a check given at the point of purchase, as a debit',
    places: {
      ...DESCRIPTION,
      checkSerialNumber: { name: 'checkSerialNumber', maxLength: 9 },
      terminalCity: { name: 'terminalCity', maxLength: 4 },
      terminalState: { name: 'terminalState', maxLength: 2 },
    },
    needs: ['checkSerialNumber', 'terminalCity', 'terminalState'],
  },
  IAT: {
    ...both,
    title: 'a payment from or to a bank abroad; it names both parties with their addresses and banks',
    originators: { CREDIT: 'both', DEBIT: 'both' },
    nameLength: 35,
    isInternational: true,
    places: {
      ...{ ...identification(15), ...ADDENDA, ...DESCRIPTION },
      transactionTypeCode: { name: 'transactionType', maxLength: 3 },
    },
  },
}

/** The class of an entry; PPD for a code that is none of them. */
export function achClassOf(secCode: string | null | undefined): AchClass {
  return ACH_CLASSES[secCode as SecCode] ?? ACH_CLASSES.PPD
}
