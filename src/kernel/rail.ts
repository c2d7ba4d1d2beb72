import { words } from './words.ts'

/**
 * The networks that carry payments. A payment between two accounts of the institution needs none:
 * it is a book transfer.
 */
export const RAILS = words('Rail', ['ACH', 'FEDWIRE', 'RTP', 'FEDNOW', 'SWIFT'])
export type Rail = (typeof RAILS)[number]

/** Of an account: a credit adds to it, a debit takes from it. */
export const ENTRY_DIRECTIONS = words('EntryDirection', ['Credit', 'Debit'])

/** How a payment goes: over a rail, or between two accounts of the institution. */
export const DELIVERY_METHODS = words('DeliveryMethod', [...RAILS, 'BOOK'])

/** The rails that carry each payment as a message. ACH collects payments into files. */
export const MESSAGE_RAILS = words(
  'MessageRail',
  RAILS.filter((rail) => rail !== 'ACH'),
)

export function isMessageRail(rail: string): rail is Exclude<Rail, 'ACH'> {
  return (MESSAGE_RAILS as readonly string[]).includes(rail)
}

/** A credit pays the receiver; a debit collects from it. Only ACH carries debits. */
export const ENTRY_TYPES = words('EntryType', ['CREDIT', 'DEBIT'])
export type EntryType = (typeof ENTRY_TYPES)[number]

/** The service level that the sender requests. It selects the rail. */
export const SPEEDS = words('Speed', ['Economy', 'Economy Plus', 'Express', 'Instant', 'SPOT', 'ON', 'TN'])
export type Speed = (typeof SPEEDS)[number]

/** The ACH speeds: a later day, and same day. */
export const ACH_SPEEDS = words('AchSpeed', ['Economy', 'Economy Plus']) satisfies readonly Speed[]

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

/** Domestic wires use Fedwire, international wires use SWIFT. */
export const WIRE_TYPES = words('WireType', ['Domestic', 'International'])
export type WireType = (typeof WIRE_TYPES)[number]

export const railOfWire: Readonly<Record<WireType, Rail>> = { Domestic: 'FEDWIRE', International: 'SWIFT' }

/** Undefined for a payment that is not a wire. */
export function wireTypeOf(rail: string): WireType | undefined {
  return WIRE_TYPES.find((type) => railOfWire[type] === rail)
}
