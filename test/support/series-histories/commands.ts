import fc from '../fast-check.ts'

/**
 * A command of a history of series. A number selects a series or a payment, modulo their current
 * count.
 */
export type Command =
  | { does: 'begin'; by: Actor; cents: number; payments: number; inDays: number }
  /** Gives a series another end. */
  | { does: 'end'; by: Actor; series: number; payments: number }
  | { does: 'stop series'; by: Actor; series: number }
  | { does: 'approve' | 'reject' | 'cancel' | 'confirm'; by: Actor; payment: number; any: boolean }
  /** Gives the contact one of a few account numbers. */
  | { does: 'redirect'; by: Actor; number: number }
  /** How many approvers each payment needs. */
  | { does: 'ask'; approvers: number }
  | { does: 'limit'; dollars: number | null }
  | { does: 'suspend' | 'activate' }
  | { does: 'revoke'; actor: Client }
  | { does: 'suspend person' | 'activate person' }
  | { does: 'wait'; hours: number }
  | { does: 'work' }

/** Colleagues of one customer, each with a client of their own. Grace signs in through Eve's. */
export const CLIENTS = ['ada', 'bob', 'eve', 'fay'] as const
const ACTORS = [...CLIENTS, 'grace'] as const
export type Client = (typeof CLIENTS)[number]
export type Actor = (typeof ACTORS)[number]

const which = fc.nat({ max: 99 })
const by = fc.constantFrom(...ACTORS)
const any = fc.nat({ max: 7 }).map((dice) => dice === 7)
const isOf = <const Does extends string>(...does: Does[]) => ({ does: fc.constantFrom(...does) })

const commands: readonly fc.WeightedArbitrary<Command>[] = [
  {
    weight: 4,
    arbitrary: fc.record({
      ...isOf('begin'),
      by,
      cents: fc.constantFrom(1, 10_00, 40_00),
      payments: fc.integer({ min: 1, max: 6 }),
      inDays: fc.constantFrom(0, 1, 3),
    }),
  },
  { weight: 5, arbitrary: fc.record({ ...isOf('end'), by, series: which, payments: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ ...isOf('stop series'), by, series: which }) },
  { weight: 18, arbitrary: fc.record({ ...isOf('approve'), by, payment: which, any }) },
  { weight: 2, arbitrary: fc.record({ ...isOf('cancel', 'reject', 'confirm'), by, payment: which, any }) },
  { weight: 2, arbitrary: fc.record({ ...isOf('redirect'), by, number: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ ...isOf('ask'), approvers: fc.constantFrom(0, 1, 1, 1, 2, 3) }) },
  { weight: 1, arbitrary: fc.record({ ...isOf('limit'), dollars: fc.constantFrom(null, 20, 60, 100) }) },
  { weight: 1, arbitrary: fc.record({ ...isOf('suspend', 'activate', 'activate') }) },
  { weight: 1, arbitrary: fc.record({ ...isOf('revoke'), actor: fc.constantFrom(...CLIENTS) }) },
  { weight: 1, arbitrary: fc.record({ ...isOf('suspend person', 'activate person') }) },
  { weight: 4, arbitrary: fc.record({ ...isOf('wait'), hours: fc.constantFrom(1, 24, 24, 72) }) },
  { weight: 6, arbitrary: fc.record({ ...isOf('work') }) },
]

export interface History {
  /** How many approvers the payments need at first. */
  approvers: number
  commands: Command[]
}

/** Each begins with a series, which others then change and approve. */
export const seriesHistory: fc.Arbitrary<History> = fc
  .record({
    approvers: fc.constantFrom(0, 1, 1, 1, 2),
    first: commands[0]!.arbitrary,
    others: fc.array(fc.oneof(...commands), { minLength: 6, maxLength: 30, size: 'max' }),
  })
  .map(({ approvers, first, others }) => ({ approvers, commands: [first, ...others] }))
