/** The public face of the slice: what other slices may use. */
import './signatories.errors.ts'

export { signatoryApprovals } from './approve-signatory.ts'
export { lockSignatory } from './signatories.store.ts'
