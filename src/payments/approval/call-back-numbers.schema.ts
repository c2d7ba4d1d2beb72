import Type, { type Static } from 'typebox'
import { name, named, PhoneNumberField, text } from '../../http/fields.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import { HOLDER_KINDS } from './call-back-numbers.store.ts'
import type { CallBackNumber } from './call-back-numbers.ts'
import { NUMBER_STANDINGS } from './domain/call-back-numbers.ts'

const CallBackNumberReply = named('CallBackNumber', {
  phoneNumber: Type.String(),
  holder: name(HOLDER_KINDS, { description: 'Whose number it is: the customer itself, or one of its people.' }),
  holderUID: Type.String({ description: 'The customerUID, the userUID or the id of the signatory.' }),
  holderName: Type.String({ description: 'The name of the customer or of the person.' }),
  since: Type.String({ format: 'date-time', description: 'When it was set.' }),
  isCurrent: Type.Boolean({ description: 'False if another number was set since.' }),
  standing: name(NUMBER_STANDINGS, {
    description:
      'Whether a call to it counts for this payment. TooRecent: it is younger than callBacks.minimumNumberAge of the institution. SetByMaker: somebody who made the payment, or set the bank details that it goes to, set it. OfMaker: it is their own. SetterUnknown: too many changes followed.',
  }),
})

export const CallBackNumbersReply = named('CallBackNumbers', {
  numbers: Type.Array(CallBackNumberReply, { description: 'The numbers of the customer and its people: at most 202.' }),
})

export const ConfirmedNumberReply = named('ConfirmedCallBackNumber', { phoneNumber: Type.String() })

export function renderCallBackNumber({
  phoneNumber,
  holder,
  since,
  isCurrent,
  standing,
}: CallBackNumber): Static<typeof CallBackNumberReply> {
  const { kind, id, name } = holder
  return { phoneNumber, holder: kind, holderUID: id, holderName: name, since: timestamp(since), isCurrent, standing }
}

export const ConfirmNumberBody = named('CallBackNumberConfirmation', {
  phoneNumber: PhoneNumberField,
  reason: text(500),
})

export const exampleNumber = {
  phoneNumber: '+1 207 555 0100',
  holder: 'signatory' as const,
  holderUID: '100001',
  holderName: 'Ada Lund',
  since: '2026-03-02T14:00:00Z',
  isCurrent: true,
  standing: 'Callable' as const,
}
