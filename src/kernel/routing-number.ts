/**
 * The first two digits that are assigned: Federal Reserve districts (00 the Treasury), thrifts, electronic, traveller's
 * cheques.
 */
const assignedPrefix = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/

/** The weight of each digit in the check sum. */
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]

/**
 * Whether the text can be an ABA routing number: nine digits, an assigned prefix, and a check sum (weights 3, 7, 1)
 * that ten divides. Nine zeros pass the sum, but are what an empty field looks like, and are refused. Whether a bank
 * has the number is not known here. Source: American Bankers Association, Routing Number Policy.
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  if (!assignedPrefix.test(text)) return false
  return weights.reduce((sum, weight, place) => sum + weight * Number(text[place]), 0) % 10 === 0
}
