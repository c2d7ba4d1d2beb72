import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SenderConstraint } from './access-rules.ts'
import type { Confirmation } from './access-token-claims.ts'
import { type Caller, thumbprintOf } from './caller.ts'
import { useDpopProof } from './dpop-proof.ts'

interface Options {
  db: Database
  clock: Clock
  tenantId: bigint
  tokenUrl: string
  callerOf: (request: KoaContextWithOIDC['req']) => Caller
}

export interface Confirmations {
  /**
   * What the tokens of this token request are bound to; undefined for a bearer token. Throws if
   * the client requires a proof that the request lacks, or if the proof is wrong. A request proves
   * once, however often this is called.
   */
  confirm(ctx: KoaContextWithOIDC): Promise<Confirmation | undefined>
}

/** A token request with a DPoP header gets a DPoP token, even if its client does not require it. */
export function createConfirmations({ tokenUrl, callerOf, ...options }: Options): Confirmations {
  const confirmed = new WeakMap<KoaContextWithOIDC, Promise<Confirmation | undefined>>()

  async function prove(ctx: KoaContextWithOIDC): Promise<Confirmation | undefined> {
    const required = ctx.oidc.client!['sender_constraint'] as SenderConstraint
    const proof = ctx.get('DPoP')
    if (proof !== '') {
      const used = await useDpopProof(proof, { ...options, method: ctx.method, url: tokenUrl }, options)
      if (!used.ok) throw new errors.InvalidDpopProof(`the DPoP proof was refused: ${used.refusal}`)
      if (required !== 'certificate') return { jkt: used.value.jkt }
    }
    if (required === 'dpop')
      throw new errors.InvalidDpopProof('the header DPoP is missing: this client must send a proof')
    if (required !== 'certificate') return undefined
    const { certificate } = callerOf(ctx.req)
    if (!certificate) throw new errors.InvalidGrant('this client must use a TLS client certificate')
    return { 'x5t#S256': thumbprintOf(certificate) }
  }

  return {
    confirm(ctx) {
      const known = confirmed.get(ctx)
      if (known) return known
      const proving = prove(ctx)
      confirmed.set(ctx, proving)
      return proving
    },
  }
}
