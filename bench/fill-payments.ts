import type pg from 'pg'

/** What a bench fills a database with: complete ACH payments, evenly over the span before now. */
export interface Fill {
  tenantId: string
  payments: number
  spanDays: number
}

const PAYMENTS_PER_CHUNK = 100_000
const AMOUNT = 1_250
const DEPOSIT = 50_000_000_000
/** So many payments share a row of the event feed. */
const PAYMENTS_PER_EVENT = 64

/**
 * Adds payments that have lived to their end, with each row that the service would have left: the
 * instruction, the state and its steps, the hold and its posting with their entries, the ACH entry,
 * the idempotency key and the events. The triggers are off for the speed, so the totals of accounts
 * are added at the end. No payment of these accounts may be in flight.
 * @param owner a connection of a superuser, because of the triggers
 */
export async function fillPayments(
  owner: pg.Client,
  fill: Fill,
  progress: (done: number) => Promise<void>,
): Promise<void> {
  const { rows } = await owner.query<{ count: string }>('select count(*) from payers')
  const payers = Number(rows[0]!.count)
  await owner.query('set session_replication_role = replica')
  for (let first = 0; first < fill.payments; first += PAYMENTS_PER_CHUNK) {
    const last = Math.min(first + PAYMENTS_PER_CHUNK, fill.payments) - 1
    await fillChunk(owner, { ...fill, payers, first, last })
    await progress(last + 1)
  }
  await addTotals(owner, { ...fill, payers })
  await owner.query('set session_replication_role = origin')
  await noteVerified(owner, fill.tenantId)
}

const VERIFIED_PARTS = [
  'ledger',
  'entries',
  'payments',
  'settlements',
  'limits',
  'fx',
  'adjustments',
  'suspense',
  'books',
  'audit',
  'seals',
]

/** Gives each test customer's account money, and numbers the accounts. */
export async function preparePayers(owner: pg.Client, { tenantId, spanDays }: Fill): Promise<void> {
  await owner.query(`set search_path = giro; set synchronous_commit = off; set work_mem = '256MB'`)
  const clearing = `select id from ledger_accounts where tenant_id = ${tenantId} and code = 'clearing:ACH:USD'`
  if ((await owner.query(clearing)).rowCount === 0)
    throw new Error('the fill needs an institution that has made a payment by ACH')
  await owner.query(`
    create temp table payers as
    select row_number() over (order by a.id) - 1 as place, a.id as account_id, c.id as customer_id, k.id as contact_id,
      k.name, k.account_number, k.account_number_index, (${clearing}) as clearing_id,
      ${AMOUNT} + row_number() over (order by a.id) % 40 as amount
    from customers c
      join accounts a on a.tenant_id = c.tenant_id and a.customer_id = c.id
      cross join lateral (select * from contacts where tenant_id = c.tenant_id and customer_id = c.id
        order by id limit 1) as k
    where c.tenant_id = ${tenantId} and c.short_name like 'load-%' and c.status = 'Active'`)
  await owner.query(`
    insert into ledger_transfers (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, purpose,
      reference_id, created_at, business_date)
    select ${tenantId}, gen_random_uuid(), 'posted', s.id, p.account_id, ${DEPOSIT}, 'USD', 'adjustment',
      gen_random_uuid(), now() - interval '${spanDays + 1} days', current_date - ${spanDays + 1}
    from payers p cross join (select id from ledger_accounts where tenant_id = ${tenantId} and code = 'settlement:USD') s`)
  await noteVerified(owner, tenantId)
  await owner.query('create unique index on payers (place); analyze payers')
}

/** Keeps the worker from verifying the books while a bench measures. */
async function noteVerified(owner: pg.Client, tenantId: string): Promise<void> {
  await owner.query(
    `insert into verifications (tenant_id, part, verified_at, took_ms)
     select $1, part, now(), 1 from unnest($2::text[]) part
     on conflict (tenant_id, part) do update set verified_at = now(), took_ms = 1, claimed_until = null`,
    [tenantId, VERIFIED_PARTS],
  )
}

interface Chunk extends Fill {
  payers: number
  first: number
  last: number
}

