import Type, { type Static } from 'typebox'
import { decimal, named, text } from '../http/fields.ts'

const description = "In the institution's currency: at most 12 digits and 2 decimals."

/**
 * Limits of one application, under names the client chooses, stored and returned unchanged.
 * `approvers/domain/approver-limits.ts` reads those that apply to payment approvals.
 */
export const ApplicationLimits = Type.Array(
  named('ApplicationLimit', {
    name: text(64),
    value: Type.Optional(
      Type.Union(
        [decimal([12, 2], { description }), Type.String({ pattern: '^[0-9]{1,12}([.][0-9]{1,2})?$', description })],
        // Without a value there is no limit, which must be said by leaving it out.
        { 'x-null': 'refused' },
      ),
    ),
  }),
  {
    maxItems: 100,
    description:
      'For Payments, Approval limit and Daily approval limit apply when a user approves a payment. Other names are stored and have no effect.',
  },
)
export type ApplicationLimits = Static<typeof ApplicationLimits>

/** As replies show them: an amount that was sent as text is a number, too. Both are exact. */
export function renderLimits(limits: ApplicationLimits): ApplicationLimits {
  return limits.map(({ name, value }) => ({ name, ...(value !== undefined && { value: Number(value) }) }))
}
