import type { Transaction } from '../db/client.ts'
import type { AccessRules } from './access-rules.ts'

interface ClientKey {
  tenantId: bigint
  clientId: string
}

/** The columns of an AccessRules. */
export const RULE_COLUMNS = `c.authentication_method, c.public_keys, c.certificate_thumbprints, c.sender_constraint,
    c.access_token_seconds, c.allowed_networks, c.expires_at,
    c.redirect_uris, c.post_logout_redirect_uris`

/** The caller has locked or just created the client. */
export async function writeAccessRules(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  rules: AccessRules,
): Promise<void> {
  await tx.query(
    `update api_clients
        set authentication_method = $3, public_keys = $4, certificate_thumbprints = $5, sender_constraint = $6,
            access_token_seconds = $7, allowed_networks = $8, expires_at = $9,
            redirect_uris = $10, post_logout_redirect_uris = $11
      where tenant_id = $1 and client_id = $2`,
    [
      tenantId,
      clientId,
      rules.authenticationMethod,
      JSON.stringify(rules.publicKeys),
      rules.certificateThumbprints,
      rules.senderConstraint,
      rules.accessTokenSeconds,
      rules.allowedNetworks,
      rules.expiresAt?.toString() ?? null,
      rules.redirectUris,
      rules.postLogoutRedirectUris,
    ],
  )
}

/**
 * Notes who proposed the keys of a client: in addition to those before, or in their place if none
 * of their keys is left.
 */
export async function writeKeysFrom(
  tx: Transaction,
  { tenantId, clientId }: ClientKey,
  { proposedBy, keepsEarlier }: { proposedBy: readonly string[]; keepsEarlier: boolean },
): Promise<void> {
  await tx.query(
    `update api_clients
        set keys_from = case when $4 then array(select unnest(keys_from) union select unnest($3::text[])) else $3 end
      where tenant_id = $1 and client_id = $2`,
    [tenantId, clientId, proposedBy, keepsEarlier],
  )
}

export async function deleteSecrets(tx: Transaction, { tenantId, clientId }: ClientKey): Promise<void> {
  await tx.query('delete from api_client_secrets where tenant_id = $1 and client_id = $2', [tenantId, clientId])
}
