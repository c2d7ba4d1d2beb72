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
    returnReservePercent: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description:
          'How many percent of a settled consumer debit count in the debitExposureLimit of the account, from the third banking day after settlement until it can no longer come back as unauthorized.',
      }),
    ),
  },
  { additionalProperties: false },
)
type DebitsField = Static<typeof DebitsField>

export const DebitsReply = Type.Object({ feesFrom: Type.String(), returnReservePercent: Type.Integer() })

export function parseDebits({ feesFrom, ...others }: DebitsField): Partial<DebitSettings> {
  return { ...others, ...(feesFrom !== undefined && { feesFrom: mustBeName(FEES_OF_DEBITS, feesFrom) }) }
}

export function renderDebits(settings: Pick<InstitutionSettings, 'debits'>): Static<typeof DebitsReply> {
  return debitsOf(settings)
}
