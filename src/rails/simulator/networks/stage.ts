import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../../../db/client.ts'
import type { Institution } from '../../../institution/institution.ts'
import type { Participant, Script } from './script.ts'

/** One network at work on the messages of one institution. */
export interface Stage {
  tx: Transaction
  institution: Institution
  participant: Participant
  script: Script
  now: Temporal.Instant
}
