import type { SecCode } from './sec-codes.ts'

/**
 * The rules of one SEC code for forward entries. Returns and notifications of change have others.
 */
export interface SecRule {
  /** The addenda of an entry. Absent: none are allowed. */
  addenda?: { type: '02' | '05'; min: number; max: number }
  /** The only side allowed. A reversing entry may be on the other side. */
  only?: 'credit' | 'debit'
  /** The largest amount of an entry, inclusive. */
  maxCents?: bigint
  /** The entry carries information only and moves no money. */
  noMoney?: true
  /** The only transaction codes allowed. */
  transactionCodes?: readonly string[]
  /** The required company entry description (batch header 54-63). */
  description?: string
  /** The required originator status code (batch header 79). */
  originatorStatusCode?: string
  /** An operator rejects the entry without a name (NACHA Appendix Two). */
  nameRequired?: true
}

const optionalPaymentAddenda = { type: '05', min: 0, max: 1 } as const
const paymentAddendaUpTo9999 = { type: '05', min: 0, max: 9_999 } as const
const terminalAddenda = { type: '02', min: 1, max: 1 } as const

// The largest check that can become an ARC, BOC or POP entry; for RCK and XCK it is 2,500.00.
const CONVERTED_CHECK_MAX_CENTS = 25_000_00n
const RE_PRESENTED_CHECK_MAX_CENTS = 2_500_00n

/** The rules by SEC code. The rules of ADV, COR and IAT are in `validate-entry.ts`. */
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
