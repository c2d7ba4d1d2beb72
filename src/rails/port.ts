import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'

/** A payment instruction to a rail. */
export interface RailInstruction {
  paymentId: string
  rail: string
  /** In minor units of the currency. */
  amount: bigint
  currency: string
  /** Who pays the charges: ISO 20022 pacs.008 CdtTrfTxInf/ChrgBr. */
  chargeBearer: ChargeBearer
  /** The fees deducted from the amount: ISO 20022 pacs.008 CdtTrfTxInf/ChrgsInf/Amt. */
  charges?: { amount: bigint; currency: string }
}

/** ISO 20022 ChargeBearerType1Code: the debtor, the creditor, or each its own bank's. */
export type ChargeBearer = 'DEBT' | 'CRED' | 'SHAR'

/** Proof that the rail accepted or settled a payment, stored with the payment's transition. */
export interface RailEvidence {
  paymentId: string
  evidence: { network: string; reference: string }
}

/**
 * A rail for single messages: wires, instant payments and international payments. (ACH works with
 * files: see `rails/ach/`.) Both methods run in the caller's transaction, so that a payment and the
 * rail's record of it always agree.
 */
export interface MessageRail {
  /** Sends payments to the network. */
  send(
    tx: Transaction,
    institution: Institution,
    instructions: readonly RailInstruction[],
    now: Temporal.Instant,
  ): Promise<RailEvidence[]>
  /** Payments settled since the last call. Each payment is reported once. */
  takeSettled(tx: Transaction, institution: Institution, now: Temporal.Instant, limit: number): Promise<RailEvidence[]>
}
