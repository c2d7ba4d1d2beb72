import Type, { type Static } from 'typebox'
import { AddressSchema, name, named } from '../http/fields.ts'
import { RAILS } from '../kernel/rail.ts'
import type { ListedBank } from './banks.store.ts'

export const BankParams = Type.Object({
  routingNumber: Type.String({
    pattern: '^([0-9]{9}|[A-Za-z0-9]{8}([A-Za-z0-9]{3})?)$',
    description: 'An ABA routing number, or a BIC.',
  }),
})

const date = (description: string) => Type.String({ format: 'date', description })

export const BankReply = named('Bank', {
  routingNumber: Type.String({ description: 'The routing number; for a BIC, its eleven characters.' }),
  name: Type.String(),
  addresses: Type.Array(AddressSchema, { description: 'The addresses that the lists have, without repetitions.' }),
  phoneNumber: Type.Optional(Type.String()),
  newRoutingNumber: Type.Optional(
    Type.String({ description: 'The routing number that replaces this one, after a merger.' }),
  ),
  services: Type.Array(Type.String(), {
    description: 'The rails over which the bank takes payments: ACH, FEDWIRE, FEDNOW, RTP, SWIFT.',
  }),
  directories: Type.Array(
    Type.Object({
      rail: name(RAILS),
      listedOn: date('The date of the list.'),
      takesPayments: Type.Boolean({ description: 'Whether the list says that the bank takes payments.' }),
      requestsForPayment: Type.Optional(Type.Boolean({ description: 'Whether it takes requests for payment.' })),
    }),
    { description: 'What each list that names the bank says of it.' },
  ),
})

/** The lists of a bank in one: the name is that of the first list. There is at least one. */
export function renderBank(listed: readonly ListedBank[]): Static<typeof BankReply> {
  const addresses = listed.flatMap(({ details }) => (details.address ? [details.address] : []))
  const first = <Key extends 'phoneNumber' | 'newRoutingNumber'>(key: Key) =>
    listed.find(({ details }) => details[key] !== undefined)?.details[key]
  return {
    routingNumber: listed[0]!.bankId,
    name: listed[0]!.name,
    addresses: [...new Map(addresses.map((address) => [JSON.stringify(address), address])).values()],
    phoneNumber: first('phoneNumber'),
    newRoutingNumber: first('newRoutingNumber'),
    services: listed.filter(({ takesPayments }) => takesPayments).map(({ rail }) => rail),
    directories: listed.map(({ rail, listedOn, takesPayments, details: { requestsForPayment } }) => {
      return { rail, listedOn, takesPayments, requestsForPayment }
    }),
  }
}

export const exampleBank = {
  routingNumber: '021000021',
  name: 'First Example Bank',
  addresses: [
    { addressLine1: '1 Harbor Plaza', city: 'New York', state: 'NY', postalCode: '10004', countryCode: 'US' },
  ],
  phoneNumber: '2125550100',
  services: ['ACH', 'FEDWIRE'],
  directories: [
    { rail: 'ACH', listedOn: '2026-07-01', takesPayments: true },
    { rail: 'FEDWIRE', listedOn: '2026-07-01', takesPayments: true },
  ],
}
