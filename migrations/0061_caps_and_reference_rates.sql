-- Bounds on what one person at the institution can do: caps on adjustments, and a reference for new
-- exchange rates.

-- The total of a day's adjustments, both directions. One row per currency and day; adjustments of
-- the day add to it one after the other, so that no two of them share the same rest of the cap.
create table adjustment_usage (
  tenant_id     bigint not null references institutions,
  currency      text   not null,
  business_date date   not null,
  used          bigint not null check (used >= 0),
  primary key (tenant_id, currency, business_date)
);
grant select, insert, update on adjustment_usage to giro_service;

-- The business date on which an adjustment counts. Null for adjustments from before the caps.
alter table adjustments add column business_date date;

-- An institution that exists starts with the caps of a new one or, if it has adjusted more, with its
-- largest adjustment and its largest day so far, so that its usual adjustments are not refused.
update institutions i
   set settings = settings || jsonb_build_object('adjustmentCaps', (
     select jsonb_object_agg(currency, jsonb_build_object('perBooking', per_booking::text, 'perDay', per_day::text))
     from (
       select currency, least(greatest(max(amount), 10000000), 7036874417766399) as per_booking,
         least(greatest(max(of_day), 100000000), 7036874417766399) as per_day
       from (
         select a.currency, a.amount,
           sum(a.amount) over (partition by a.currency, (a.created_at at time zone i.time_zone)::date) as of_day
         from adjustments a where a.tenant_id = i.tenant_id
         union all select i.currency, 0, 0
       ) as made
       group by currency
     ) as caps));

-- The rate with which new rates of the day are compared, besides the last one: that in force when the
-- day began, or the last one of the day that a second person confirmed. Without it, many small steps
-- could move a rate anywhere. Forward points by tenor, as in forward_points.
alter table fx_rates
  add column reference_mid    numeric(15,8),
  add column reference_points jsonb,
  add column reference_on     date;
update fx_rates set reference_mid = mid, reference_points = forward_points, reference_on = (as_of at time zone 'UTC')::date;
alter table fx_rates
  alter column reference_mid    set not null,
  alter column reference_points set not null,
  alter column reference_on     set not null;
