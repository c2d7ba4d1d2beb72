-- Whether dual control would have refused an approval that was given without it: one person may be
-- behind the approver and a maker, or an approver before. Null in approvals from before, which
-- count.
alter table payment_approvals add column fails_dual_control boolean;
alter table trade_approvals add column fails_dual_control boolean;
