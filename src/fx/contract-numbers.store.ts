import type { Connection } from '../db/client.ts'

/** The numbers by which customers know these contracts. */
export function readContractNumbers(
  db: Connection,
  tenantId: bigint,
  ids: readonly string[],
): Promise<{ id: string; contractNo: bigint }[]> {
  return db.query('select id, contract_no from fx_contracts where tenant_id = $1 and id = any($2::uuid[])', [
    tenantId,
    ids,
  ])
}
