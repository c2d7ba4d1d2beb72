/**
 * What an item of a file is: the entry of a payment, the entry that reverses one, or of a receipt
 * its return or its contested return, or what answers another bank's return or notification of
 * change, or a prenotification.
 */
export const DEPARTURE_KINDS = ['Entry', 'Reversal', 'Return', 'Contest', 'Dishonor', 'Refusal', 'Prenote'] as const
export type DepartureKind = (typeof DEPARTURE_KINDS)[number]
