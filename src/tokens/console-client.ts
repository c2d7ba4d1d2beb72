import { DEFAULT_RULES } from './access-rules.ts'
import type { LiveApiClient } from './api-clients.store.ts'
import { digestOfSecret } from './api-secret.ts'
import { ENTITLEMENTS } from './entitlements.ts'

/**
 * The key of the console in every institution. It has the form of an API key, and no row: nobody
 * can change, rotate or revoke it, and the key of no other client can be the same.
 */
export const CONSOLE_CLIENT = 'giro_ConsoleOfTheServer0000'

/** What the process needs to be the client: the secret never leaves it, and ends with it. */
export interface ConsoleClient {
  secret: string
  redirectUri: string
}

/**
 * It limits no person, because it has every entitlement, and widens none: a token has what client
 * and person share. It has no token of its own, because it has no grant for one.
 */
export function consoleClient({ secret, redirectUri }: ConsoleClient): LiveApiClient {
  return {
    ...DEFAULT_RULES,
    clientId: CONSOLE_CLIENT,
    name: 'Console',
    legalEntityId: 0n,
    entitlements: ENTITLEMENTS,
    accessVersion: 1n,
    secretDigests: [digestOfSecret(secret).toString('hex')],
    redirectUris: [redirectUri],
  }
}
