/** Whether the institution keeps accounts under a routing number. */
export { hasAccountsUnder } from './accounts.store.ts'
