-- The account of the institution on the other side of an adjustment: an entry of the chart of accounts. Earlier adjustments
-- were all against its own funds.
alter table adjustments add column contra_account text not null default 'settlement';
