/**
 * A masked account number: only its last four digits, enough to tell a customer's own accounts
 * apart. A number of less than eight digits shows only half of them.
 */
export function maskedNumber(accountNumber: string): string {
  const characters = Array.from(accountNumber)
  const shown = Math.min(4, Math.floor(characters.length / 2))
  return `****${characters.slice(characters.length - shown).join('')}`
}

/**
 * The record with all account numbers masked, at any depth: the texts of fields whose name ends in
 * accountNumber or accountNo.
 */
export function withMaskedNumbers(record: unknown): unknown {
  if (Array.isArray(record)) return record.map(withMaskedNumbers)
  if (record === null || typeof record !== 'object') return record
  const fields = Object.entries(record).map(([name, value]) => {
    const isNumber = /accountN(?:umber|o)$/i.test(name) && typeof value === 'string' && value !== ''
    return [name, isNumber ? maskedNumber(value) : withMaskedNumbers(value)]
  })
  return Object.fromEntries(fields)
}
