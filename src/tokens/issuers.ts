import { decodeJwt } from 'jose'
import type { Database } from '../db/client.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MachineTime } from '../kernel/machine-time.ts'
import { refuse } from '../kernel/result.ts'
import { issuerOf } from './access-token-claims.ts'
import type { IssuerRegistry } from './issuer-registry.ts'
import { createLocalIssuer } from './local-issuer.ts'
import type { Log } from './log.ts'
import { createRemoteIssuers } from './remote-issuer.ts'
import type { TokenIssuer } from './token-issuer.ts'

/**
 * Giro's own token service, and the issuers that institutions trust beside it or in its place. The
 * `iss` of a token only chooses which keys verify it, and no registered issuer can have an `iss` of
 * Giro's own.
 */
export function createTokenIssuer(
  registry: IssuerRegistry,
  options: { db: Database; clock: Clock; publicUrl: string; log: Log; time?: MachineTime },
): TokenIssuer {
  const own = createLocalIssuer(options)
  const remote = createRemoteIssuers(options)
  const ownPrefix = issuerOf(options.publicUrl, '')
  return {
    async read(token) {
      const iss = statedIssuer(token)
      if (iss !== undefined && !iss.startsWith(ownPrefix)) {
        const trusted = registry.of(iss)
        return trusted.length > 0 ? remote.read(token, trusted) : refuse('issuer')
      }
      const read = await own.read(token)
      return read.ok && registry.isOwnReplaced(read.value.tenantId) ? refuse('issuer') : read
    },
    forget: remote.forget,
  }
}

/** The `iss` that a token states, before its signature is verified. */
function statedIssuer(token: string): string | undefined {
  try {
    const { iss } = decodeJwt(token)
    return typeof iss === 'string' ? iss : undefined
  } catch {
    return undefined
  }
}
