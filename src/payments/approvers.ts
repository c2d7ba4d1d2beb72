import type { Transaction } from '../db/client.ts'

/** Who approved a payment, and when (RFC 3339). */
export interface Approver {
  approverId: string
  approvedDate: string
}

/** The approvers of each payment, in the order of their approvals. Payments need no approval yet, so nobody has given one. */
export async function readApprovers(
  _tx: Transaction,
  _tenantId: bigint,
  _paymentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Approver[]>> {
  return new Map()
}
