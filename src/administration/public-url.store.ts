import type { Transaction } from '../db/client.ts'

/** Sets the URL and returns the one before. The caller has found the institution. */
export async function replacePublicUrl(tx: Transaction, tenantId: bigint, url: string): Promise<string | null> {
  const row = await tx.row<{ publicUrl: string | null }>(
    'select public_url from institutions where tenant_id = $1 for no key update',
    [tenantId],
  )
  await tx.query('update institutions set public_url = $2 where tenant_id = $1', [tenantId, url])
  return row!.publicUrl
}