/** A UUIDv7 of the moment `ms`, which differs by `n` and by what it is for. */
const uuid = (what: string) =>
  `(lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8' ||
    substr(md5(n || '${what}'), 1, 15))::uuid`

async function fillChunk(
  owner: pg.Client,
  { tenantId: t, payments, spanDays, payers, first, last }: Chunk,
): Promise<void> {
  await owner.query(`
    drop table if exists made;
    create temp table made as
    select m.*, to_timestamp(ms / 1000.0) as at, to_timestamp(ms / 1000.0)::date as day, ${uuid('p')} as id,
      ${uuid('h')} as hold_id, ${uuid('s')} as post_id, n / ${payers} as round, p.*
    from (select n, ((extract(epoch from now()) - 86400.0 * ${spanDays} * (1 - n::numeric / ${payments})) * 1000)::bigint
        as ms from generate_series(${first}, ${last}) n) m
      join payers p on p.place = n % ${payers}
    order by n;
    analyze made`)
  await owner.query('begin')
  for (const statement of [...instructions(t), ...states(t), ...transfers(t), ...evidence(t), ...events(t)])
    await owner.query(statement)
  await owner.query('commit')
}

const instructions = (t: string) => [
  `insert into payments (tenant_id, id, external_reference_id, customer_id, sender_account_id, contact_id, amount, currency,
     speed, sec_code, payment_date, receiver_name, receiver_account_number, receiver_account_number_index, receiver_account_type, receiver_bank_code,
     payment_notes, details, created_by, created_at, approvers_needed)
   select ${t}, id, 'fill-' || n, customer_id, account_id, contact_id, amount, 'USD', 'Economy', 'CCD', day, name,
     account_number, account_number_index, 'Checking', '021000021', 'Invoice 118', '{}', 'fill', at, 0
   from made order by n`,
  `insert into idempotency_keys (tenant_id, client_id, operation, key, fingerprint, status, response, created_at)
   select ${t}, 'giro_iJxI2Q70ctPwtLej5PzbrU', 'createCreditPayment', gen_random_uuid(),
     to_jsonb('v2 ' || substr(md5(n || 'f'), 1, 24) || ' externalReferenceId=1htd8 paymentAmount=9p5bz '
       'paymentCurrency=2d02f speed=9q5f4 paymentNotes=2l8w5 sender.accountUID=6iui4 receiver.accountUID=1axhw'),
     200, jsonb_build_object('ok', true, 'value', jsonb_build_object('valueDate', day + 1, 'paymentUID', id,
       'paymentStatus', 'VALIDATED', 'externalReferenceId', 'fill-' || n)), at
   from made`,
]

const states = (t: string) => [
  `insert into payment_states (tenant_id, payment_id, customer_id, sender_account_id, contact_id, amount, entry_type,
     is_mailed, step, status, updated_at, validated_at, hold_transfer_id, rail, speed, value_date, needs_institution_approval,
     limit_date, limit_amount, payment_date, previous_status, stepped_at, actor, evidence)
   select ${t}, id, customer_id, account_id, contact_id, amount, 'CREDIT', false, 4, 'PROCESSED', at, at, hold_id,
     'ACH', 'Economy', day + 1, false, day, amount, day, 'TRANSMITTED', at, 'worker',
     jsonb_build_object('settlement', hold_id)
   from made order by n`,
  `insert into payment_transitions (tenant_id, payment_id, step, from_status, to_status, at, actor, evidence)
   select ${t}, id, s.step, s.from_status, s.to_status, at, case s.step when 1 then 'fill' else 'worker' end,
     case s.step when 3 then jsonb_build_object('file', 'ACH-' || n / 250) end
   from made cross join (values (1, null, 'VALIDATED'), (2, 'VALIDATED', 'READY_TO_TRANSMIT'),
     (3, 'READY_TO_TRANSMIT', 'TRANSMITTED')) s (step, from_status, to_status)
   order by n, s.step`,
]

