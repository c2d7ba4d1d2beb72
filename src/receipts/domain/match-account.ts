import type { UnpostedReason } from './unposted-reasons.ts'

/** An account that an item could be meant for. */
export interface ReceivingAccount {
  id: bigint
  customerId: bigint
  customerName: string
  accountNumber: string
  /** Whether its number is one of the institution's own routing number. */
  isOwn: boolean
  status: 'Active' | 'Suspended' | 'Closed'
  isDeleted: boolean
  isCustomerSuspended: boolean
  currency: string
  type: string
  subType: string
}

/** What decides the account of an item. */
export interface NamedReceiver {
  accountNumber: string
  receiverName: string
  direction: 'Credit' | 'Debit'
  currency: string
}

/** The account, and whether it can take the item. Without an account, those it could be. */
export interface Match {
  account: ReceivingAccount | undefined
  reason: UnpostedReason | undefined
  candidates: readonly bigint[]
}

const MAX_CANDIDATES = 5

/** An account number as files have it: letters, digits, hyphens and blanks within. */
const WRITABLE = /^[0-9A-Za-z][0-9A-Za-z -]*$/

/**
 * The numbers under which the account of an item is looked up: first as given, then as people write
 * the same number, without hyphens, blanks and leading zeros, or filled with zeros to `length`.
 */
export function spellingsOf(accountNumber: string, length: number): string[] {
  const given = accountNumber.trim()
  const plain = given.replaceAll(/[ -]/g, '')
  const bare = plain.replace(/^0+(?=.)/, '')
  return [...new Set([given, plain, bare, bare.padStart(length, '0')])].filter((one) => one !== '')
}

/**
 * The account of an item, from those that have one of its spellings. Only an account with exactly
 * the given number takes it: one that differs in hyphens, blanks or leading zeros is a candidate
 * for a person to choose. Of accounts with the number, an open one comes before one that is closed.
 */
export function matchAccount(
  receiver: NamedReceiver,
  found: readonly ReceivingAccount[],
  { matchesNames }: { matchesNames: boolean },
): Match {
  const given = receiver.accountNumber.trim()
  const exact = found
    .filter((account) => account.accountNumber === given && account.isOwn)
    .toSorted((a, b) => Number(isClosed(a)) - Number(isClosed(b)) || Number(b.id - a.id))
  const [account] = exact
  if (account) {
    const reason = objectionTo(receiver, account, matchesNames)
    return { account, reason, candidates: reason === 'OtherName' ? [account.id] : [] }
  }
  const similar = found.filter((one) => !isClosed(one)).map(({ id }) => id)
  const candidates = [...new Set(similar)].slice(0, MAX_CANDIDATES)
  const reason =
    candidates.length > 0 ? 'AccountAmbiguous' : WRITABLE.test(given) ? 'AccountUnknown' : 'AccountNumberInvalid'
  return { account: undefined, reason, candidates }
}

/** Why the account cannot take the item; undefined if it can. */
export function objectionTo(
  { receiverName, direction, currency }: Omit<NamedReceiver, 'accountNumber'>,
  account: ReceivingAccount,
  matchesNames: boolean,
): UnpostedReason | undefined {
  if (isClosed(account)) return 'AccountClosed'
  if (account.isCustomerSuspended) return 'CustomerSuspended'
  if (account.status === 'Suspended') return 'AccountSuspended'
  if (account.currency !== currency) return 'OtherCurrency'
  if (direction === 'Debit' && takesNoDebits(account)) return 'NotATransactionAccount'
  if (matchesNames && !isSameName(receiverName, account.customerName)) return 'OtherName'
  return undefined
}

function isClosed({ status, isDeleted }: ReceivingAccount): boolean {
  return isDeleted || status === 'Closed'
}

function takesNoDebits({ type, subType }: ReceivingAccount): boolean {
  return type === 'LOAN' || subType === 'CD'
}

/**
 * Whether two names have the same words, in any order and without legal forms. An item has at most
 * 22 characters of a name, so its last word may be cut.
 */
export function isSameName(named: string, known: string): boolean {
  const [given, full] = [wordsOf(named), wordsOf(known)]
  if (given.length === 0) return false
  const last = given.at(-1)!
  const isCut = named.trim().length >= 22
  return given.every(
    (word) => full.includes(word) || (isCut && word === last && full.some((one) => one.startsWith(last))),
  )
}

const LEGAL_FORMS = new Set(['INC', 'LLC', 'LTD', 'CO', 'CORP', 'LP', 'LLP', 'PLC', 'THE'])

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toUpperCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '' && !LEGAL_FORMS.has(word))
}
