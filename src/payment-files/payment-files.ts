/** The public face of the slice: what other slices may use. */
import './payment-files.errors.ts'

export { endFileOfStopped } from './decide-file.ts'
export { verifyPaymentFiles } from './verify-files.ts'
