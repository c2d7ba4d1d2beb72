import type { Logger } from 'pino'
import type { Database } from './db/client.ts'
import type { Totals } from './db/totals.ts'
import type { Clock } from './kernel/clock.ts'
import type { MachineTime } from './kernel/machine-time.ts'
import type { Sealer } from './kernel/sealer.ts'
import type { Tracing } from './kernel/tracing.ts'
import type { AccessTokenVerifier } from './tokens/access-tokens.ts'

/**
 * The services that every use case can use. `main/service.ts` builds it once. By declaration
 * merging, a slice adds its own parts, and the ports it needs from higher layers, which it cannot
 * import.
 */
export interface App {
  db: Database
  totals: Totals
  /**
   * Business time: inside a change, the institution's clock; elsewhere, the system clock. The clock
   * of a sandbox can be ahead of the system clock (institution/institution-clock.ts).
   */
  clock: Clock
  /** The clock from which business time is derived. */
  systemClock: Clock
  /** The machine's clock, for tokens, secrets and signing keys. */
  tokenClock: Clock
  /** What waits, leases and time limits go by. */
  time: MachineTime
  /** Encrypts the secrets that the service stores. */
  sealer: Sealer
  log: Logger
  tokens: AccessTokenVerifier
  /** Traces requests and payments; undefined while tracing is off. */
  tracing?: Tracing
}
