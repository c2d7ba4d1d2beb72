-- Mails that are no longer on their way may be deleted after their retention.
grant delete on payment_mails to giro_service;
create function refuse_deletion_on_its_way() returns trigger language plpgsql as $$
begin
  raise exception 'a mail on its way is not deleted'
    using errcode = 'check_violation', table = tg_table_name, constraint = tg_name;
end $$;
revoke execute on function refuse_deletion_on_its_way from public;
create trigger payment_mails_ended before delete on payment_mails for each row when (old.due_at is not null)
  execute function refuse_deletion_on_its_way();
