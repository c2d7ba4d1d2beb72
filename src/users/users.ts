/** What other slices may ask about users. */
export { findActiveLogins } from './users.store.ts'
