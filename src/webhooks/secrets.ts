import type { Sealer } from '../kernel/sealer.ts'
import type { BasicAuthentication } from './webhooks.schema.ts'
import type { SealedBasic, SealedSecret } from './webhooks.store.ts'

interface Owner {
  tenantId: bigint
  webhookId: string
}

const contextOf = ({ tenantId, webhookId }: Owner, id: string) => `webhook_secret:${tenantId}:${webhookId}:${id}`

export function sealSecret(sealer: Sealer, owner: Owner, id: string, secret: string): SealedSecret {
  return { id, sealed: sealer.seal(secret, contextOf(owner, id)) }
}

export function openSecret(sealer: Sealer, owner: Owner, { id, sealed }: SealedSecret): string {
  return sealer.open(sealed, contextOf(owner, id)).toString()
}

const basicContextOf = ({ tenantId, webhookId }: Owner) => `webhook_basic:${tenantId}:${webhookId}`

export function sealBasic(sealer: Sealer, owner: Owner, { username, password }: BasicAuthentication): SealedBasic {
  return { username, sealed: sealer.seal(password, basicContextOf(owner)) }
}

/** The value of the Authorization header (RFC 7617). */
export function basicHeader(sealer: Sealer, owner: Owner, { username, sealed }: SealedBasic): string {
  const password = sealer.open(sealed, basicContextOf(owner)).toString()
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
