-- The identity provider of a client that fell into the wrong hands: what people did through the
-- client until then may be of whoever has its keys. How often it was revoked numbers the stops.
alter table api_clients add column provider_revoked_at timestamptz;
alter table api_clients add column provider_revocations integer not null default 0;

alter table outstanding_cancellations drop constraint outstanding_cancellations_actor_kind_known;
alter table outstanding_cancellations add constraint outstanding_cancellations_actor_kind_known
  check (actor_kind in ('ApiClient', 'User', 'Customer', 'IdentityProvider'));
