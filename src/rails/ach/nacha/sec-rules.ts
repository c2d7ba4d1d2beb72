import type { SecCode } from './sec-codes.ts'

/** What the rules ask of a forward entry because of its class. Returns and notifications of change follow their own. */
export interface SecRule {
  /** The addenda an entry carries; none when absent. */
  addenda?: { type: '02' | '05'; min: number; max: number }
  /** The only side allowed; a reversing entry may go the other way. */
  only?: 'credit' | 'debit'
  /** The most one entry may move, inclusive. */
  maxCents?: bigint
  /** The entry informs and moves no money. */
  noMoney?: true
  /** The only transaction codes allowed. */
  transactionCodes?: readonly string[]
  /** What the company entry description (batch header 54-63) must say. */
  description?: string
  /** The only originator status (batch header 79) allowed. */
  originatorStatusCode?: string
  /** An operator rejects the entry without a name (NACHA Appendix Two). */
  nameRequired?: true
}

const optionalPaymentAddenda = { type: '05', min: 0, max: 1 } as const
const paymentAddendaUpTo9999 = { type: '05', min: 0, max: 9_999 } as const
const terminalAddenda = { type: '02', min: 1, max: 1 } as const

// Only checks up to this amount may be converted to ARC, BOC and POP entries, and up to 2,500 to RCK and XCK.
const CONVERTED_CHECK_MAX_CENTS = 25_000_00n
const RE_PRESENTED_CHECK_MAX_CENTS = 2_500_00n

/** The rules by class. ADV, COR and IAT have shapes of their own and are decided in `validate-entry.ts`. */
export const SEC_RULES: Readonly<Record<SecCode, SecRule>> = {
  ACK: { addenda: optionalPaymentAddenda, noMoney: true, transactionCodes: ['24', '34'] },
  ADV: {},
  ARC: { only: 'debit', maxCents: CONVERTED_CHECK_MAX_CENTS },
  ATX: { addenda: paymentAddendaUpTo9999, noMoney: true, transactionCodes: ['24', '34'] },
  BOC: { only: 'debit', maxCents: CONVERTED_CHECK_MAX_CENTS },
  CCD: { addenda: optionalPaymentAddenda },
  CIE: { addenda: optionalPaymentAddenda, only: 'credit' },
  COR: {},
  CTX: { addenda: paymentAddendaUpTo9999 },
  DNE: {
    addenda: { type: '05', min: 1, max: 1 },
    noMoney: true,
    transactionCodes: ['23', '33'],
    originatorStatusCode: '2', // only a federal agency originates death notifications
  },
  ENR: { addenda: { type: '05', min: 1, max: 9_999 }, noMoney: true, description: 'AUTOENROLL' },
  IAT: {},
  MTE: { addenda: terminalAddenda, nameRequired: true },
  POP: { only: 'debit', maxCents: CONVERTED_CHECK_MAX_CENTS },
  POS: { addenda: terminalAddenda },
  PPD: { addenda: optionalPaymentAddenda },
  RCK: { only: 'debit', maxCents: RE_PRESENTED_CHECK_MAX_CENTS, description: 'REDEPCHECK' },
  SHR: { addenda: terminalAddenda },
  TEL: { only: 'debit', nameRequired: true },
  TRC: { only: 'debit' },
  TRX: { addenda: paymentAddendaUpTo9999, only: 'debit' },
  WEB: { addenda: optionalPaymentAddenda, nameRequired: true },
  XCK: { only: 'debit', maxCents: RE_PRESENTED_CHECK_MAX_CENTS },
}
