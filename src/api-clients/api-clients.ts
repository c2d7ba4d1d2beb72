/** The public face of the slice: what other slices may use. */
import './api-clients.errors.ts'

export { recordApiClient } from './record-api-client.ts'
