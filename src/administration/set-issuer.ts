import type { Transaction } from '../db/client.ts'
import { recordChange } from '../events/events.ts'
import type { Institution } from '../institution/institution.ts'
import type { Moment } from '../kernel/moment.ts'
import {
  deleteTrustedIssuer,
  listTrustedIssuers,
  setTrustedIssuer,
  type TrustedIssuer,
} from '../tokens/trusted-issuers.ts'

/** Trusts an issuer of access tokens for the institution. Nodes follow within seconds. */
export function setIssuerOf(
  tx: Transaction,
  institution: Institution,
  trusted: TrustedIssuer,
  { now, tokenNow }: Moment,
): Promise<readonly TrustedIssuer[]> {
  return changeIssuers(tx, institution, now, () => setTrustedIssuer(tx, institution.tenantId, trusted, tokenNow))
}

/** Ends the trust. Nodes refuse the issuer's tokens within seconds. */
export function removeIssuerOf(
  tx: Transaction,
  institution: Institution,
  issuer: string,
  { now }: Moment,
): Promise<readonly TrustedIssuer[]> {
  return changeIssuers(tx, institution, now, () => deleteTrustedIssuer(tx, institution.tenantId, issuer))
}

/** Records the issuers before and after the change. Only the operator of the service makes one. */
async function changeIssuers(
  tx: Transaction,
  { tenantId, code }: Institution,
  now: Moment['now'],
  change: () => Promise<void>,
): Promise<readonly TrustedIssuer[]> {
  const before = { trustedIssuers: await listTrustedIssuers(tx, tenantId) }
  await change()
  const after = { trustedIssuers: await listTrustedIssuers(tx, tenantId) }
  const subject = { kind: 'institution', id: code }
  await recordChange(
    tx,
    { tenantId, actor: 'operator', action: 'institution.issuers.updated', subject, before, after },
    now,
  )
  return after.trustedIssuers
}
