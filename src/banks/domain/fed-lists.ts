import { accept, type Result, refuse } from '../../kernel/result.ts'
import { isRoutingNumber } from '../../kernel/routing-number.ts'
import type { Participant } from './participant.ts'

/** The positions of a field, as the Federal Reserve counts them: from 1, the last included. */
type Positions = readonly [first: number, last: number]

/** E-Payments Routing Directory, FedACH directory file format (155 positions). */
const FEDACH = {
  routingNumber: [1, 9],
  newRoutingNumber: [27, 35],
  name: [36, 71],
  address: [72, 107],
  city: [108, 127],
  state: [128, 129],
  zip: [130, 134],
  zipExtension: [135, 138],
  phone: [139, 148],
  status: [149, 149],
} as const satisfies Record<string, Positions>

/** Trailing blanks and the filler may be missing: the last field that counts is the status. */
const FEDACH_LENGTHS = [149, 155] as const

/** E-Payments Routing Directory, Fedwire directory file format (101 positions). */
const FEDWIRE = {
  routingNumber: [1, 9],
  name: [28, 63],
  state: [64, 65],
  city: [66, 90],
  fundsTransfer: [91, 91],
  settlementOnly: [92, 92],
} as const satisfies Record<string, Positions>

const FEDWIRE_LENGTHS = [91, 101] as const

const NO_ROUTING_NUMBER = '000000000'

/**
 * Reads a line of the FedACH participant list. Status 1 means that the institution receives
 * entries.
 */
export function parseFedAchLine(line: string): Result<Participant, string> {
  const wrong = wrongLength(line, FEDACH_LENGTHS)
  if (wrong) return refuse(wrong)
  const field = (name: keyof typeof FEDACH) => cut(line, FEDACH[name])
  const [bankId, replacement] = [field('routingNumber'), field('newRoutingNumber')]
  if (!isRoutingNumber(bankId)) return refuse(notRoutingNumber(FEDACH.routingNumber, bankId))
  if (replacement !== '' && replacement !== NO_ROUTING_NUMBER && !isRoutingNumber(replacement))
    return refuse(notRoutingNumber(FEDACH.newRoutingNumber, replacement))
  if (field('name') === '') return refuse('the name, positions 36 to 71, is blank')
  const zip = [field('zip'), field('zipExtension')].filter((part) => part !== '' && part !== '0000').join('-')
  return accept({
    bankId,
    name: field('name'),
    takesPayments: field('status') === '1',
    details: {
      address: {
        ...given('addressLine1', field('address')),
        ...given('city', field('city')),
        ...given('state', field('state')),
        ...given('postalCode', zip),
        countryCode: 'US',
      },
      ...given('phoneNumber', field('phone')),
      ...(replacement !== NO_ROUTING_NUMBER && given('newRoutingNumber', replacement)),
    },
  })
}

/**
 * Reads a line of the Fedwire participant list. A settlement-only participant takes no customer
 * transfers.
 */
export function parseFedwireLine(line: string): Result<Participant, string> {
  const wrong = wrongLength(line, FEDWIRE_LENGTHS)
  if (wrong) return refuse(wrong)
  const field = (name: keyof typeof FEDWIRE) => cut(line, FEDWIRE[name])
  const bankId = field('routingNumber')
  if (!isRoutingNumber(bankId)) return refuse(notRoutingNumber(FEDWIRE.routingNumber, bankId))
  if (field('name') === '') return refuse('the name, positions 28 to 63, is blank')
  if (!/^[YN]$/.test(field('fundsTransfer')))
    return refuse(`the funds transfer status, position 91, is Y or N, not "${field('fundsTransfer')}"`)
  return accept({
    bankId,
    name: field('name'),
    takesPayments: field('fundsTransfer') === 'Y' && field('settlementOnly') !== 'S',
    details: {
      address: { ...given('city', field('city')), ...given('state', field('state')), countryCode: 'US' },
    },
  })
}

function cut(line: string, [first, last]: Positions): string {
  return line.slice(first - 1, last).trim()
}

function wrongLength({ length }: string, [least, most]: readonly [number, number]): string | undefined {
  return length < least || length > most
    ? `the line has ${length} positions, not ${most}: this is another file, or the line is cut`
    : undefined
}

function notRoutingNumber([first, last]: Positions, text: string): string {
  return `positions ${first} to ${last} have "${text}", which is not a routing number`
}

function given<Key extends string>(key: Key, text: string): { [Name in Key]?: string } {
  return text === '' ? {} : ({ [key]: text } as { [Name in Key]?: string })
}
