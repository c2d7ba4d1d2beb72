/**
 * The assigned first two digits: Federal Reserve districts (00 is the Treasury), thrifts,
 * electronic transactions, traveler's checks.
 */
const assignedPrefix = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/

/** The weight of each digit in the checksum. */
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/**
 * Whether the text is a well-formed ABA routing number: nine digits, an assigned prefix, and a
 * checksum (weights 3, 7, 1) divisible by ten. Nine zeros have a valid checksum but usually mean an
 * empty field, so they are refused. This does not check that a bank has the number. Source:
 * American Bankers Association, Routing Number Policy.
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  if (!assignedPrefix.test(text)) return false
  return weights.reduce((sum, weight, place) => sum + weight * Number(text[place]), 0) % 10 === 0
}
