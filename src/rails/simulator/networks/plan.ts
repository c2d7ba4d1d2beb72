import type { Temporal } from 'temporal-polyfill'
import type { Outcome } from './outcomes.ts'
import type { Answer, Status, ToldPayment } from './told.ts'

/** What the books of the network say of a payment. Lost: the network never got it. */
export const BOOKED = ['Waiting', 'Settled', 'Rejected', 'Lost'] as const
export type Booked = (typeof BOOKED)[number]

/** How a message is spoiled after it was written. */
export type Harm = 'amount' | 'currency' | 'original' | 'xml'

/** An answer, and when the institution gets it. */
export interface Planned {
  answer: Answer
  at: Temporal.Instant
  harm?: Harm
  /** The same message comes twice. */
  isDoubled?: true
}

/** The habits in which the networks differ. */
export interface Habits {
  /** The code of a payment that the network rejects itself, from an ISO 20022 one. */
  codeOf: (code: string) => string
  /**
   * Seconds until an answer that comes too late: after the time of an instant payment, or a day.
   */
  lateAfter: number
  /** Another bank gives a payment back by one of its own. */
  returnsByPayment: boolean
  /** The network reports that a payment is on its way before it reports that it is settled. */
  reportsAccepted: boolean
}

const HOUR = { hours: 1 } as const

/** What a payment becomes on the network, and what the institution is told about it. */
export function planPayment(
  payment: ToldPayment,
  outcome: Outcome,
  { codeOf, lateAfter, reportsAccepted }: Habits,
  { now, delay, returnUetr }: { now: Temporal.Instant; delay: number; returnUetr: string },
): { booked: Booked; code: string | undefined; answers: Planned[] } {
  const soon = now.add({ seconds: delay })
  const settledOn = payment.settlesOn
  const tell = (status: Status, at: Temporal.Instant, code?: string, harm?: Harm): Planned => ({
    answer: { kind: 'status', of: payment, status, code, settledOn: status === 'Settled' ? settledOn : undefined },
    at,
    ...(harm && { harm }),
  })
  const comeBack = (code: string, harm?: Harm): Planned => ({
    answer: { kind: 'return', of: payment, amount: payment.amount, code, uetr: returnUetr },
    at: soon.add(HOUR),
    ...(harm && { harm }),
  })
  const settled = (...answers: Planned[]) => ({ booked: 'Settled' as const, code: undefined, answers })
  const rejected = (code: string, answers: (code: string) => Planned[]) => {
    const own = codeOf(code)
    return { booked: 'Rejected' as const, code: own, answers: answers(own) }
  }
  const normal = [...(reportsAccepted ? [tell('Accepted', now)] : []), tell('Settled', soon)]
  switch (outcome.kind) {
    case 'settle':
    case 'keep':
      return settled(...normal)
    case 'pend':
      return settled(tell('Accepted', soon), tell('Settled', soon.add(HOUR)))
    case 'reject':
      return rejected(outcome.code, (code) => [tell('Rejected', soon, code)])
    case 'return':
      return settled(...normal, comeBack(outcome.code))
    case 'double':
      return settled(...normal.map((planned) => ({ ...planned, isDoubled: true as const })))
    case 'contradict':
      return settled(...normal, tell('Rejected', soon, codeOf('AC04')))
    case 'late':
      return settled(tell('Settled', now.add({ seconds: lateAfter })))
    case 'rejectLate':
      return rejected(outcome.code, (code) => [tell('Rejected', now.add({ seconds: lateAfter }), code)])
    case 'silence':
      return silence(outcome.asked, codeOf('AC04'))
    case 'spoil':
      return outcome.how === 'original' || outcome.how === 'xml'
        ? settled(tell('Settled', soon, undefined, outcome.how), ...normal)
        : settled(...normal, comeBack('AC04', outcome.how))
  }
}

function silence(asked: Extract<Outcome, { kind: 'silence' }>['asked'], code: string) {
  const answers: Planned[] = []
  if (asked === 'rejected') return { booked: 'Rejected' as const, code, answers }
  return { booked: asked === 'notFound' ? ('Lost' as const) : ('Settled' as const), code: undefined, answers }
}
