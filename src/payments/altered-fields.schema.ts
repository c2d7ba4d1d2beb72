import Type from 'typebox'
import { named } from '../http/fields.ts'

export const AlteredFieldsReply = Type.Optional(
  Type.Array(
    named('AlteredField', {
      field: Type.String({ description: 'The field of the request; for a contact, its name.' }),
      written: Type.String({ description: 'What the ACH entry or the message says.' }),
    }),
    {
      description:
        'The texts that the ACH entry or the message spells otherwise or cuts off, because it has elements of ASCII with fixed lengths. The answer to the payment names them in the header Giro-Altered-Fields.',
    },
  ),
)
