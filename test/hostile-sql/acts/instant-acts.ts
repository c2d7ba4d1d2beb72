import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

/** Messages of FedNow and RTP, and how they ended. */
const SEEDED = `message_id = 'M1'`

export const instantActs: Act[] = [
  ...copies('instant_exchanges', { where: SEEDED, lawful: { message_id: 'M2' } }, [
    ['a rail without clocks', { rail: 'FEDWIRE' }, 'instant_exchanges_rail_known'],
    ['a direction that does not exist', { direction: 'Up' }, 'instant_exchanges_direction_known'],
    ['a kind that does not exist', { kind: 'Gift' }, 'instant_exchanges_kind_known'],
    ['a state that does not exist', { state: 'Lost', next_clock: null }, 'instant_exchanges_state_known'],
    ['the id of another message', { message_id: 'M1' }, 'instant_exchanges_pkey'],
    ['of nothing', { amount: 0 }, 'instant_exchanges_amount_positive'],
    ['asked fewer than no times', { asks: -1 }, 'instant_exchanges_asks_not_negative'],
    ['over while it waits', { ended_at: computed('now()') }, 'instant_exchanges_ended_at_when_over'],
    [
      'settled with a clock that runs',
      { state: 'Settled', ended_at: computed('now()') },
      'instant_exchanges_clock_while_open',
    ],
  ]),
  ...copies('instant_participants', { lawful: { bank_code: '021000021' } }, [
    ['a rail without participants', { rail: 'FEDWIRE' }, 'instant_participants_rail_known'],
  ]),
  ...changes('instant_exchanges', { where: SEEDED, lawful: 'asks = 1' }, [
    ['asked less often', 'asks = asks - 1', 'instant_exchanges_final'],
  ]),
  ...withoutRight('instant_exchanges', [
    `update instant_exchanges set amount = 1`,
    `update instant_exchanges set message_id = 'M3'`,
    'delete from instant_exchanges',
  ]),
  ...withoutRight('instant_participants', ['delete from instant_participants']),
]
