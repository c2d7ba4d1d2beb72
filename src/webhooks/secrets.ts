import type { Sealer } from '../kernel/sealer.ts'
import type { SealedSecret } from './webhooks.store.ts'

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
