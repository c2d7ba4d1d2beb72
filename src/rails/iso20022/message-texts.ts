import type { Rail } from '../../kernel/rail.ts'
import { type AlteredField, alteredOf } from '../domain/altered-field.ts'
import type { PaymentInformation } from '../domain/carried-fields.ts'
import { alteredInformation, carriedReference } from '../domain/information.ts'
import { elementText } from './common/text.ts'

/** The texts of a payment that its message carries. */
export interface TextsOfMessage {
  receiverName: string
  externalReferenceId: string
  information: PaymentInformation
  /** The ultimate debtor and creditor, by the field of the request. */
  ultimateParties: Readonly<Record<string, string>>
}

/** The elements of an ultimate party, by the end of the field, with their lengths. */
const PARTY_ELEMENTS: readonly (readonly [end: string, maxLength: number])[] = [
  ...([
    ['Name', 140],
    ['Address1', 70],
    ['Address2', 70],
    ['City', 35],
  ] as const),
  ...([
    ['State', 35],
    ['Zip', 16],
    ['TaxId', 35],
  ] as const),
]

/** What stands in the message for a reference that it cannot carry. */
const PAYMENT_ID = 'the paymentUID without its hyphens'

/** What the message of a payment spells otherwise or cuts off, by the field of the request. */
export function alteredInMessage(
  rail: Rail,
  { receiverName, externalReferenceId, information, ultimateParties }: TextsOfMessage,
): AlteredField[] {
  const reference = carriedReference(rail, externalReferenceId) ?? PAYMENT_ID
  const behind = Object.entries(ultimateParties).map(([field, text]): [string, string, string] => {
    const [, maxLength] = PARTY_ELEMENTS.find(([end]) => field.endsWith(end)) ?? []
    return [field, text, maxLength === undefined ? text : (elementText(text, maxLength) ?? '')]
  })
  return [
    ...alteredOf([
      ['name', receiverName, elementText(receiverName, 140) ?? ''],
      [
        'externalReferenceId',
        externalReferenceId,
        information.referenceForBeneficiary ? externalReferenceId : reference,
      ],
      ...behind,
    ]),
    ...alteredInformation(rail, information),
  ]
}
