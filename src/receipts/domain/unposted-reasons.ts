import { words } from '../../kernel/words.ts'

/**
 * Why a receipt is not posted, and the codes that fit: of the return of an entry (Nacha Operating
 * Rules, Appendix Four), and of the refusal or the return of a message (ISO 20022 external codes).
 */
const reasons = {
  AccountUnknown: { says: 'No account has the number.', returnCode: 'R03', isoCode: 'AC01' },
  AccountNumberInvalid: {
    says: 'The number has characters that no account number has.',
    returnCode: 'R04',
    isoCode: 'AC01',
  },
  OtherBank: { says: 'Its routing number is that of another bank.', returnCode: 'R13', isoCode: undefined },
  AccountAmbiguous: {
    says: 'No account has exactly the number, but `candidates` differ from it only in hyphens, blanks or leading zeros.',
    returnCode: 'R03',
    isoCode: 'AC01',
  },
  AccountClosed: { says: 'The account is closed.', returnCode: 'R02', isoCode: 'AC04' },
  AccountSuspended: { says: 'The account is suspended.', returnCode: 'R16', isoCode: 'AC06' },
  CustomerSuspended: { says: 'The customer of the account is suspended.', returnCode: 'R16', isoCode: 'AC06' },
  NotATransactionAccount: {
    says: 'The account is a loan or a certificate of deposit.',
    returnCode: 'R20',
    isoCode: 'AC14',
  },
  OtherCurrency: { says: 'The account is in another currency.', returnCode: 'R20', isoCode: 'AM03' },
  OtherName: { says: 'The account belongs to another name than that of the item.', returnCode: 'R03', isoCode: 'BE01' },
  UnderReview: { says: 'The amount is one that a person reviews first.', returnCode: 'R17', isoCode: undefined },
  International: {
    says: 'It comes from abroad (IAT): a person screens its parties and banks first.',
    returnCode: 'R16',
    isoCode: undefined,
  },
  AnswerOfNoPayment: {
    says: 'It is the answer of another bank, and no payment takes it: assign it, or dishonor the return.',
    returnCode: undefined,
    isoCode: undefined,
  },
  NotAllowedByRule: {
    says: 'No rule of the customer allows the debit: it waits for the decision of the customer.',
    returnCode: 'R10',
    isoCode: undefined,
  },
  InsufficientFunds: {
    says: 'The account did not have the amount when the debit settled.',
    returnCode: 'R01',
    isoCode: undefined,
  },
  ReturnNotSent: {
    says: 'Its return could not leave, or was refused: the last step says why.',
    returnCode: undefined,
    isoCode: undefined,
  },
} as const

export type UnpostedReason = keyof typeof reasons

export const UNPOSTED_REASONS = words('UnpostedReason', Object.keys(reasons) as UnpostedReason[])

/** The reasons for which a person looks at an item that its account would take. */
export const REVIEW_REASONS: ReadonlySet<UnpostedReason> = new Set(['UnderReview', 'International'])

/** What the reason says, in words. */
export function describeReason(reason: UnpostedReason): string {
  return reasons[reason].says
}

/** The code that fits the reason on a rail; undefined if none does. */
export function returnCodeOf(reason: UnpostedReason, rail: string): string | undefined {
  return rail === 'ACH' ? reasons[reason].returnCode : reasons[reason].isoCode
}
