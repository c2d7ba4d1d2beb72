-- People who signed in to the console share its client: of two of them, one can approve what the
-- other proposed. Every other client is one party, whomever it names.
alter table approvals drop constraint approvals_four_eyes;
alter table approvals add constraint approvals_four_eyes check (
  status <> 'Approved' or decided_by <> requested_by
  or (decided_by = 'giro_ConsoleOfTheServer0000' and coalesce(decided_by_user <> requested_by_user, false))
) not valid;
alter table approvals validate constraint approvals_four_eyes;
