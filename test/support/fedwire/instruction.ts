import { Temporal } from 'temporal-polyfill'
import type { Instruction } from '../../../src/rails/network.ts'
import { OTHER_BANK } from './operator.ts'

/** A routing number of the institution, for messages without a database. */
export const OUR_BANK = '011000015'

/** A payment of a customer with everything that it can say. */
export function instructionOf(changes: Partial<Instruction> = {}): Instruction {
  const address = {
    streetName: 'Main Street',
    buildingNumber: '1',
    postCode: '10001',
    townName: 'New York',
    countrySubDivision: 'NY',
    country: 'US',
  }
  return {
    paymentId: '0197a3f2-0000-7000-8000-000000000001',
    rail: 'FEDWIRE',
    uetr: '8a562c67-ca16-48ba-b074-65581be6f011',
    endToEndId: 'INV-2026-7',
    amount: 1_250_00n,
    currency: 'USD',
    valueDate: Temporal.PlainDate.from('2026-03-10'),
    chargeBearer: 'SHAR',
    debtor: { name: 'Ada Lovelace', address, identification: '12-3456789' },
    debtorAccount: { number: '123456789012', isIban: false },
    ultimateDebtor: { name: 'Analytical Engines Ltd', address },
    debtorBank: { routingNumber: OUR_BANK, bic: 'GIROUS33', name: 'Giro Bank', address },
    creditor: { name: 'Grace Hopper', address: { ...address, lines: ['Suite 5'] } },
    creditorAccount: { number: '999888', isIban: false },
    ultimateCreditor: { name: 'COBOL Inc', address },
    creditorBank: { routingNumber: OTHER_BANK, name: 'Other Bank' },
    remittance: ['Invoice 7'],
    instructionForCreditorBank: 'Call on arrival',
    instructionForNextBank: 'From the sender',
    purpose: 'P-1',
    categoryPurpose: '1000',
    ...changes,
  }
}
