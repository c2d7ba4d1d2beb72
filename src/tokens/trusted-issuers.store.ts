import type { Temporal } from 'temporal-polyfill'
import type { Connection, Transaction } from '../db/client.ts'

/** An issuer outside Giro, as one institution trusts it. */
export interface TrustedIssuer {
  /** The `iss` of its tokens, to the letter. Its discovery document is below this URL. */
  issuer: string
  audience: string
  tenantClaim: string
  /** Null for `client_id`, or else `azp`. */
  clientClaim: string | null
  legalEntityClaim: string
  entitlementsClaim: string
  /** The longest life of a token, from `iat` to `exp`. */
  maxTokenSeconds: number
  /** Whether the institution refuses tokens of Giro's own token service. */
  replacesOwn: boolean
}

export type IssuerRow = TrustedIssuer & { tenantId: bigint }

const COLUMNS = `issuer, audience, tenant_claim, client_claim, legal_entity_claim, entitlements_claim,
  max_token_seconds, replaces_own`

/** For all institutions, because each node's verifier covers them all. */
export async function readTrustedIssuers(db: Connection): Promise<(IssuerRow & { tenantCode: string })[]> {
  return db.query(
    `select t.tenant_id, i.code as tenant_code, ${COLUMNS}
       from trusted_issuers t join institutions i on i.tenant_id = t.tenant_id
      order by t.tenant_id, t.issuer`,
  )
}

export async function listTrustedIssuers(db: Connection, tenantId: bigint): Promise<TrustedIssuer[]> {
  return db.query<TrustedIssuer>(`select ${COLUMNS} from trusted_issuers where tenant_id = $1 order by issuer`, [
    tenantId,
  ])
}

/** The only institution of the service; undefined if there are none or several. */
export async function findOnlyInstitution(
  db: Connection,
): Promise<{ tenantId: bigint; tenantCode: string } | undefined> {
  const found = await db.query<{ tenantId: bigint; tenantCode: string }>(
    'select tenant_id, code as tenant_code from institutions order by tenant_id limit 2',
  )
  return found.length === 1 ? found[0] : undefined
}

export async function upsertTrustedIssuer(
  tx: Transaction,
  tenantId: bigint,
  trusted: TrustedIssuer,
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(
    `insert into trusted_issuers (tenant_id, issuer, audience, tenant_claim, client_claim, legal_entity_claim,
       entitlements_claim, max_token_seconds, replaces_own, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (tenant_id, issuer) do update
        set audience = excluded.audience, tenant_claim = excluded.tenant_claim, client_claim = excluded.client_claim,
            legal_entity_claim = excluded.legal_entity_claim, entitlements_claim = excluded.entitlements_claim,
            max_token_seconds = excluded.max_token_seconds, replaces_own = excluded.replaces_own`,
    [
      tenantId,
      trusted.issuer,
      trusted.audience,
      trusted.tenantClaim,
      trusted.clientClaim,
      trusted.legalEntityClaim,
      trusted.entitlementsClaim,
      trusted.maxTokenSeconds,
      trusted.replacesOwn,
      now.toString(),
    ],
  )
}

export async function deleteTrustedIssuer(tx: Transaction, tenantId: bigint, issuer: string): Promise<void> {
  await tx.query('delete from trusted_issuers where tenant_id = $1 and issuer = $2', [tenantId, issuer])
}
