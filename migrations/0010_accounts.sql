-- What an account may do beside wires, who keeps it elsewhere, and at most one default offset and one fee account per customer and currency.

-- The switches of accountFeatures that payments and searches go by. One that was never set excludes nothing.
alter table accounts add column enable_domestic_wire      boolean not null default true;
alter table accounts add column enable_international_wire boolean not null default true;
alter table accounts add column enable_fednow             boolean not null default true;
alter table accounts add column enable_rtp                boolean not null default true;
-- RTP and FEDNOW, where the account may receive over them and not send.
alter table accounts add column receive_only_rails        text[]  not null default '{}';
update accounts set
  enable_domestic_wire      = coalesce(lower(features->'fedWireFeature'->>'enableDomesticWire'), 'yes')      not in ('no', 'false'),
  enable_international_wire = coalesce(lower(features->'fedWireFeature'->>'enableInternationalWire'), 'yes') not in ('no', 'false'),
  enable_fednow             = coalesce(lower(features->'fedNowFeature'->>'enableFedNow'), 'yes')             not in ('no', 'false'),
  enable_rtp                = coalesce(lower(features->'rtpFeature'->>'enableRtp'), 'yes')                   not in ('no', 'false'),
  receive_only_rails        = array_remove(array[
    case when lower(features->'rtpFeature'->>'rtpReceiveOnly') in ('yes', 'true') then 'RTP' end,
    case when lower(features->'fedNowFeature'->>'fednowReceiveOnly') in ('yes', 'true') then 'FEDNOW' end], null)
where features <> '{}';
alter table accounts alter column enable_domestic_wire      drop default;
alter table accounts alter column enable_international_wire drop default;
alter table accounts alter column enable_fednow             drop default;
alter table accounts alter column enable_rtp                drop default;
alter table accounts alter column receive_only_rails        drop default;

-- Where the account is kept by someone else. The token is sealed with the service's encryption key, and never leaves it.
alter table accounts add column external_provider     text;
alter table accounts add column external_id           text;
alter table accounts add column sealed_external_token bytea;

-- Until here more than one account of a customer could be the one: the first stays it.
update accounts a set default_offset = false, features = a.features #- '{achFeature,defaultOffset}'
where default_offset and exists (
  select from accounts first where first.tenant_id = a.tenant_id and first.customer_id = a.customer_id and first.currency = a.currency
    and first.default_offset and first.deleted_at is null and first.status <> 'Closed' and first.id < a.id);
update accounts a set fee_account = false, features = a.features - 'feeAccount'
where fee_account and exists (
  select from accounts first where first.tenant_id = a.tenant_id and first.customer_id = a.customer_id and first.currency = a.currency
    and first.fee_account and first.deleted_at is null and first.status <> 'Closed' and first.id < a.id);
create unique index accounts_default_offset on accounts (tenant_id, customer_id, currency)
  where default_offset and deleted_at is null and status <> 'Closed';
create unique index accounts_fee_account on accounts (tenant_id, customer_id, currency)
  where fee_account and deleted_at is null and status <> 'Closed';

-- A customer's list is filtered and paged in the index alone; only the rows of the page are read.
drop index accounts_customer;
create index accounts_customer on accounts (tenant_id, customer_id, id)
  include (account_number, type, sub_type, status, currency, cost_center, enable_wire, enable_domestic_wire, enable_international_wire,
    enable_fednow, enable_rtp)
  where deleted_at is null;
-- What few of many accounts of one customer have.
create index accounts_sub_type    on accounts (tenant_id, customer_id, type, sub_type, id) where deleted_at is null;
create index accounts_status      on accounts (tenant_id, customer_id, status, id)         where deleted_at is null;
create index accounts_currency    on accounts (tenant_id, customer_id, currency, id)       where deleted_at is null;
create index accounts_cost_center on accounts (tenant_id, customer_id, cost_center, id)    where deleted_at is null;

-- Payments that wait and hold no money yet, for an account that is about to be closed.
create index payments_waiting on payments (tenant_id, sender_account_id) where status in ('FUTURE_DATED', 'PENDING_APPROVAL', 'PARTIALLY_APPROVED');
