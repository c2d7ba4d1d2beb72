import type { Logger } from 'pino'
import type { Database } from './db/client.ts'
import type { Totals } from './db/totals.ts'
import type { Clock } from './kernel/clock.ts'
import type { Sealer } from './kernel/sealer.ts'
import type { AccessTokenVerifier } from './tokens/access-tokens.ts'

/**
 * What every use case may reach. `main/service.ts` makes it once. A slice declares here, by
 * declaration merging, the parts it brings, and what it needs from slices above it and so cannot
 * import.
 */
export interface App {
  db: Database
  totals: Totals
  /**
   * The clock of business time: inside a change the institution's, elsewhere the system clock. A
   * sandbox's clock may be ahead of it (institution/institution-clock.ts).
   */
  clock: Clock
  /** The clock that business time is derived from. */
  systemClock: Clock
  /** The clock for tokens, secrets and signing keys: the machine's. */
  tokenClock: Clock
  /** Encrypts the secrets that the service must store. */
  sealer: Sealer
  log: Logger
  tokens: AccessTokenVerifier
}
