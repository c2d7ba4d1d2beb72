import type { Transaction } from '../../db/client.ts'
import type { Totals } from '../../db/totals.ts'
import { readInstitution } from '../../institution/institution.ts'
import type { PageOf } from '../../kernel/paging.ts'
import type { Principal } from '../../tokens/access-tokens.ts'
import type { PaymentRow } from '../payments.store.ts'
import type { ParsedSearch } from './payment-search.schema.ts'
import { readPaidDays, searchPayments as searchRows } from './payment-search.store.ts'

/**
 * Finds payments of customers that belong to the token's legal entity. A token of the institution
 * finds the payments of all customers.
 */
export async function searchPayments(
  tx: Transaction,
  principal: Principal,
  { filter, page }: ParsedSearch,
  totals: Totals,
): Promise<PageOf<PaymentRow>> {
  if (!filter) return { rows: [], total: 0 }
  const { tenantId, legalEntityId } = principal
  const [institution, days] = await Promise.all([readInstitution(tx, tenantId), readPaidDays(tx, tenantId, filter)])
  const belongingTo = legalEntityId === institution.legalEntityId ? undefined : legalEntityId
  return searchRows(tx, tenantId, { ...filter, belongingTo }, { page, days, totals })
}
