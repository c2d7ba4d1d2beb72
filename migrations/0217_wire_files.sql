-- Files whose payments all go out as wires, or over an instant network.
alter table payment_files drop constraint payment_files_file_type_known;
alter table payment_files add constraint payment_files_file_type_known
  check (file_type in ('csv', 'ach', 'fedwire', 'rtp'));
