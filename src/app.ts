import type { Logger } from 'pino'
import type { Database } from './db/client.ts'
import type { Totals } from './db/totals.ts'
import type { Clock } from './kernel/clock.ts'
import type { Sealer } from './kernel/sealer.ts'
import type { PaymentIntake } from './payments/payment-intake.ts'
import type { AccessTokenVerifier } from './tokens/access-tokens.ts'
import type { NetworkRules } from './webhooks/network-rules.ts'

/** What every use case may reach. Made once, in `main/compose.ts`. */
export interface App {
  db: Database
  totals: Totals
  /**
   * The clock of business time: within a change the institution's, elsewhere the one it is counted from. That of a sandbox may be ahead
   * (institution/institution-clock.ts).
   */
  clock: Clock
  /** The clock that business time is counted from, everywhere. */
  systemClock: Clock
  /** The clock that tokens, secrets and signing keys go by: the machine's. */
  tokenClock: Clock
  /** Seals secrets of others that have to be kept. */
  sealer: Sealer
  log: Logger
  tokens: AccessTokenVerifier
  paymentIntake: PaymentIntake
  /** Where NACHA files are put for the ACH operator. */
  achOutDirectory: string
  /** Where webhooks may lead. */
  webhookNetwork: NetworkRules
}
