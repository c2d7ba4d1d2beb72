import Type, { type Static } from 'typebox'
import { mustBeName, name } from '../http/fields.ts'
import { type DebitSettings, debitsOf, FEES_OF_DEBITS, type InstitutionSettings } from '../institution/institution.ts'

export const DebitsField = Type.Object(
  {
    feesFrom: Type.Optional(
      name(FEES_OF_DEBITS, {
        description:
          'Account: the fees of a debit are held on the account of the customer. Proceeds: they come out of what the debit collects, when it settles.',
      }),
    ),
  },
  { additionalProperties: false },
)
type DebitsField = Static<typeof DebitsField>

export const DebitsReply = Type.Object({ feesFrom: Type.String() })

export function parseDebits({ feesFrom }: DebitsField): Partial<DebitSettings> {
  return { ...(feesFrom !== undefined && { feesFrom: mustBeName(FEES_OF_DEBITS, feesFrom) }) }
}

export function renderDebits(settings: Pick<InstitutionSettings, 'debits'>): Static<typeof DebitsReply> {
  return debitsOf(settings)
}
