import { randomUUID } from 'node:crypto'
import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

const PENDING = `status = 'Pending'`
const WAITING = `(select id from payments p where created_by_user is null and exists (
  select from payment_steps t where t.tenant_id = p.tenant_id and t.payment_id = p.id and t.to_status = 'PENDING_APPROVAL')
  and not exists (select from payment_approvals a where a.tenant_id = p.tenant_id and a.payment_id = p.id) limit 1)`
const MAKER = `(select created_by from payments where id = ${WAITING})`
const TRADER = '(select requested_by from approvals where id = r.approval_id)'
const [ONE, ANOTHER] = [0, 1].map((place) =>
  computed(`(select id from users order by id offset ${place} limit 1)`),
) as [ReturnType<typeof computed>, ReturnType<typeof computed>]

const asClient = {
  client_id: 'another',
  approver: 'another',
  identified_by: 'Client',
  user_id: null,
  signatory_id: null,
}

/** Counts what somebody moved alone. */
const countAlone = (act: string, used: number) =>
  `insert into acts_alone select tenant_id, '${act}', '2020-01-01', 'hostile', ${used} from institutions limit 1`
const COUNTED = countAlone('Return', 100)
const recount = (used: number) => `${COUNTED}; update acts_alone set used = ${used} where party = 'hostile'`
const TODAY = '2026-07-01T14:00:00Z'
const CANCELLATION = { id: randomUUID(), status: 'Done', status_reason: null, ended_at: TODAY }

