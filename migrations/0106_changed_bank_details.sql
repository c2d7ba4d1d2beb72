-- The bank details of a payment become those of its contact when the customer confirms them.
grant update (receiver_name, receiver_account_number, receiver_account_number_index, receiver_account_type, receiver_bank_code)
  on payments to giro_service;
