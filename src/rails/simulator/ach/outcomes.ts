import type { OriginatedEntry } from './read-origination.ts'

/** What the bank on the other side does with an entry, besides taking it. */
export type Outcome = (
  | { kind: 'return' | 'dishonor'; code: string }
  | { kind: 'correction'; code: string; data: string }
) & {
  /** When its answer comes: the banking day after the entry settles, or too late. */
  timing: 'onTime' | 'late'
  /** Whether the same answer also comes in a second file. */
  isDoubled: boolean
}

/** Beginnings of account numbers whose entries come back, with R and the next two digits. */
const RETURNED = /^998([458])(\d{2})/
/** Those whose entries come back after the time for returns, or in two files. */
const [LATE, DOUBLED] = ['4', '8']
/** Account numbers that begin so are corrected with the C code of the next two digits. */
const CORRECTED = /^9986(\d{2})/
/** Returns of entries for account numbers that begin so are dishonored with the R code. */
const DISHONORED = /^9987(6[1-9]|70)/
/** A file with an entry for an account number that begins so is rejected, when it first comes. */
const REJECTED = /^9989/
/** Where the account of a corrected entry is, and another bank. */
const OTHER_ACCOUNT = '123456789'
const OTHER_ROUTING = '021000021'

/** The magic account numbers (docs/guides/sandbox.md). Undefined for an entry that is taken. */
export function outcomeOf(
  entry: Pick<OriginatedEntry, 'accountNumber' | 'transactionCode' | 'isIat' | 'addenda'>,
): Outcome | undefined {
  const usual = { timing: 'onTime', isDoubled: false } as const
  if (entry.addenda.some((record) => record.startsWith('799'))) {
    // The addenda of a dishonored return of IAT are different again: ours are taken.
    const dishonored = isReturn(entry) && !entry.isIat ? DISHONORED.exec(entry.accountNumber)?.[1] : undefined
    return dishonored === undefined ? undefined : { kind: 'dishonor', code: `R${dishonored}`, ...usual }
  }
  const [, how, returned] = RETURNED.exec(entry.accountNumber) ?? []
  if (returned !== undefined)
    return {
      kind: 'return',
      code: `R${returned}`,
      timing: how === LATE ? 'late' : 'onTime',
      isDoubled: how === DOUBLED,
    }
  // The corrected data of IAT have another form: an entry abroad is returned or taken.
  if (entry.isIat) return undefined
  const corrected = CORRECTED.exec(entry.accountNumber)?.[1]
  const data = corrected === undefined ? undefined : CORRECTIONS[corrected]?.(entry.transactionCode)
  return data === undefined ? undefined : { kind: 'correction', code: `C${corrected}`, data, ...usual }
}

/** Not a contested return, R71 to R77: that one ends the matter. */
const isReturn = ({ addenda }: Pick<OriginatedEntry, 'addenda'>) =>
  addenda.every((record) => !/^799R7[1-7]/.test(record))

/** Why the operator rejects a file with nothing wrong in it; undefined if it does not. */
export function rejectionOf(entries: readonly Pick<OriginatedEntry, 'accountNumber'>[]): string | undefined {
  return entries.some(({ accountNumber }) => REJECTED.test(accountNumber))
    ? 'the file exceeds the limit that the institution has with the operator'
    : undefined
}

/** The corrected data by the number of the C code, in the form of addenda 98 field 36-64. */
const CORRECTIONS: Readonly<Record<string, (transactionCode: string) => string>> = {
  '01': () => OTHER_ACCOUNT,
  '02': () => OTHER_ROUTING,
  '03': () => `${OTHER_ROUTING}   ${OTHER_ACCOUNT}`,
  '05': (code) => otherKind(code),
  '06': (code) => `${OTHER_ACCOUNT.padEnd(17)}   ${otherKind(code)}`,
  '07': (code) => `${OTHER_ROUTING}${OTHER_ACCOUNT.padEnd(17)}${otherKind(code)}`,
}

/** A savings account in place of a demand account, and the other way round. */
const otherKind = (code: string) => `${code[0] === '3' ? '2' : '3'}${code[1]}`
