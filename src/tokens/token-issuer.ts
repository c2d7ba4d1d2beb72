import type { Result } from '../kernel/result.ts'
import type { AccessTokenClaims, ClaimsRefusal } from './access-token-claims.ts'
import type { SignatureRefusal } from './token-signature.ts'

export type IssuerRefusal = SignatureRefusal | ClaimsRefusal | 'tenant'

/**
 * Reads the tokens of an issuer that Giro trusts: its own token service, or a remote issuer in its
 * place.
 */
export interface TokenIssuer {
  /** Rejects only if keys or tenants cannot be read, which is not the token's fault. */
  read(token: string): Promise<Result<{ tenantId: bigint; claims: AccessTokenClaims }, IssuerRefusal>>
}
