/** Nacha entry detail 13-29. */
export const ACH_ACCOUNT_NUMBER_LENGTH = 17

/** Why ACH cannot carry an account number: it is too long, or all zeros. */
export type AchFault = 'none' | 'tooLong' | 'zeros'

export function achFaultOf(accountNumber: string): AchFault {
  if (accountNumber.length > ACH_ACCOUNT_NUMBER_LENGTH) return 'tooLong'
  return /^0+$/.test(accountNumber) ? 'zeros' : 'none'
}
