import type { ContactCorrection } from '../../contacts/contacts.ts'
import { endsInCheckDigit } from '../../rails/rails.ts'

/**
 * What a notification of change says, for the contact of the payment, or why it cannot be right.
 */
export type ReadCorrection =
  | { ok: true; correction: ContactCorrection }
  | { ok: false; why: 'person'; text: string }
  | { ok: false; why: 'refused'; code: string; text: string }

type Part = 'accountNumber' | 'routingNumber' | 'transactionCode' | 'name'

/** Where corrected data are in their field, from 1 (Nacha Operating Rules, Appendix Five). */
const PARTS: Readonly<Record<string, readonly [part: Part, start: number, length: number][]>> = {
  C01: [['accountNumber', 1, 17]],
  C02: [['routingNumber', 1, 9]],
  C03: [
    ['routingNumber', 1, 9],
    ['accountNumber', 13, 17],
  ],
  C04: [['name', 1, 22]],
  C05: [['transactionCode', 1, 2]],
  C06: [
    ['accountNumber', 1, 17],
    ['transactionCode', 21, 2],
  ],
  C07: [
    ['routingNumber', 1, 9],
    ['accountNumber', 10, 17],
    ['transactionCode', 27, 2],
  ],
}

/**
 * Reads the corrected data of a notification of change. What cannot be right is refused: C65 for
 * data in another form, C69 for a transaction code that does not exist.
 */
export function readCorrection(code: string, data: string): ReadCorrection {
  const parts = PARTS[code]
  if (!parts) return { ok: false, why: 'person', text: `${code} corrects no details of a contact` }
  const correction: ContactCorrection = {}
  for (const [part, start, length] of parts) {
    const value = data.slice(start - 1, start - 1 + length).trim()
    const refused = refuse(part, value)
    if (refused) return { ok: false, why: 'refused', ...refused }
    if (part !== 'transactionCode') correction[part] = value
    else {
      const accountType = ACCOUNT_TYPE[value[0]!]
      if (!accountType)
        return {
          ok: false,
          why: 'person',
          text: `transaction code ${value} is for an account that contacts do not have`,
        }
      correction.accountType = accountType
    }
  }
  return { ok: true, correction }
}

/** The first digit of a transaction code: demand and savings accounts. */
const ACCOUNT_TYPE: Readonly<Record<string, 'Checking' | 'Savings'>> = { '2': 'Checking', '3': 'Savings' }

function refuse(part: Part, value: string): { code: string; text: string } | undefined {
  if (part === 'routingNumber' && !endsInCheckDigit(value))
    return { code: 'C65', text: 'the corrected routing number has not nine digits with a valid check digit' }
  if (part === 'accountNumber' && !/^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(value))
    return { code: 'C65', text: 'the corrected account number is missing or has other characters' }
  if (part === 'name' && value === '') return { code: 'C65', text: 'the corrected name is missing' }
  if (part === 'transactionCode' && !/^[2-5][2-9]$/.test(value))
    return { code: 'C69', text: 'the corrected transaction code does not exist' }
  return undefined
}