const transfers = (t: string) => [
  `insert into ledger_transfers (tenant_id, id, kind, debit_account_id, credit_account_id, amount, currency, pending_id,
     purpose, reference_id, created_at, business_date)
   select ${t}, case k.kind when 'pending' then hold_id else post_id end, k.kind, account_id, clearing_id, amount, 'USD',
     case k.kind when 'post_pending' then hold_id end, 'payment', id, at, day
   from made cross join (values ('pending'), ('post_pending')) k (kind) order by n, k.kind`,
  `insert into ledger_entries (tenant_id, account_id, sequence, transfer_id, direction, kind, purpose, amount, debits_pending,
     debits_posted, credits_pending, credits_posted, booked_at, business_date, value_date)
   select ${t}, account_id, 2 * round + k.number, case k.kind when 'pending' then hold_id else post_id end, 'Debit', k.kind,
     'payment', amount, case k.kind when 'pending' then amount else 0 end,
     amount * (round + k.number - 2), 0, ${DEPOSIT}, at, day, day
   from made cross join (values (2, 'pending'), (3, 'post_pending')) k (number, kind) order by n, k.number`,
]

const evidence = (t: string) => [
  `insert into ach_files (tenant_id, id, name, content, entries, created_at)
   select ${t}, (array_agg(hold_id))[1], 'ACH-' || n / 250, string_agg('622021000021' || rpad(right(account_number, 17), 17)
     || lpad(amount::text, 10, '0') || rpad(n::text, 15) || rpad(name, 22) || '  0061000' || lpad(n::text, 8, '0'), E'\\n'), 250,
     max(at)
   from made group by n / 250`,
  `insert into ach_entries (tenant_id, payment_id, file_id, trace_number, effective_entry_date)
   select ${t}, id, first_value(hold_id) over (partition by n / 250 order by n), '0610001' || lpad((n % 100000000)::text, 8, '0'),
     day + 1 from made`,
]

const events = (t: string) => [
  `drop table if exists told;
   create temp table told as
   select *, ${uuid('e')} as event_id, sum(size) over (order by place, step) as so_far from (
     select n / ${PAYMENTS_PER_EVENT} as place, step, array_agg(id order by n) as ids, count(*) as size, max(at) as at,
       max(ms) as ms, max(n) * 4 + step as n
     from made cross join generate_series(1, 4) step group by 1, 2) e`,
  `insert into events (tenant_id, id, type, subject_kind, data, created_at, size, payment_ids, from_statuses, to_statuses)
   select ${t}, event_id, 'payment.status.changed', 'payment', '{}', at, size, ids,
     array_fill((array[null, 'VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED'])[step], array[size::int]),
     array_fill((array['VALIDATED', 'READY_TO_TRANSMIT', 'TRANSMITTED', 'PROCESSED'])[step], array[size::int]) from told`,
  `insert into event_positions (tenant_id, position, event_id, size)
   select ${t}, so_far + (select coalesce(max(position), 0) from event_positions where tenant_id = ${t}), event_id, size
   from told`,
]

/** What the trigger of the ledger would have added to the totals. */
async function addTotals(owner: pg.Client, { tenantId, payments, payers }: Fill & { payers: number }): Promise<void> {
  const rounds = `(select account_id, amount, (${payments} - place + ${payers - 1}) / ${payers} as rounds from payers)`
  await owner.query(`
    update ledger_accounts a set last_sequence = a.last_sequence + 2 * r.rounds,
      debits_posted = a.debits_posted + r.amount * r.rounds, last_entry_at = now()
    from ${rounds} r
    where a.tenant_id = ${tenantId} and a.id = r.account_id`)
  await owner.query(`
    update ledger_accounts set last_sequence = last_sequence + 2 * ${payments}::bigint,
      credits_posted = credits_posted + (select sum(amount * rounds)::bigint from ${rounds} r)
    where tenant_id = ${tenantId} and code = 'clearing:ACH:USD'`)
}

/** The accounts that were filled, for requests in the name of their customers. */
export async function readFilledPayers(owner: pg.Client) {
  const { rows } = await owner.query<{ customerUID: string; accountUID: string; contactUID: string }>(
    `select customer_id::text as "customerUID", account_id::text as "accountUID", contact_id::text as "contactUID"
     from payers order by place`,
  )
  return rows
}
