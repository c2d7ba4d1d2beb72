import Type, { type Static } from 'typebox'
import { AccountNumberField } from '../contacts/contacts.ts'
import { CurrencyField, mustBeName, name, text } from '../http/fields.ts'
import {
  CORRESPONDENT_DEFAULTS,
  type Correspondent,
  type InstitutionSettings,
  SETTLEMENT_METHODS,
} from '../institution/institution.ts'
import { isBic } from '../kernel/bic.ts'
import { CHARGES } from '../kernel/charges.ts'
import { currencyOf } from '../kernel/currency.ts'
import { isIban, plainAccountNumber } from '../kernel/iban.ts'

const CorrespondentField = Type.Object(
  {
    currency: CurrencyField,
    bic: text(11, { description: "The BIC of the bank that keeps the institution's account." }),
    name: Type.Optional(text(140)),
    accountNumber: Type.String({
      ...AccountNumberField,
      description: "The institution's account there: an IBAN, or the bank's own number.",
    }),
    settlementMethod: Type.Optional(
      name(SETTLEMENT_METHODS, {
        description:
          "Serial, the default: one message goes from bank to bank. Cover: the message goes to the beneficiary's bank, and the money through the correspondents.",
      }),
    ),
    charges: Type.Optional(
      Type.Array(name(CHARGES), {
        minItems: 1,
        maxItems: CHARGES.length,
        description: 'The detailsOfCharges that the correspondent takes. Default: all.',
      }),
    ),
    answerDays: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10,
        description:
          'After how many business days of the currency a payment without an answer is an exception. Default: 2.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const CorrespondentsField = Type.Array(CorrespondentField, {
  maxItems: 200,
  description:
    'The bank through which the institution pays and is paid in each currency by SWIFT: all of them, at most one per currency.',
})
type CorrespondentsField = Static<typeof CorrespondentsField>

export const CorrespondentsReply = Type.Array(
  Type.Object({
    currency: Type.String(),
    bic: Type.String(),
    name: Type.Optional(Type.String()),
    accountNumber: Type.String(),
    settlementMethod: name(SETTLEMENT_METHODS),
    charges: Type.Array(Type.String()),
    answerDays: Type.Integer(),
  }),
)

/** Currencies that do not exist or are named twice, and banks and accounts that cannot exist. */
export function faultsOfCorrespondents(correspondents: CorrespondentsField = []): string[] {
  const currencies = correspondents.map(({ currency }) => currency)
  return correspondents.flatMap(({ currency, bic, accountNumber }, index) => {
    const field = `correspondents.${index}`
    const faults: string[] = []
    if (currencies.indexOf(currency) < index) faults.push(`correspondents names ${currency} twice`)
    if (!currencyOf(currency)) faults.push(`${field}.currency: ${currency} is not a known currency`)
    if (!isBic(bic)) faults.push(`${field}.bic must be a BIC of 8 or 11 characters`)
    const number = plainAccountNumber(accountNumber)
    if (/^[A-Z]{2}\d{2}/i.test(number) && !isIban(number.toUpperCase()))
      faults.push(`${field}.accountNumber must be an IBAN with valid check digits, because it begins as one`)
    return faults
  })
}

export function parseCorrespondents(correspondents: CorrespondentsField): Correspondent[] {
  return correspondents
    .map(({ bic, accountNumber, settlementMethod, charges, ...given }) => {
      const terms = charges?.map((one) => mustBeName(CHARGES, one)) ?? CORRESPONDENT_DEFAULTS.charges
      return {
        ...CORRESPONDENT_DEFAULTS,
        ...given,
        bic: bic.toUpperCase(),
        accountNumber: plainAccountNumber(accountNumber),
        ...(settlementMethod && { settlementMethod: mustBeName(SETTLEMENT_METHODS, settlementMethod) }),
        charges: CHARGES.filter((one) => terms.includes(one)),
      }
    })
    .toSorted(({ currency: one }, { currency: other }) => (one < other ? -1 : 1))
}

export function renderCorrespondents({
  correspondents = [],
}: Pick<InstitutionSettings, 'correspondents'>): Static<typeof CorrespondentsReply> {
  return correspondents.map(({ charges, ...correspondent }) => ({ ...correspondent, charges: [...charges] }))
}

export const exampleCorrespondents = [
  {
    currency: 'EUR',
    bic: 'DEUTDEFF',
    accountNumber: 'DE89370400440532013000',
    settlementMethod: 'Serial',
    charges: ['OUR', 'SHA', 'BEN'],
    answerDays: 2,
  },
]
