/** The networks money leaves by. A payment between two accounts of the institution needs none: it is a book transfer. */
export const RAILS = ['ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'] as const
export type Rail = (typeof RAILS)[number]

/** The rails that carry payments one by one, as messages; ACH collects them into files. */
export const MESSAGE_RAILS = RAILS.filter((rail) => rail !== 'ACH')

/** Which way a payment moves money: a credit pays the receiver, a debit collects from it. Only ACH carries debits. */
export const ENTRY_TYPES = ['CREDIT', 'DEBIT'] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

/** What the sender asks for; the rail follows from it. */
export const SPEEDS = ['Economy', 'Economy Plus', 'Express', 'Instant', 'SPOT', 'ON', 'TN'] as const
export type Speed = (typeof SPEEDS)[number]

/** The speeds that ACH carries: on the next days, and on the same day. */
export const ACH_SPEEDS = ['Economy', 'Economy Plus'] as const satisfies readonly Speed[]

export function railOf(speed: Speed, instantNetwork: 'RTP' | 'FEDNOW'): Rail {
  switch (speed) {
    case 'Economy':
    case 'Economy Plus':
      return 'ACH'
    case 'Express':
      return 'FEDWIRE'
    case 'Instant':
      return instantNetwork
    case 'SPOT':
    case 'ON':
    case 'TN':
      return 'SWIFT'
  }
}

/** The domestic rails carry US dollars only, between banks that have a routing number. */
export function isDomestic(rail: Rail): boolean {
  return rail !== 'SWIFT'
}

/** The most a rail carries in one payment, in cents; undefined where it sets no bound. Source: the operating rules of each network. */
export function largestPayment(rail: Rail, speed: Speed): bigint | undefined {
  switch (rail) {
    case 'ACH':
      // Nacha Operating Rules, Same Day ACH per-payment limit. An entry's amount field has ten digits.
      return speed === 'Economy Plus' ? 1_000_000_00n : 99_999_999_99n
    case 'RTP':
    case 'FEDNOW':
      return 10_000_000_00n
    case 'FEDWIRE':
      return 9_999_999_999_99n
    case 'SWIFT':
      return undefined
  }
}

/** Wires within the country go by Fedwire, those abroad by SWIFT. */
export const WIRE_TYPES = ['Domestic', 'International'] as const
export type WireType = (typeof WIRE_TYPES)[number]

export const railOfWire: Readonly<Record<WireType, Rail>> = { Domestic: 'FEDWIRE', International: 'SWIFT' }

/** Undefined for a payment that is no wire. */
export function wireTypeOf(rail: string): WireType | undefined {
  return WIRE_TYPES.find((type) => railOfWire[type] === rail)
}
