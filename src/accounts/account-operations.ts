import type { PageRequest } from '../http/paging.ts'

/** What the operations of v2 and v3 have alike. */
export const exampleBalances = {
  balanceType: 'Available',
  ledgerBalance: '25000.00',
  availableBalance: '24875.50',
  availableBalanceStatus: 'Success',
  amountPrecision: '2',
}

export const exampleResult = { externalReferenceId: 'account-0001', accountUID: '100108', accountUUID: '100108' }

export const customerErrors = ['customerNotFound', 'foreignCustomer'] as const
export const readErrors = [...customerErrors, 'accountNotFound', 'accountOfAnotherCustomer'] as const
export const writeErrors = [
  ...customerErrors,
  'accountConflict',
  'defaultOffsetConflict',
  'feeAccountConflict',
] as const
export const updateErrors = [
  ...writeErrors,
  'accountNotFound',
  'accountOfAnotherCustomer',
  'accountChanged',
  'accountStatusConflict',
  'accountNotEmpty',
] as const
export const statusErrors = [...readErrors, 'accountChanged', 'accountStatusConflict', 'accountNotEmpty'] as const

export const conflicts = {
  accounts_number: { reason: 'accountConflict' },
  accounts_default_offset: { reason: 'defaultOffsetConflict' },
  accounts_fee_account: { reason: 'feeAccountConflict' },
} as const

/** Page 1 and ten of them, where a client says nothing. */
export function pageOf({ page = 1, limit = 10 }: Partial<PageRequest>): PageRequest {
  return { page, limit }
}
