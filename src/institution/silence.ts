/**
 * While a hold of the rails for one of these reasons is open, no webhook and no mail leaves either:
 * the database is older than what was told, so it would tell it again, or what did not happen.
 */
const SILENCING_REASONS = ['DatabaseOlder', 'Restored'] as const

/** Whether webhooks and mails wait while a hold of this reason is open. */
export const isSilencing = (reason: string): boolean => SILENCING_REASONS.some((one) => one === reason)

/** Whether webhooks and mails of an institution wait: SQL over the tenant that it names. */
export const isSilent = (tenantId: string): string =>
  `exists (select from rail_holds h where h.tenant_id = ${tenantId} and h.released_at is null
     and h.reason in (${SILENCING_REASONS.map((reason) => `'${reason}'`).join(', ')}))`
