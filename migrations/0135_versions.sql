-- What applied when: limits, fees, margins and rates as versions that are only added. The tables that payments read hold the
-- present; each change of them also adds a version, valid from its moment until the next one.

-- Each version of a fee with its tiers. A deletion is a version of its own, with the last terms.
create table fee_versions (
  tenant_id             bigint        not null references institutions,
  fee_id                bigint        not null,
  version               bigint        not null,
  valid_from            timestamptz   not null,
  is_deleted            boolean       not null,
  name                  text          not null,
  application           text          not null,
  product               text          not null,
  currency              currency_code not null,
  tier_by               text          not null constraint fee_versions_tier_by_known check (tier_by in ('Amount', 'Count')),
  primary key (tenant_id, fee_id, version)
);
grant select, insert on fee_versions to giro_service;
call add_tenant_policy('fee_versions');
call make_append_only('fee_versions');

-- As fee_tiers.
create table fee_tier_versions (
  tenant_id             bigint        not null,
  fee_id                bigint        not null,
  version               bigint        not null,
  name                  text          not null,
  lower_bound           bigint        not null,
  flat                  bigint,
  percentage_millionths bigint,
  minimum               bigint,
  maximum               bigint,
  primary key (tenant_id, fee_id, version, name),
  foreign key (tenant_id, fee_id, version) references fee_versions (tenant_id, fee_id, version)
);
grant select, insert on fee_tier_versions to giro_service;
call add_tenant_policy('fee_tier_versions');
call make_append_only('fee_tier_versions');

-- Versions before the upgrade are in the audit log.
insert into fee_versions (tenant_id, fee_id, version, valid_from, is_deleted, name, application, product, currency, tier_by)
select tenant_id, id, version, updated_at, false, name, application, product, currency, tier_by from fees;
insert into fee_tier_versions (tenant_id, fee_id, version, name, lower_bound, flat, percentage_millionths, minimum, maximum)
select t.tenant_id, t.fee_id, f.version, t.name, t.lower_bound, t.flat, t.percentage_millionths, t.minimum, t.maximum
from fee_tiers t join fees f on f.tenant_id = t.tenant_id and f.id = t.fee_id;

-- What a fee of a payment was charged by, and who bears it: the account on top of the amount, the receiver, who gets less, or the
-- proceeds of a debit. Null for fees from before.
alter table payment_fees
  add column fee_version bigint,
  add column tier text,
  add column borne_by text constraint payment_fees_borne_by_known check (borne_by in ('Account', 'Receiver', 'Proceeds')),
  add constraint payment_fees_tier_fkey foreign key (tenant_id, fee_id, fee_version, tier)
    references fee_tier_versions (tenant_id, fee_id, version, name),
  add constraint payment_fees_tier_of_version check ((fee_version is null) = (tier is null));

-- A downgrade replaces fees that are held. A fee that was charged stays.
create function payment_fees_charged() returns trigger language plpgsql set search_path = giro, pg_temp as $$
begin
  if exists (
    select from ledger_transfers t
      left join ledger_transfers r on r.tenant_id = t.tenant_id and r.pending_id = t.id
    where t.tenant_id = old.tenant_id and t.id = old.transfer_id and (t.kind = 'posted' or r.kind = 'post_pending'))
  then
    raise exception 'fee % of payment % was charged', old.number, old.payment_id
      using errcode = 'check_violation', table = 'payment_fees', constraint = 'payment_fees_charged';
  end if;
  return old;
end $$;
revoke execute on function payment_fees_charged from public;
create trigger payment_fees_charged before delete on payment_fees for each row execute function payment_fees_charged();

-- Limits of customers, the limits of the institution for customers without their own, and its totals. A null amount: no limit.
create table limit_versions (
  tenant_id      bigint      not null references institutions,
  id             bigint      generated always as identity,
  holder         text        not null constraint limit_versions_holder_known check (holder in ('Customer', 'Institution', 'Total')),
  customer_id    bigint,
  key            text        not null,
  valid_from     timestamptz not null,
  amount         bigint      constraint limit_versions_amount_not_negative check (amount >= 0),
  currency       currency_code not null,
  approval_above bigint,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint limit_versions_customer_id_of_holder check ((customer_id is not null) = (holder = 'Customer'))
);
create index limit_versions_of_holder on limit_versions (tenant_id, holder, customer_id, key, id);
grant select, insert on limit_versions to giro_service;
call add_tenant_policy('limit_versions');
call make_append_only('limit_versions');
insert into limit_versions (tenant_id, holder, customer_id, key, valid_from, amount, currency, approval_above)
select tenant_id, 'Customer', customer_id, key, updated_at, amount, currency, null from customer_limits
union all
select tenant_id, 'Institution', null, key, updated_at, amount, currency, approval_above from institution_limits
union all
select tenant_id, 'Total', null, key, updated_at, amount, currency, null from institution_totals;

-- Margins; null basis points: the margin was removed. As in fx_margins, empty text stands for every tier and every pair.
create table fx_margin_versions (
  tenant_id    bigint      not null references institutions,
  id           bigint      generated always as identity,
  tier         text        not null,
  base_ccy     text        not null,
  quote_ccy    text        not null,
  valid_from   timestamptz not null,
  basis_points smallint,
  primary key (tenant_id, id)
);
create index fx_margin_versions_of_pair on fx_margin_versions (tenant_id, tier, base_ccy, quote_ccy, id);
grant select, insert on fx_margin_versions to giro_service;
call add_tenant_policy('fx_margin_versions');
call make_append_only('fx_margin_versions');
insert into fx_margin_versions (tenant_id, tier, base_ccy, quote_ccy, valid_from, basis_points)
select tenant_id, tier, base_ccy, quote_ccy, now(), basis_points from fx_margins;

-- Every rate that was set; valid_from is its as_of.
create table fx_rate_versions (
  tenant_id      bigint        not null references institutions,
  id             bigint        generated always as identity,
  base_ccy       currency_code not null,
  quote_ccy      currency_code not null,
  valid_from     timestamptz   not null,
  bid            numeric(15,8) not null,
  mid            numeric(15,8) not null,
  ask            numeric(15,8) not null,
  forward_points jsonb         not null,
  primary key (tenant_id, id)
);
create index fx_rate_versions_of_pair on fx_rate_versions (tenant_id, base_ccy, quote_ccy, id);
grant select, insert on fx_rate_versions to giro_service;
call add_tenant_policy('fx_rate_versions');
call make_append_only('fx_rate_versions');
insert into fx_rate_versions (tenant_id, base_ccy, quote_ccy, valid_from, bid, mid, ask, forward_points)
select tenant_id, base_ccy, quote_ccy, as_of, bid, mid, ask, forward_points from fx_rates;
