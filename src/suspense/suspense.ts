/** The public face of the slice: what other slices may use. */
import './suspense.errors.ts'

export { type ComingBack, openComingBack, postUnplacedGain, readReturnAccounts, recordItems } from './coming-back.ts'
export type { NewItem } from './suspense.store.ts'
export { verifySuspense } from './verify-suspense.ts'
