/** Forward transaction codes (entry detail 02-03). */
export type ForwardTransactionCode =
  | `${2 | 3 | 4}${2 | 3 | 4 | 7 | 8 | 9}` // demand, savings, general ledger
  | `5${2 | 3 | 4 | 5}` // loan; 55 is only for reversals

/** The SEC codes of batches that are built. */
export type BuiltSecCode = 'PPD' | 'CCD' | 'CTX' | 'WEB' | 'TEL' | 'CIE' | 'ARC' | 'POP' | 'IAT'

/** The sender and destination of the file, and its creation time. */
export interface NachaHeaderInput {
  /** Routing number, nine digits with a valid check digit. */
  immediateDestination: string
  immediateDestinationName: string
  /** Routing number, or ten characters assigned by the operator or ODFI. */
  immediateOrigin: string
  immediateOriginName: string
  /** `yyyy-mm-dd` in the years 2000-2099. */
  fileCreationDate: string
  /** `HH:MM`. */
  fileCreationTime: string
  /** `A`-`Z` or `0`-`9`, different for each file of one day. */
  fileIdModifier: string
  referenceCode?: string
}

/** One credit, debit or prenotification. */
export interface NachaEntryInput {
  transactionCode: ForwardTransactionCode
  /** Nine digits with a valid check digit. */
  receivingRouting: string
  /** At most 17 printable ASCII characters; never altered. */
  accountNumber: string
  /** Cents. Zero for a prenotification, and only for that. */
  amountCents: bigint
  /** At most 15 printable ASCII characters, on CIE 22; never altered. */
  individualIdentification: string
  /** Cut to 22 characters, on CTX 16, on CIE 15. Required. */
  individualName: string
  discretionaryData?: string
  /**
   * Payment-related information in ASCII, at most 80 characters for each addenda record. Longer
   * text is refused, not cut. Empty text gives no addenda record.
   */
  addenda05?: string | readonly string[]
  /** Required on ARC, BOC, RCK and POP. */
  checkSerialNumber?: string
  /** Required on POP. */
  terminalCity?: string
  terminalState?: string
  /** Required on IAT, and only there. */
  iat?: IatEntryInput | undefined
  /** The originating DFI's eight digits and seven sequence digits, ascending within the batch. */
  traceNumber: string
}

/** Entries of one company, SEC code and effective entry date. */
export interface NachaBatchInput {
  /** Default by the entries: 220 for credits, 225 for debits, 200 for both. */
  serviceClass?: '200' | '220' | '225'
  companyName: string
  companyDiscretionaryData?: string
  /** At most 10 printable ASCII characters; never altered. */
  companyIdentification: string
  secCode: BuiltSecCode
  companyEntryDescription: string
  /** At most 6 characters. `SD1300` requests same-day settlement. */
  companyDescriptiveDate?: string
  /** `yyyy-mm-dd` in the years 2000-2099. */
  effectiveEntryDate: string
  /** Routing number without its check digit. */
  originatingDfi: string
  entries: readonly NachaEntryInput[]
}

export interface NachaFileInput {
  header: NachaHeaderInput
  batches: readonly NachaBatchInput[]
}

/** A party with its address. Texts are in any script, and cut to their fields. */
export interface IatParty {
  name: string
  street: string
  city: string
  /** The state or province; empty if the country has none. */
  state: string
  /** ISO 3166-1 alpha-2. */
  country: string
  postalCode: string
}

export interface IatBank {
  name: string
  /** 01 a national bank code, 02 a BIC, 03 an IBAN (addenda 13, 39-40). */
  qualifier: '01' | '02' | '03'
  identification: string
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** What addenda 10 to 16 and 18 of an international entry say. */
export interface IatEntryInput {
  /** Why it is paid (addenda 10, 04-06), such as BUS. */
  transactionType: string
  originator: IatParty
  originatingBank: IatBank
  receiver: IatParty
  receivingBank: IatBank
  /** The bank through which the receiving bank is paid, if any. */
  correspondent?: IatBank | undefined
}

/** `yyyy-mm-dd` as YYMMDD. Other text is kept, and the rule of the field refuses it. */
export function toNachaDate(date: string): string {
  return /^20\d\d-\d\d-\d\d$/.test(date) ? date.slice(2).replaceAll('-', '') : date
}
