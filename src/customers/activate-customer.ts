/** A New customer becomes Active with its first account. */
export { activateNewCustomer } from './customers.store.ts'
