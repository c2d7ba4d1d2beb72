/** The public face of the slice: what other slices may use. */
import './suspense.errors.ts'

export { type ComingBack, openComingBack, readReturnAccounts, recordItems } from './coming-back.ts'
export { verifySuspense } from './verify-suspense.ts'
