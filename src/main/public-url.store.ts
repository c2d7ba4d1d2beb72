import type { Transaction } from '../db/client.ts'

export interface PublicUrl {
  code: string
  publicUrl: string | null
}

/** Gives the URL to the institutions that have none. */
export async function fillPublicUrls(tx: Transaction, url: string): Promise<void> {
  await tx.query('update institutions set public_url = $1 where public_url is null', [url])
}

export function listPublicUrls(tx: Transaction): Promise<PublicUrl[]> {
  return tx.query('select code, public_url from institutions order by tenant_id')
}
