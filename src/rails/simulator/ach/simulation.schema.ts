import type { Temporal } from 'temporal-polyfill'
import Type, { type Static } from 'typebox'
import { name, named } from '../../../http/fields.ts'
import { parseAmount } from '../../../kernel/money.ts'
import { timestamp } from '../../../kernel/timestamp.ts'
import { words } from '../../../kernel/words.ts'

const DIRECTIONS = words('SimulatedDirection', ['Credit', 'Debit'])
const SEC_CODES = words('SimulatedSecCode', ['PPD', 'CCD'])

/** What a record of the network can have, in capital letters or not. */
const plain = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[ -~]*[!-~][ -~]*$', description })

const Entry = named(
  'SimulatedAchEntry',
  {
    direction: name(DIRECTIONS, { description: 'Credit: pays the account. Debit: collects from it.' }),
    accountNumber: plain(17, 'The account in the sandbox, or any other number.'),
    amount: Type.String({
      pattern: '^[0-9]{1,8}(\\.[0-9]{1,2})?$',
      description: 'Decimal text in USD, such as 125.50; 0.00 is a prenotification.',
    }),
    receiverName: plain(22, 'The name of the receiver.'),
    companyName: Type.Optional(plain(16, 'Who sends it.')),
    secCode: Type.Optional(name(SEC_CODES, { description: 'PPD by default.' })),
  },
  { additionalProperties: false },
)
export type SimulatedEntry = Omit<Static<typeof Entry>, 'direction' | 'secCode'> & {
  direction: string
  secCode?: string
}

/** The amount of an entry, which its schema has checked, in cents. */
export function centsOf(amount: string): bigint {
  const parsed = parseAmount(amount, 'USD')
  if (!parsed.ok) throw new Error(`${amount} is no amount in USD`)
  return parsed.value
}

export const SimulationBody = named(
  'AchSimulation',
  { entries: Type.Array(Entry, { minItems: 1, maxItems: 100, description: 'The entries of the file.' }) },
  { additionalProperties: false },
)

export const SimulationReply = named('AchSimulationFile', {
  name: Type.String({ description: 'The name of the file that comes in.' }),
  dueAt: Type.String({ description: "When it comes in, by the institution's clock: RFC 3339." }),
})

export const renderSimulation = ({ name: fileName, dueAt }: { name: string; dueAt: Temporal.Instant }) => ({
  name: fileName,
  dueAt: timestamp(dueAt),
})

export const exampleSimulation = {
  entries: [{ direction: 'Credit', accountNumber: '1002003004', amount: '125.50', receiverName: 'Ada Example' }],
}
