/** What the timeline of a payment may ask about its ACH entry. */
export { readAchMessages } from './ach.store.ts'
