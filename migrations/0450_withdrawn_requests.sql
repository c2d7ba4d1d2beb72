-- A creditor withdraws its request for payment.
alter table payment_requests drop constraint payment_requests_status_known;
alter table payment_requests add constraint payment_requests_status_known check (status in ('Open', 'Accepted', 'Paid',
  'Refused', 'Expired', 'Withdrawn'));
