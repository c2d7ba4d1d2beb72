-- What a message says besides the amount and the parties, as the simulated networks received it.
alter table simulator_messages add column information jsonb;
