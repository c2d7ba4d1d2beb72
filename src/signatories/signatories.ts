/** What other slices may ask about signatories. */
export { lockSignatory } from './signatories.store.ts'