/** Four eyes on changes and on payments. */
export const decisionActs: Act[] = [
  {
    tries: 'acts_alone: an act that does not exist',
    sql: countAlone('Theft', 100),
    refusedBy: 'acts_alone_act_known',
    lawful: COUNTED,
  },
  {
    tries: 'acts_alone: less than nothing',
    sql: countAlone('Return', -100),
    refusedBy: 'acts_alone_used_positive',
    lawful: COUNTED,
  },
  {
    tries: 'acts_alone: what was moved alone is counted less',
    sql: recount(1),
    refusedBy: 'acts_alone_only_grows',
    lawful: recount(101),
  },
  ...withoutRight('acts_alone', ['delete from acts_alone', `update acts_alone set party = 'another'`]),
  ...changes(
    'approvals',
    { lawful: `status = 'Approved', decided_by = 'another', decided_at = now()`, where: PENDING },
    [
      [
        "the creator's own approval",
        `status = 'Approved', decided_by = requested_by, decided_at = now()`,
        'approvals_four_eyes',
      ],
      ['approved by nobody', `status = 'Approved', decided_at = now()`, 'approvals_decided_by_with_decided_at'],
      ['approved at no time', `status = 'Approved'`, 'approvals_decided_at_once_ended'],
      [
        'a decision that does not exist',
        `status = 'Maybe', decided_by = 'another', decided_at = now()`,
        'approvals_status_known',
      ],
      [
        'decided by a person while it waits',
        `decided_by_user = (select id from users limit 1)`,
        'approvals_decided_by_user_once_decided',
      ],
      [
        'decided by a person who does not exist',
        `status = 'Approved', decided_by = 'another', decided_at = now(), decided_by_user = '${randomUUID()}'`,
        'approvals_decided_by_user_fkey',
      ],
      ['a result before the decision', `result = '{}'`, 'approvals_result'],
    ],
  ),
  ...copies(
    'approvals',
    {
      lawful: {
        ...{ id: randomUUID(), status: 'Approved', decided_by: 'another', decided_at: '2026-07-01T14:00:00Z' },
        ...{ requested_by_user: ONE, decided_by_user: ANOTHER },
      },
      where: PENDING,
    },
    [
      [
        'approved by the person who asked, through another client',
        { decided_by_user: ONE },
        'approvals_four_eyes_of_persons',
      ],
      ['a kind that does not exist', { kind: 'wish' }, 'approvals_kind_known'],
      ['an action that does not exist', { action: 'wish' }, 'approvals_action_known'],
      ['of a customer that does not exist', { customer_id: 42 }, 'approvals_tenant_id_customer_id_fkey'],
    ],
  ),
  ...copies('approvals', { lawful: { id: randomUUID(), subject_id: 'another' }, where: PENDING }, [
    ['a second proposal for one subject', { subject_id: computed('r.subject_id') }, 'approvals_pending'],
  ]),
  {
    tries: 'approvals: what was decided waits again',
    sql: `update approvals set status = 'Pending', decided_by = null, decided_at = null, decided_by_user = null,
      reason = null, result = null where status <> 'Pending'`,
    refusedBy: 'approvals_never_go_back',
    lawful: `update approvals set reason = 'another' where status <> 'Pending'`,
  },
  {
    tries: 'approvals: what was decided is decided otherwise',
    sql: `update approvals set status = case status when 'Rejected' then 'Voided' else 'Rejected' end, result = null
      where status <> 'Pending'`,
    refusedBy: 'approvals_never_go_back',
  },
  ...withoutRight('approvals', [
    `update approvals set proposed = '{}'`,
    `update approvals set requested_by = 'another'`,
    `update approvals set institution_decides = false`,
    'delete from approvals',
  ]),
  ...copies('payment_approvals', { lawful: { ...asClient, payment_id: computed(WAITING) } }, [
    [
      "the maker's own approval",
      { client_id: computed(MAKER), approver: computed(MAKER) },
      'payment_approvals_four_eyes',
    ],
    [
      "a person's approval through the client that made the payment",
      {
        ...{ client_id: computed(MAKER), identified_by: 'TrustedClient' },
        ...{ user_id: ONE, approver: computed(`${ONE.sql}::text`) },
      },
      'payment_approvals_four_eyes',
    ],
    ['of a revision that is still to come', { revision: 9 }, 'payment_approvals_revision'],
    ['an approver under another name', { approver: 'somebody' }, 'payment_approvals_approver_named'],
    [
      'a client that proves a person it does not name',
      { identified_by: 'Token' },
      'payment_approvals_identified_by_person',
    ],
    ['proven by a feeling', { identified_by: 'Feeling' }, 'payment_approvals_identified_by_known'],
    [
      'a user and a signatory in one',
      {
        ...{ user_id: ONE, approver: computed(`${ONE.sql}::text`), identified_by: 'TrustedClient' },
        signatory_id: computed('(select id from signatories limit 1)'),
      },
      'payment_approvals_one_person',
    ],
    [
      'a user who does not exist',
      {
        user_id: computed(`'${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}'`),
        approver: '00000000-0000-4000-8000-000000000000',
        identified_by: 'Token',
      },
      'payment_approvals_tenant_id_user_id_fkey',
    ],
    ['a side that does not exist', { side: 'Friend' }, 'payment_approvals_side_known'],
    ['a decision that does not exist', { decision: 'Maybe' }, 'payment_approvals_decision_known'],
    ['a payment that does not exist', { payment_id: randomUUID() }, 'payment_approvals_tenant_id_payment_id_fkey'],
  ]),
  ...copies('payment_approvals', { lawful: { ...asClient, payment_id: computed(WAITING) } }, [
    ['taken back by no cancellation', { withdrawn_by: randomUUID() }, 'payment_approvals_withdrawn_by_fkey'],
  ]),
  {
    tries: 'payment_approvals: an approval that was taken back counts again',
    sql: 'update payment_approvals set withdrawn_by = null where withdrawn_by is not null',
    refusedBy: 'payment_approvals_append_only',
  },
  {
    tries: 'payment_approvals: one approver twice',
    sql: 'insert into payment_approvals select * from payment_approvals limit 1',
    refusedBy: 'payment_approvals_pkey',
  },
  ...copies('approvals', { lawful: { id: randomUUID(), subject_id: 'another' }, where: PENDING }, [
    ['a trade without approvers', { kind: 'fxTrade' }, 'approvals_approvers_needed'],
    ['a trade that nobody must approve', { kind: 'fxTrade', approvers_needed: 0 }, 'approvals_approvers_needed'],
    [
      'a trade that nobody approved',
      {
        ...{ kind: 'fxTrade', approvers_needed: 1, status: 'Approved' },
        ...{ decided_by: 'another', decided_at: '2026-07-01T14:00:00Z' },
      },
      'approvals_enough_approvers',
    ],
  ]),
  ...copies('trade_approvals', { lawful: asClient }, [
    [
      "the maker's own approval",
      { client_id: computed(TRADER), approver: computed(TRADER) },
      'trade_approvals_four_eyes',
    ],
    [
      "a person's approval through the client that made the trade",
      {
        ...{ client_id: computed(TRADER), identified_by: 'TrustedClient' },
        ...{ user_id: ONE, approver: computed(`${ONE.sql}::text`) },
      },
      'trade_approvals_four_eyes',
    ],
    ['an approver under another name', { approver: 'somebody' }, 'trade_approvals_approver_named'],
    [
      'a client that proves a person it does not name',
      { identified_by: 'Token' },
      'trade_approvals_identified_by_person',
    ],
    ['proven by a feeling', { identified_by: 'Feeling' }, 'trade_approvals_identified_by_known'],
    [
      'a user and a signatory in one',
      {
        ...{ user_id: ONE, approver: computed(`${ONE.sql}::text`), identified_by: 'TrustedClient' },
        signatory_id: computed('(select id from signatories limit 1)'),
      },
      'trade_approvals_one_person',
    ],
    [
      'a user who does not exist',
      {
        user_id: computed(`'${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}'`),
        approver: '00000000-0000-4000-8000-000000000000',
        identified_by: 'Token',
      },
      'trade_approvals_user_fkey',
    ],
    [
      'a signatory who does not exist',
      { signatory_id: 42, approver: '42', identified_by: 'TrustedClient' },
      'trade_approvals_signatory_fkey',
    ],
    ['of no approval', { approval_id: randomUUID() }, 'trade_approvals_approval_fkey'],
    ['that needs nobody', { approvers_needed: 0 }, 'trade_approvals_approvers_needed_positive'],
    ['of nothing', { limit_amount: 0 }, 'trade_approvals_limit_amount_positive'],
    [
      'one approver twice',
      { approver: computed('r.approver'), client_id: computed('r.client_id') },
      'trade_approvals_pkey',
    ],
  ]),
  ...withoutRight('trade_approvals', [
    `update trade_approvals set approver = 'another'`,
    'delete from trade_approvals',
  ]),
  ...copies('payment_makers', { lawful: { revision: 99 } }, [
    ['before the first revision', { revision: 0 }, 'payment_makers_revision_positive'],
    ['one revision twice', { revision: computed('r.revision') }, 'payment_makers_pkey'],
    ['did what nobody can do', { did: 'Wished' }, 'payment_makers_did_known'],
    ['of a payment that does not exist', { payment_id: randomUUID() }, 'payment_makers_payment_fkey'],
    ['a user who does not exist', { user_id: randomUUID() }, 'payment_makers_user_fkey'],
  ]),
  ...withoutRight('payment_makers', [`update payment_makers set client_id = 'another'`, 'delete from payment_makers']),
  ...copies('recurrence_makers', { lawful: { number: 99 } }, [
    ['before the first number', { number: 0 }, 'recurrence_makers_number_positive'],
    ['one number twice', { number: computed('r.number') }, 'recurrence_makers_pkey'],
    ['of a series that does not exist', { recurrence_id: randomUUID() }, 'recurrence_makers_recurrence_fkey'],
    ['a user who does not exist', { user_id: randomUUID() }, 'recurrence_makers_user_fkey'],
  ]),
  ...withoutRight('recurrence_makers', [
    `update recurrence_makers set client_id = 'another'`,
    'delete from recurrence_makers',
  ]),
  ...copies('stopped_makers', { lawful: { actor_id: 'another' } }, [
    ['one actor twice', { actor_id: computed('r.actor_id') }, 'stopped_makers_pkey'],
    ['a kind that does not exist', { kind: 'tired' }, 'stopped_makers_kind_known'],
    ['of a payment that does not exist', { payment_id: randomUUID() }, 'stopped_makers_payment_fkey'],
  ]),
  ...withoutRight('stopped_makers', [`update stopped_makers set actor_id = 'another'`]),
  ...(['payment', 'recurrence'] as const).flatMap((of) => [
    ...copies(`${of}_releases`, { lawful: { stop_number: 99 } }, [
      ['one stop twice', { stop_number: computed('r.stop_number') }, `${of}_releases_pkey`],
      ['a kind that does not exist', { kind: 'tired' }, `${of}_releases_kind_known`],
      ['of what does not exist', { [`${of}_id`]: randomUUID() }, `${of}_releases_${of}_fkey`],
      ['a user who does not exist', { user_id: randomUUID() }, `${of}_releases_user_fkey`],
    ]),
    ...withoutRight(`${of}_releases`, [`update ${of}_releases set stop_number = 99`, `delete from ${of}_releases`]),
  ]),
  ...copies('outstanding_cancellations', { lawful: CANCELLATION }, [
    ['of an actor that does not exist', { actor_kind: 'Nobody' }, 'outstanding_cancellations_actor_kind_known'],
    ['a status that does not exist', { status: 'Lost', ended_at: TODAY }, 'outstanding_cancellations_status_known'],
    ['done at no time', { ended_at: null }, 'outstanding_cancellations_ended'],
    ['stopped for no reason', { status: 'Stopped' }, 'outstanding_cancellations_stopped'],
    ['a user who does not exist', { requested_by_user: randomUUID() }, 'outstanding_cancellations_user_fkey'],
  ]),
  {
    tries: 'outstanding_cancellations: two at a time for an actor',
    sql: `insert into outstanding_cancellations select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
      from outstanding_cancellations r where r.status = 'Running'`,
    refusedBy: 'outstanding_cancellations_running',
  },
  ...withoutRight('outstanding_cancellations', [
    `update outstanding_cancellations set requested_by = 'another'`,
    'delete from outstanding_cancellations',
  ]),
  ...copies('outstanding_items', { lawful: { item_id: 'another' } }, [
    ['of no cancellation', { cancellation_id: randomUUID() }, 'outstanding_items_cancellation_fkey'],
    ['a kind that does not exist', { kind: 'Gift' }, 'outstanding_items_kind_known'],
    ['a remedy that does not exist', { remedy: 'Pray' }, 'outstanding_items_remedy_known'],
    ['an outcome that does not exist', { outcome: 'Lost', decided_at: TODAY }, 'outstanding_items_outcome_known'],
    ['an amount of no currency', { amount: 1, currency: null }, 'outstanding_items_amount_of_currency'],
    ['decided at no time', { outcome: 'Cancelled' }, 'outstanding_items_decided'],
    ['not cancelled for no reason', { outcome: 'NotCancelled', decided_at: TODAY }, 'outstanding_items_why'],
    ['one thing twice', { item_id: computed('r.item_id') }, 'outstanding_items_pkey'],
  ]),
  ...withoutRight('outstanding_items', [`update outstanding_items set kind = 'User'`, 'delete from outstanding_items']),
  ...withoutRight('payment_approvals', [
    `update payment_approvals set decision = 'Approved'`,
    'delete from payment_approvals',
  ]),
]
