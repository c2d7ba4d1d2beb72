-- When a network opens for a message: what is made while Fedwire is closed waits for its cycle day.
alter table rail_messages add column leaves_from timestamptz;
