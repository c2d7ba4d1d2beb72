/** The Standard Entry Class codes of the NACHA rules (batch header 51-53). */
export const SEC_CODES = [
  'ACK', // acknowledgment of a CCD credit
  'ADV', // automated accounting advice
  'ARC', // accounts receivable check
  'ATX', // acknowledgment of a CTX credit
  'BOC', // back office conversion of a check
  'CCD', // corporate credit or debit
  'CIE', // customer-initiated credit
  'COR', // notification of change
  'CTX', // corporate trade exchange
  'DNE', // death notification
  'ENR', // automated enrollment
  'IAT', // international
  'MTE', // machine transfer
  'POP', // point-of-purchase check
  'POS', // point of sale
  'PPD', // prearranged payment or deposit
  'RCK', // re-presented check
  'SHR', // shared network
  'TEL', // authorized by telephone
  'TRC', // truncated check
  'TRX', // truncated checks exchange
  'WEB', // authorized over the internet
  'XCK', // destroyed check
] as const

export type SecCode = (typeof SEC_CODES)[number]
