-- Mails that are no longer on their way may be deleted after their retention.
grant delete on payment_mails to giro_service;
create trigger payment_mails_ended before delete on payment_mails for each row when (old.due_at is not null)
  execute function ledger_refuse('payment_mails_ended', 'a mail on its way is not deleted');
