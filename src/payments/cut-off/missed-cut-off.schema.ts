import Type, { type Static } from 'typebox'
import { canonicalName, instruction, name, named } from '../../http/fields.ts'
import { hasCutOffChoice, ON_MISSED_CUT_OFF, type OnMissedCutOff } from '../../kernel/cut-off.ts'
import type { Speed } from '../../kernel/rail.ts'
import { SPEEDS } from '../../kernel/rail.ts'
import { type Refusal, refusal } from '../../kernel/refusal.ts'
import { accept, type Result } from '../../kernel/result.ts'

export const OnMissedCutOffField = name(ON_MISSED_CUT_OFF, {
  ...instruction,
  description:
    'What becomes of the payment if it misses its cut-off. Refuse: it is refused, or fails. NextWindow: it waits for the next window, at its fee. Downgrade, at Economy Plus only: it goes out as next-day ACH with the lower fee. By default, the choice of the customer, or else of the institution.',
})

export const MissedCutOffReply = named(
  'MissedCutOff',
  {
    cutOff: Type.Optional(Type.String({ description: 'The cut-off that it missed; absent on a closed day.' })),
    onMissedCutOff: Type.String(),
    speed: name(SPEEDS, { description: 'The speed at which it goes out.' }),
    leavesAt: Type.String({ description: 'When it leaves.' }),
    valueDate: Type.String(),
    says: Type.String({ description: 'The same in words, with the fee that applies.' }),
  },
  { description: 'Present if the payment misses the cut-off of its date: what happens instead.' },
)
export type MissedCutOffReply = Static<typeof MissedCutOffReply>

/** The choice in a request. One that its speed does not have is refused. */
export function parseOnMissed(asked: string | undefined, speed: Speed): Result<OnMissedCutOff | undefined, Refusal> {
  if (asked === undefined) return accept(undefined)
  const chosen = canonicalName(ON_MISSED_CUT_OFF, asked)
  if (!hasCutOffChoice(speed))
    return refusal('invalidPayment', `onMissedCutOff cannot be chosen for ${speed}: it has no choice of cut-offs`)
  if (chosen === 'Downgrade' && speed !== 'Economy Plus')
    return refusal('invalidPayment', 'onMissedCutOff can be Downgrade only for Economy Plus')
  return accept(chosen)
}
