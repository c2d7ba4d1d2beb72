/**
 * Transaction codes (entry detail 02-03). The first digit is the account: 2 demand, 3 savings, 4
 * general ledger, 5 loan, 8 accounting advice. The second digit is the action: 1 return or NOC of a
 * credit, 2 credit, 3 prenotification of a credit, 4 zero-dollar credit with remittance data; 6, 7,
 * 8 and 9 are the same for debits.
 */
export const TRANSACTION_CODES = [
  ...['21', '22', '23', '24', '26', '27', '28', '29'],
  ...['31', '32', '33', '34', '36', '37', '38', '39'],
  ...['41', '42', '43', '44', '46', '47', '48', '49'],
  ...['51', '52', '53', '54', '55', '56'], // 55 is a reversing debit, 56 its return; a loan has no other debits
] as const

/** Codes of accounting advices, valid only in an ADV batch. */
export const ADV_TRANSACTION_CODES = ['81', '82', '83', '84', '85', '86', '87', '88'] as const

/** The side of the control totals on which an entry counts. A return counts on its entry's side. */
export function sideOf(transactionCode: string): 'credit' | 'debit' {
  const action = Number(transactionCode[1])
  if (transactionCode[0] === '8') return action % 2 === 1 ? 'credit' : 'debit'
  return action <= 4 ? 'credit' : 'debit'
}

/** Whether the code is for a return or a notification of change, which need addenda 99 or 98. */
export function isReturnOrChange(transactionCode: string): boolean {
  return /^[2-4][16]$|^5[16]$/.test(transactionCode)
}

/**
 * Whether the entry moves no money: a prenotification, or a zero-dollar entry with remittance data.
 */
export function movesNoMoney(transactionCode: string): boolean {
  return /^[2-5][3489]$/.test(transactionCode)
}
