/**
 * An account number for those who may not see it: its last digits, enough to tell one's own accounts apart. Four of them, or half of a
 * number so short that four would give it away.
 */
export function maskedNumber(accountNumber: string): string {
  const shown = Math.min(4, Math.floor(accountNumber.length / 2))
  return `****${accountNumber.slice(accountNumber.length - shown)}`
}
