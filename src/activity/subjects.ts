import { readAdjustmentReasons } from '../accounts/accounts.ts'
import type { Connection } from '../db/client.ts'
import { readContractNumbers } from '../fx/fx.ts'
import { type PaymentOfAccount, readFeesOfPayments, readPaymentsOfAccount } from '../payments/payments.ts'
import type { Entry } from './entries.store.ts'

/** What is behind the transactions of a page. */
export interface Subjects {
  paymentOf(entry: Entry): PaymentOfAccount | undefined
  /** The name of the fee that the entry books. */
  feeOf(entry: Entry): string | undefined
  /** Why the institution adjusted the balance. */
  adjustmentOf(entry: Entry): string | undefined
  /** The forexContractNo of the contract that the entry or its payment belongs to. */
  contractOf(entry: Entry): string | undefined
}

/** Reads the payments, fees, adjustments and contracts of a page, each with one query if needed. */
export async function readSubjects(db: Connection, tenantId: bigint, entries: readonly Entry[]): Promise<Subjects> {
  const idsOf = (matches: (entry: Entry) => boolean) => [
    ...new Set(entries.filter(matches).map(({ referenceId }) => referenceId)),
  ]
  const [payments, adjustments, contracts] = await Promise.all([
    readPaymentsOfAccount(
      db,
      tenantId,
      idsOf(({ purpose }) => purpose !== 'adjustment'),
    ),
    readAdjustmentReasons(
      db,
      tenantId,
      idsOf(({ purpose }) => purpose === 'adjustment'),
    ),
    readContractNumbers(
      db,
      tenantId,
      idsOf(({ purpose }) => purpose.startsWith('fx')),
    ),
  ])
  const fees = await readFeesOfPayments(
    db,
    tenantId,
    idsOf(({ purpose }) => purpose === 'fee'),
  )
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]))
  const feeNames = new Map(fees.map(({ transferId, name }) => [transferId, name]))
  const reasons = new Map(adjustments.map(({ id, reason }) => [id, reason]))
  const contractNos = new Map(contracts.map(({ id, contractNo }) => [id, String(contractNo)]))
  return {
    paymentOf: ({ referenceId }) => paymentOf.get(referenceId),
    feeOf: ({ transferId, pendingId }) => feeNames.get(transferId) ?? (pendingId ? feeNames.get(pendingId) : undefined),
    adjustmentOf: ({ referenceId }) => reasons.get(referenceId),
    contractOf({ referenceId }) {
      const drawn = paymentOf.get(referenceId)?.contractNo
      return contractNos.get(referenceId) ?? (drawn ? String(drawn) : undefined)
    },
  }
}
