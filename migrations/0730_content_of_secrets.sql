-- A keyed digest of which client a secret is for and when it ends, which only the service can make.
-- Null in secrets from before, until the sweep that seals stored rows has given them theirs.
alter table api_client_secrets add column content_index text;
