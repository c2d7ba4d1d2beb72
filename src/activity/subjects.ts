import { readAdjustmentReasons } from '../accounts/accounts.ts'
import type { Connection } from '../db/client.ts'
import { readContractNumbers } from '../fx/fx.ts'
import { type PaymentOfAccount, readFeesOfPayments, readPaymentsOfAccount } from '../payments/payments.ts'
import { type ReceiptOfAccount, readReceiptsOfAccount } from '../receipts/receipts.ts'
import type { Entry } from './entries.store.ts'

/** What is behind the transactions of a page. */
export interface Subjects {
  paymentOf(entry: Entry): PaymentOfAccount | undefined
  receiptOf(entry: Entry): ReceiptOfAccount | undefined
  /** The name of the fee that the entry books. */
  feeOf(entry: Entry): string | undefined
  /** Why the institution adjusted the balance. */
  adjustmentOf(entry: Entry): string | undefined
  /** The forexContractNo of the contract that the entry or its payment belongs to. */
  contractOf(entry: Entry): string | undefined
}

/** The purposes of the transfers of receipts. Some of them are purposes of payments as well. */
const OF_RECEIPTS: ReadonlySet<string> = new Set(['receipt', 'return', 'repayment'])

type RowsOf<Row> = (db: Connection, tenantId: bigint, ids: readonly string[]) => Promise<Row[]>

/** Reads what is behind the entries of a page, each kind with one query if needed. */
export async function readSubjects(db: Connection, tenantId: bigint, entries: readonly Entry[]): Promise<Subjects> {
  const read = <Row>(rowsOf: RowsOf<Row>, matches: (entry: Entry) => boolean) => {
    const ids = [...new Set(entries.filter(matches).map(({ referenceId }) => referenceId))]
    return ids.length === 0 ? [] : rowsOf(db, tenantId, ids)
  }
  const [payments, receipts, adjustments, contracts, fees] = await Promise.all([
    read(readPaymentsOfAccount, ({ purpose }) => purpose !== 'adjustment'),
    read(readReceiptsOfAccount, ({ purpose }) => OF_RECEIPTS.has(purpose)),
    read(readAdjustmentReasons, ({ purpose }) => purpose === 'adjustment'),
    read(readContractNumbers, ({ purpose }) => purpose.startsWith('fx')),
    read(readFeesOfPayments, ({ purpose }) => purpose === 'fee'),
  ])
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]))
  const receiptOf = new Map(receipts.map((receipt) => [receipt.id, receipt]))
  const feeNames = new Map(fees.map(({ transferId, name }) => [transferId, name]))
  const reasons = new Map(adjustments.map(({ id, reason }) => [id, reason]))
  const contractNos = new Map(contracts.map(({ id, contractNo }) => [id, String(contractNo)]))
  return {
    paymentOf: ({ referenceId }) => paymentOf.get(referenceId),
    receiptOf: ({ referenceId }) => receiptOf.get(referenceId),
    feeOf: ({ transferId, pendingId }) => feeNames.get(transferId) ?? (pendingId ? feeNames.get(pendingId) : undefined),
    adjustmentOf: ({ referenceId }) => reasons.get(referenceId),
    contractOf({ referenceId }) {
      const drawn = paymentOf.get(referenceId)?.contractNo
      return contractNos.get(referenceId) ?? (drawn ? String(drawn) : undefined)
    },
  }
}
