import { randomUUID } from 'node:crypto'
import { type Act, changes, computed, copies, withoutRight } from '../../support/hostile-sql.ts'

const UNTRACED =
  '(select p.id from payments p where not exists (select from payment_traces t where t.payment_id = p.id) limit 1)'

/** The audit trail, events, webhooks, keys, and the wall between institutions. */
export const recordActs: Act[] = [
  ...withoutRight('audit_log', [
    `update audit_log set actor = 'nobody'`,
    'delete from audit_log',
    'truncate audit_log',
  ]),
  ...changes('verifications', { lawful: `took_ms = took_ms + 1`, where: 'verified_at is not null' }, [
    ['an end without its time', 'took_ms = null', 'verifications_verified_at_with_time'],
    ['a difference since nobody knows when', `differences = '["one"]'`, 'verifications_differs_since'],
  ]),
  {
    tries: 'verifications: a part that does not exist',
    sql: `insert into verifications (tenant_id, part) select tenant_id, 'mood' from verifications limit 1`,
    refusedBy: 'verifications_part_known',
  },
  ...withoutRight('verifications', [`update verifications set part = 'ledger'`, 'delete from verifications']),
  ...withoutRight('audit_chain', [`update audit_chain set hash = ''`, 'delete from audit_chain']),
  {
    tries: 'audit_chain: a second record in one place',
    sql: 'insert into audit_chain select tenant_id, sequence, gen_random_uuid(), previous_hash, hash from audit_chain limit 1',
    refusedBy: 'audit_chain_pkey',
  },
  {
    tries: 'audit_chain: a hash that is none',
    sql: `insert into audit_chain select tenant_id, 900001, gen_random_uuid(), previous_hash, 'hash' from audit_chain limit 1`,
    refusedBy: 'audit_chain_hash_length',
  },
  ...withoutRight('events', [
    `update events set type = 'nothing'`,
    `update events set data = '{}'`,
    'delete from events',
  ]),
  ...copies('event_positions', { lawful: { position: 900001, event_id: randomUUID() } }, [
    ['two in one place', { position: computed('r.position') }, 'event_positions_pkey'],
    ['one in two places', { event_id: computed('r.event_id') }, 'event_positions_event'],
    ['no event in a place', { size: 0 }, 'event_positions_size'],
  ]),
  ...copies('webhooks', { lawful: { id: randomUUID() } }, [
    ['a status that does not exist', { status: 'Silent' }, 'webhooks_status_known'],
    ['a form that does not exist', { format: 'round' }, 'webhooks_format_known'],
    [
      'the word of the institution for an active webhook of a customer',
      { status: 'Active', customer_id: 1 },
      'webhooks_active_of_owner',
    ],
    ['a name without a password', { basic_username: 'giro', sealed_basic_password: null }, 'webhooks_basic_complete'],
  ]),
  ...changes('webhook_deliveries', { lawful: 'attempts = 0' }, [
    ['fewer attempts than none', 'attempts = -1', 'webhook_deliveries_attempts_not_negative'],
    ['a status that does not exist', `status = 'Lost'`, 'webhook_deliveries_status_known'],
  ]),
  ...changes('payment_mails', { lawful: 'attempts = attempts' }, [
    [
      'claimed after it was sent',
      'leased_until = now(), due_at = null, sent_at = now()',
      'payment_mails_leased_while_open',
    ],
  ]),
  ...copies('payment_traces', { lawful: { payment_id: computed(UNTRACED) } }, [
    ['a trace that is no id', { trace_id: 'x' }, 'payment_traces_trace_id_hexadecimal'],
    ['a span that is no id', { span_id: 'x' }, 'payment_traces_span_id_hexadecimal'],
  ]),
  ...withoutRight('payment_traces', [`update payment_traces set span_id = 'x'`]),
  ...changes('trace_positions', { lawful: 'position = position' }, [
    ['before the feed', 'position = -1', 'trace_positions_position_not_negative'],
  ]),
  ...withoutRight('webhook_deliveries', [`update webhook_deliveries set event_type = 'nothing'`]),
  ...changes('sealing_progress', { lawful: 'examined = examined + 1' }, [
    ['values that count in any place again', 'bound_since = null', 'sealing_progress_stays_bound'],
    ['values that count in any place until later', `bound_since = '2100-01-01'`, 'sealing_progress_stays_bound'],
  ]),
  ...withoutRight('sealing_progress', ['delete from sealing_progress']),
  ...withoutRight('encryption_keys', [
    'update encryption_keys set binds_place = false',
    'delete from encryption_keys',
    'update encryption_keys set active_from = now()',
  ]),
  ...copies('idempotency_keys', { lawful: { key: 'hostile' } }, [
    ['a key without a letter', { key: '' }, 'idempotency_keys_key_length'],
    ['a key of another request', { key: computed('r.key') }, 'idempotency_keys_pkey'],
  ]),
  ...withoutRight('schema_migrations', ['delete from schema_migrations']),
  {
    tries: 'customer_limits: a limit of another institution',
    sql: `insert into customer_limits select (jsonb_populate_record(l, '{"tenant_id": 42}')).* from customer_limits l limit 1`,
    refusedBy: 'new row violates row-level security policy for table "customer_limits"',
  },
  {
    tries: 'approvals: a decision moved to another institution',
    sql: 'update api_clients set tenant_id = 42',
    refusedBy: 'new row violates row-level security policy for table "api_clients"',
  },
]
