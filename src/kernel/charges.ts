import { words } from './words.ts'

/**
 * Who pays the charges of the banks on the way of a payment: the sender all (OUR), the receiver all
 * (BEN), or each those of its own bank (SHA).
 */
export const CHARGES = words('DetailsOfCharges', ['OUR', 'BEN', 'SHA'])
export type Charges = (typeof CHARGES)[number]
