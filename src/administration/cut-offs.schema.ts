import Type, { type Static } from 'typebox'
import { CurrencyField, mustBeName, name } from '../http/fields.ts'
import { type CutOffs, cutOffsOf, type InstitutionSettings } from '../institution/institution.ts'
import { currencyOf } from '../kernel/currency.ts'
import { ON_MISSED_CUT_OFF } from '../kernel/cut-off.ts'

const strict = { additionalProperties: false }
const time = (description: string) => Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description })

export const CutOffsField = Type.Object(
  {
    marginMinutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 480,
        description: "How long before a network's cut-off the institution's cut-off is.",
      }),
    ),
    swift: Type.Optional(time("The last time for SWIFT payments of a day: HH:MM in the institution's time zone.")),
    swiftByCurrency: Type.Optional(
      Type.Array(
        Type.Object(
          {
            currency: CurrencyField,
            time: time("The last time for SWIFT payments that deliver it: HH:MM in the institution's time zone."),
          },
          strict,
        ),
        { maxItems: 200, description: 'Currencies with their own cut-off, all of them. Other currencies have swift.' },
      ),
    ),
    onMissed: Type.Optional(
      name(ON_MISSED_CUT_OFF, {
        description:
          'What becomes of a payment that misses its cut-off, unless onMissedCutOff of its request or customer says.',
      }),
    ),
  },
  strict,
)
type CutOffsField = Static<typeof CutOffsField>

export const CutOffsReply = Type.Object({
  marginMinutes: Type.Integer(),
  swift: Type.String(),
  swiftByCurrency: Type.Array(Type.Object({ currency: Type.String(), time: Type.String() })),
  onMissed: Type.String(),
})

/** Currencies that do not exist, or are named twice. */
export function faultsOfCutOffs({ swiftByCurrency = [] }: CutOffsField = {}): string[] {
  const currencies = swiftByCurrency.map(({ currency }) => currency)
  return currencies.flatMap((currency, index) => {
    if (currencies.indexOf(currency) < index) return [`cutOffs.swiftByCurrency names ${currency} twice`]
    if (currencyOf(currency)) return []
    return [`cutOffs.swiftByCurrency.${index}.currency: ${currency} is not a known currency`]
  })
}

export function parseCutOffs({ swiftByCurrency, onMissed, ...others }: CutOffsField): Partial<CutOffs> {
  return {
    ...others,
    ...(onMissed !== undefined && { onMissed: mustBeName(ON_MISSED_CUT_OFF, onMissed) }),
    ...(swiftByCurrency && {
      swiftByCurrency: Object.fromEntries(swiftByCurrency.map(({ currency, time }) => [currency, time])),
    }),
  }
}

export function renderCutOffs(settings: Pick<InstitutionSettings, 'cutOffs'>): Static<typeof CutOffsReply> {
  const { swiftByCurrency, ...others } = cutOffsOf(settings)
  const times = Object.entries(swiftByCurrency).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { ...others, swiftByCurrency: times.map(([currency, time]) => ({ currency, time })) }
}
