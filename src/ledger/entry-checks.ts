/** What a transfer adds to the four totals of the account of its entry `e`; `h` is its hold. */
const EFFECT = `
  case e.direction when 'Debit' then case t.kind when 'pending' then t.amount when 'posted' then 0 else -h.amount end else 0 end as held_debit,
  case e.direction when 'Debit' then case when t.kind in ('posted', 'post_pending') then t.amount else 0 end else 0 end as moved_debit,
  case e.direction when 'Credit' then case t.kind when 'pending' then t.amount when 'posted' then 0 else -h.amount end else 0 end as held_credit,
  case e.direction when 'Credit' then case when t.kind in ('posted', 'post_pending') then t.amount else 0 end else 0 end as moved_credit`

/** Each finds one kind of error in the entries and the live holds, as `id` and `detail`. */
export const ENTRY_CHECKS = {
  'the entries of an account are not numbered without gaps': `
    select account_id as id, format('%s entries, numbered from %s to %s', count(*), min(sequence), max(sequence)) as detail
    from ledger_entries where tenant_id = $1 group by account_id
    having min(sequence) <> 1 or max(sequence) <> count(*) or count(distinct sequence) <> count(*)`,
  'an account does not end at its last entry': `
    select a.id, format('entry %s of %s; debits pending %s, in the entry %s; debits posted %s, in the entry %s; credits pending %s, in the entry %s; credits posted %s, in the entry %s',
      e.sequence, a.last_sequence, a.debits_pending, e.debits_pending, a.debits_posted, e.debits_posted, a.credits_pending,
      e.credits_pending, a.credits_posted, e.credits_posted) as detail
    from ledger_accounts a left join lateral (
      select * from ledger_entries e where e.tenant_id = $1 and e.account_id = a.id order by e.sequence desc limit 1) e on true
    where a.tenant_id = $1 and a.kind = 'customer'
      and (a.last_sequence, a.debits_pending, a.debits_posted, a.credits_pending, a.credits_posted)
        is distinct from (coalesce(e.sequence, 0), coalesce(e.debits_pending, 0), coalesce(e.debits_posted, 0),
          coalesce(e.credits_pending, 0), coalesce(e.credits_posted, 0))`,
  'an entry does not add its transfer to the entry before it': `
    with effects as (
      select e.*, ${EFFECT},
        lag(e.debits_pending, 1, 0::bigint) over entries as debits_pending_before, lag(e.debits_posted, 1, 0::bigint) over entries as debits_posted_before,
        lag(e.credits_pending, 1, 0::bigint) over entries as credits_pending_before, lag(e.credits_posted, 1, 0::bigint) over entries as credits_posted_before,
        (e.amount, e.kind, e.purpose) = (t.amount, t.kind, t.purpose)
          and e.account_id = case e.direction when 'Debit' then t.debit_account_id else t.credit_account_id end as is_of_transfer
      from ledger_entries e join ledger_transfers t on t.tenant_id = $1 and t.id = e.transfer_id
        left join ledger_transfers h on h.tenant_id = $1 and h.id = t.pending_id
      where e.tenant_id = $1 window entries as (partition by e.account_id order by e.sequence))
    select account_id as id, format('entry %s, transfer %s', sequence, transfer_id) as detail from effects
    where not is_of_transfer or (debits_pending, debits_posted, credits_pending, credits_posted) <>
      (debits_pending_before + held_debit, debits_posted_before + moved_debit,
       credits_pending_before + held_credit, credits_posted_before + moved_credit)`,
  'the times of the entries of an account run back': `
    select account_id as id, format('entry %s at %s on %s', sequence, booked_at, business_date) as detail from (
      select account_id, sequence, booked_at, business_date, lag(booked_at) over entries as earlier, lag(business_date) over entries as day_before
      from ledger_entries where tenant_id = $1 window entries as (partition by account_id order by sequence)) e
    where earlier > booked_at or day_before > business_date`,
  'a transfer has no entry on the account of a customer': `
    select t.id, format('account %s', s.account_id) as detail
    from ledger_transfers t cross join lateral (values (t.debit_account_id), (t.credit_account_id)) s (account_id)
      join ledger_accounts a on a.tenant_id = $1 and a.id = s.account_id and a.kind = 'customer'
      left join ledger_entries e on e.tenant_id = $1 and e.transfer_id = t.id and e.account_id = s.account_id
    where t.tenant_id = $1 and e.transfer_id is null`,
  'the live holds are not those of the transfers': `
    with live as (
      select t.id, t.debit_account_id, t.credit_account_id, t.amount, t.reference_id, t.purpose from ledger_transfers t left join ledger_transfers r on r.tenant_id = $1 and r.reference_id = t.reference_id and r.pending_id = t.id
      where t.tenant_id = $1 and t.kind = 'pending' and r.id is null
    ), kept as (
      select transfer_id as id, debit_account_id, credit_account_id, amount, reference_id, purpose
      from ledger_holds where tenant_id = $1 and is_leading)
    select coalesce(live.id, kept.id) as id,
      case when live.id is null then 'ended' when kept.id is null then 'not listed' else 'listed with other terms' end as detail
    from live full join kept on kept.id = live.id where live is distinct from kept`,
} as const
