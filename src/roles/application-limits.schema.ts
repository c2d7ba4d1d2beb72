import Type, { type Static } from 'typebox'
import { decimal, text } from '../http/fields.ts'

const description = "In the institution's currency: at most 12 digits and 2 decimals."

/** Limits of one application, by the names the integrator gives them; kept and given back as they come. Those that count at approval of payments are in payments/domain/approver-limits.ts. */
export const ApplicationLimits = Type.Array(
  Type.Object({
    name: text(64),
    value: Type.Optional(
      Type.Union([
        decimal([12, 2], { description }),
        Type.String({ pattern: '^[0-9]{1,12}([.][0-9]{1,2})?$', description }),
      ]),
    ),
  }),
  {
    maxItems: 100,
    description:
      'Of Payments, Approval limit and Daily approval limit count when a user approves a payment. Any other name is kept, and counts for nothing.',
  },
)
export type ApplicationLimits = Static<typeof ApplicationLimits>
