import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'

/** A payment as a rail carries it. */
export interface RailInstruction {
  paymentId: string
  rail: string
  /** In minor units of the currency. */
  amount: bigint
  currency: string
}

/** What shows that the rail has taken a payment, or has settled it; kept with the payment's step. */
export interface RailEvidence {
  paymentId: string
  evidence: { network: string; reference: string }
}

/**
 * A rail that carries single messages: wires, instant payments, international payments. (ACH collects into files: see rails/ach/.)
 * Both work in the caller's transaction, so that a payment and what the rail knows of it never disagree.
 */
export interface MessageRail {
  /** Hands payments to the network. */
  send(
    tx: Transaction,
    institution: Institution,
    instructions: readonly RailInstruction[],
    now: Temporal.Instant,
  ): Promise<RailEvidence[]>
  /** What the network has settled since it was last asked; each payment is reported once. */
  takeSettled(tx: Transaction, institution: Institution, now: Temporal.Instant, limit: number): Promise<RailEvidence[]>
}
