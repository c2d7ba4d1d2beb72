/**
 * A masked account number: only its last four digits, enough to tell a customer's own accounts
 * apart. A number of less than eight digits shows only half of them. What is masked stays as it is.
 */
export function maskedNumber(accountNumber: string): string {
  if (accountNumber.startsWith('****')) return accountNumber
  const characters = Array.from(accountNumber)
  const shown = Math.min(4, Math.floor(characters.length / 2))
  return `****${characters.slice(characters.length - shown).join('')}`
}

/** What a reader may see in full. */
export interface NumberView {
  showsNumbers: boolean
  showsTaxIds: boolean
}

export const MASKED: NumberView = { showsNumbers: false, showsTaxIds: false }

/**
 * The record with the account numbers and tax ids masked that the reader may not see, at any depth:
 * the texts of fields whose name ends in accountNumber or accountNo, or in taxId, and a customerId
 * that is the number of an account.
 */
export function withMaskedNumbers<Value>(record: Value, view: NumberView = MASKED): Value {
  if (view.showsNumbers && view.showsTaxIds) return record
  return maskIn(record, view) as Value
}

function maskIn(record: unknown, view: NumberView): unknown {
  if (Array.isArray(record)) return record.map((one) => maskIn(one, view))
  if (record === null || typeof record !== 'object' || !isPlain(record)) return record
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, maskField(record, name, value, view)]))
}

/** A moment or a day writes itself, and has no fields. */
function isPlain(record: object): boolean {
  const prototype = Object.getPrototypeOf(record)
  return prototype === null || prototype === Object.prototype
}

function maskField(record: object, name: string, value: unknown, view: NumberView): unknown {
  if (typeof value !== 'string' || value === '') return maskIn(value, view)
  const says = name === 'customerId' && isAccountNumber(record) ? 'accountNumber' : name
  return isHidden(says, view) ? maskedNumber(value) : value
}

/** Whether the customer of an exchange is named by an account: a demand deposit account. */
function isAccountNumber(record: object): boolean {
  return 'customerIdType' in record && record.customerIdType === 'DDA'
}

function isHidden(name: string, { showsNumbers, showsTaxIds }: NumberView): boolean {
  if (/accountN(?:umber|o)$/i.test(name)) return !showsNumbers
  return /taxId$/i.test(name) && !showsTaxIds
}
