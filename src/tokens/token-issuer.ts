import type { Result } from '../kernel/result.ts'
import type { AccessTokenClaims, ClaimsRefusal } from './access-token-claims.ts'
import type { SignatureRefusal } from './token-signature.ts'

export type IssuerRefusal = SignatureRefusal | ClaimsRefusal | 'tenant'

export interface ReadToken {
  tenantId: bigint
  claims: AccessTokenClaims
  /** Whether Giro's own token service issued the token. */
  isOwn: boolean
}

/** Reads the tokens of the issuers that Giro trusts. */
export interface TokenIssuer {
  /** Rejects only if keys or tenants cannot be read, which is not the token's fault. */
  read(token: string): Promise<Result<ReadToken, IssuerRefusal>>
  /** Forgets the keys of other issuers. */
  forget(): void
}
