/**
 * The networks that carry payments. A payment between two accounts of the institution needs none:
 * it is a book transfer.
 */
export const RAILS = ['ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'] as const
export type Rail = (typeof RAILS)[number]

/** The rails that carry each payment as a message. ACH collects payments into files. */
export const MESSAGE_RAILS = RAILS.filter((rail) => rail !== 'ACH')

/** A credit pays the receiver; a debit collects from it. Only ACH carries debits. */
export const ENTRY_TYPES = ['CREDIT', 'DEBIT'] as const
export type EntryType = (typeof ENTRY_TYPES)[number]

/** The service level that the sender requests. It selects the rail. */
export const SPEEDS = ['Economy', 'Economy Plus', 'Express', 'Instant', 'SPOT', 'ON', 'TN'] as const
export type Speed = (typeof SPEEDS)[number]

/** The ACH speeds: a later day, and same day. */
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

/** The domestic rails carry only US dollars, between banks with a routing number. */
export function isDomestic(rail: Rail): boolean {
  return rail !== 'SWIFT'
}

/**
 * The maximum amount of one payment on a rail, in cents; undefined if the rail sets none. Source:
 * the operating rules of each network.
 */
export function largestPayment(rail: Rail, speed: Speed): bigint | undefined {
  switch (rail) {
    case 'ACH':
      // Nacha Operating Rules, Same Day ACH per-payment limit. An entry's amount field has ten
      // digits.
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

/** Domestic wires use Fedwire, international wires use SWIFT. */
export const WIRE_TYPES = ['Domestic', 'International'] as const
export type WireType = (typeof WIRE_TYPES)[number]

export const railOfWire: Readonly<Record<WireType, Rail>> = { Domestic: 'FEDWIRE', International: 'SWIFT' }

/** Undefined for a payment that is not a wire. */
export function wireTypeOf(rail: string): WireType | undefined {
  return WIRE_TYPES.find((type) => railOfWire[type] === rail)
}
