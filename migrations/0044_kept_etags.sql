-- The entity tag of an answer that is given again, for a client that lost the first one and goes on with If-Match.
alter table idempotency_keys add column etag text;
