import type { Logger } from 'pino'
import type { Database } from './db/client.ts'
import type { Totals } from './db/totals.ts'
import type { Clock } from './kernel/clock.ts'
import type { Sealer } from './kernel/sealer.ts'
import type { PaymentIntake } from './payments/payment-intake.ts'
import type { AccessTokenVerifier } from './tokens/access-tokens.ts'

/** What every use case may reach. Made once, in `main/compose.ts`. */
export interface App {
  db: Database
  totals: Totals
  clock: Clock
  /** Seals secrets of others that have to be kept. */
  sealer: Sealer
  log: Logger
  tokens: AccessTokenVerifier
  paymentIntake: PaymentIntake
  /** Where NACHA files are put for the ACH operator. */
  achOutDirectory: string
}
