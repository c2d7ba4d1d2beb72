/**
 * An account number for those who may not see it: its last digits, enough to tell one's own accounts apart. Four of them, or half of a
 * number so short that four would give it away.
 */
export function maskedNumber(accountNumber: string): string {
  const characters = Array.from(accountNumber)
  const shown = Math.min(4, Math.floor(characters.length / 2))
  return `****${characters.slice(characters.length - shown).join('')}`
}

/** A record with all account numbers in it masked, at any depth: the texts of fields whose name ends in accountNumber or accountNo. */
export function withMaskedNumbers(record: unknown): unknown {
  if (Array.isArray(record)) return record.map(withMaskedNumbers)
  if (record === null || typeof record !== 'object') return record
  const fields = Object.entries(record).map(([name, value]) => {
    const isNumber = /accountN(?:umber|o)$/i.test(name) && typeof value === 'string' && value !== ''
    return [name, isNumber ? maskedNumber(value) : withMaskedNumbers(value)]
  })
  return Object.fromEntries(fields)
}
