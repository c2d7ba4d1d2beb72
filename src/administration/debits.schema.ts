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
    fundsAvailability: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10,
        description:
          'On which banking day after its settlement the proceeds of a debit are available; 0, the default, at once. Until then they are in the ledger balance, and held. A customer can have its own: debitFundsAvailability.',
      }),
    ),
  },
  { additionalProperties: false },
)
type DebitsField = Static<typeof DebitsField>

export const DebitsReply = Type.Object({
  feesFrom: Type.String(),
  returnReservePercent: Type.Integer(),
  fundsAvailability: Type.Integer(),
})

export function parseDebits({ feesFrom, ...others }: DebitsField): Partial<DebitSettings> {
  return { ...others, ...(feesFrom !== undefined && { feesFrom: mustBeName(FEES_OF_DEBITS, feesFrom) }) }
}

export function renderDebits(settings: Pick<InstitutionSettings, 'debits'>): Static<typeof DebitsReply> {
  return debitsOf(settings)
}
